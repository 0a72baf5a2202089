import { toDecimalString, ZERO } from '@riptide/core/domain';
import type { SimFill, SimIncome, SimMarginMode } from '../../account/model.ts';
import type { BybitListing } from '../bybit-listing.ts';
import { good, invalid, type BybitAnswer } from './bybit-answer.ts';
import { bybitCall, listingAt, type BybitCaller, type BybitCalls, type BybitPrivateContext } from './bybit-context.ts';
import { BybitFields, type BybitParams } from './bybit-fields.ts';
import { wireExecId, wireOrderId } from './bybit-order-ids.ts';
import { sideText } from './bybit-order-row.ts';
import { spanOf } from './bybit-query-calls.ts';
import { marginModeOf, walletRow } from './bybit-wallet.ts';

const LOG_ROWS = 20;
const LOG_ROWS_MAX = 50;
const LOG_KEPT = 200_000;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const MODES: Readonly<Record<string, SimMarginMode>> = { ISOLATED_MARGIN: 'isolated', REGULAR_MARGIN: 'cross' };

/** The signed calls about the account and its key. */
export function bybitAccountCalls(context: BybitPrivateContext): BybitCalls {
  return {
    'GET /v5/user/query-api': bybitCall({ name: 'key', needs: 'none', perSecond: 10 }, (caller) =>
      keyInfo(context, caller),
    ),
    'GET /v5/account/info': bybitCall({ name: 'settings', needs: 'none', perSecond: 50 }, ({ accountId }) =>
      accountInfo(context, accountId),
    ),
    'GET /v5/account/wallet-balance': bybitCall({ name: 'balances', needs: 'none', perSecond: 50 }, (caller, params) =>
      wallet(context, caller, params),
    ),
    'GET /v5/account/fee-rate': bybitCall({ name: 'settings', needs: 'none', perSecond: 5 }, (caller, params) =>
      feeRate(context, caller, params),
    ),
    'GET /v5/account/transaction-log': bybitCall({ name: 'other', needs: 'none', perSecond: 25 }, (caller, params) =>
      transactionLog(context, caller, params),
    ),
    'POST /v5/account/set-margin-mode': bybitCall(
      { name: 'settings', needs: 'futures', perSecond: 5 },
      (caller, params) => setMarginMode(context, caller, params),
    ),
  };
}

function keyInfo(context: BybitPrivateContext, { key }: BybitCaller): BybitAnswer {
  const nowMs = context.market.nowMs();
  const expiresMs = key.expiresMs ?? (key.ipList.length === 0 ? nowMs + 90 * DAY_MS : null);
  return good({
    id: String(2_208_000 + key.accountId),
    note: 'simulated',
    apiKey: key.apiKey,
    readOnly: key.isReadOnly ? 1 : 0,
    secret: '',
    permissions: {
      ContractTrade: key.canTradeFutures ? ['Order', 'Position'] : [],
      Spot: key.canTradeSpot ? ['SpotTrade'] : [],
      Wallet: key.canWithdraw ? ['Withdraw'] : [],
      Options: [],
      Derivatives: key.canTradeFutures ? ['DerivativesTrade'] : [],
      Exchange: [],
      Earn: [],
      BlockTrade: [],
      Affiliate: [],
    },
    ips: key.ipList.length === 0 ? ['*'] : key.ipList,
    type: 1,
    deadlineDay: expiresMs === null ? 0 : Math.max(0, Math.ceil((expiresMs - nowMs) / DAY_MS)),
    expiredAt: isoSeconds(expiresMs ?? 0),
    createdAt: '2026-01-01T00:00:00Z',
    unified: 0,
    uta: 1,
    userID: 1_448_000 + key.accountId,
    inviterID: 0,
    vipLevel: 'No VIP',
    mktMakerLevel: '0',
    affiliateID: 0,
    rsaPublicKey: '',
    isMaster: true,
    parentUid: '0',
    kycLevel: 'LEVEL_1',
    kycRegion: '',
  });
}

function isoSeconds(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19)}Z`;
}

function accountInfo(context: BybitPrivateContext, accountId: number): BybitAnswer {
  return good({
    marginMode: marginModeOf(context, accountId) === 'isolated' ? 'ISOLATED_MARGIN' : 'REGULAR_MARGIN',
    updatedTime: String(context.market.nowMs()),
    unifiedMarginStatus: 5,
    isMasterTrader: false,
    spotHedgingStatus: 'OFF',
    dcpStatus: 'OFF',
    timeWindow: 0,
    smpGroup: 0,
  });
}

function wallet(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const read = new BybitFields(params);
  if (read.text('accountType') !== 'UNIFIED') return invalid('accountType only support UNIFIED.');
  const coins = read.text('coin')?.split(',') ?? null;
  return good({ list: [walletRow(context, caller.accountId, coins)] });
}

function feeRate(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const read = new BybitFields(params);
  const category = read.category();
  const listing = read.text('symbol') === null ? null : read.listing(context.categories);
  if (read.refusal !== null || category === null) return read.refusal ?? invalid('Illegal category');
  const rowOf = ({ ix, symbol }: BybitListing): Record<string, unknown> => {
    const { makerFrac, takerFrac } = context.side.accounts.feeRates(caller.accountId, ix);
    return { symbol, takerFeeRate: String(takerFrac), makerFeeRate: String(makerFrac) };
  };
  return good({ list: (listing === null ? context.categories[category].all : [listing]).map(rowOf) });
}

/** All symbols or none: one that can't change keeps the account as it was. */
function setMarginMode(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const read = new BybitFields(params);
  const mode = read.choice('setMarginMode', MODES);
  if (mode === null) return read.refusal ?? invalid('params error: setMarginMode invalid');
  const { accounts } = context.side;
  const changed: { ix: number; before: SimMarginMode }[] = [];
  for (const { ix } of context.categories.linear.all) {
    const before = accounts.setup(caller.accountId, ix).marginMode;
    if (before === mode) continue;
    const set = accounts.setMarginMode(caller.accountId, ix, mode);
    if (set.ok) {
      changed.push({ ix, before });
      continue;
    }
    for (const done of changed) accounts.setMarginMode(caller.accountId, done.ix, done.before);
    const reasons = [{ reasonCode: '3400000', reasonMsg: 'Existing positions or open orders must be closed first' }];
    return { retCode: 3400045, retMsg: 'Set margin mode failed', result: { reasons } };
  }
  return good({ reasons: [] });
}

interface LogRow {
  readonly atMs: number;
  readonly type: string;
  readonly row: Record<string, unknown>;
}

/** What moved the wallet: `change = cashFlow + funding − fee`. Newest first; the last day unless asked otherwise. */
function transactionLog(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const read = new BybitFields(params);
  const nowMs = context.market.nowMs();
  const isOpen = read.text('startTime') === null && read.text('endTime') === null;
  const span = isOpen ? { sinceMs: nowMs - DAY_MS, untilMs: nowMs } : spanOf(read, nowMs);
  if ('retCode' in span) return span;
  const groups = new Map<string, SimIncome[]>();
  for (const income of context.side.accounts.incomes(caller.accountId, { ...span, limit: LOG_KEPT })) {
    const key = income.fillId === null ? `i${income.id}` : `f${income.fillId} ${income.asset}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [income]);
    else group.push(income);
  }
  // An income is booked a moment after its fill.
  const around = { sinceMs: span.sinceMs - SECOND_MS, untilMs: span.untilMs + SECOND_MS, limit: LOG_KEPT };
  const fills = new Map(context.side.accounts.fills(caller.accountId, around).map((fill) => [fill.id, fill]));
  const category = read.text('category');
  const currency = read.text('currency');
  const type = read.text('type');
  const rows = Array.from(groups.values(), (incomes) => logRow(context, incomes, fills)).filter(
    ({ row, type: rowType }) =>
      (category === null || row['category'] === category || row['category'] === '') &&
      (currency === null || row['currency'] === currency) &&
      (type === null || rowType === type),
  );
  const limit = Math.min(read.whole('limit') ?? LOG_ROWS, LOG_ROWS_MAX);
  const from = Number(/^from=(\d+)$/.exec(read.text('cursor') ?? '')?.[1] ?? 0);
  const nextPageCursor = from + limit < rows.length ? `from=${from + limit}` : '';
  return good({ nextPageCursor, list: rows.slice(from, from + limit).map(({ row }) => row) });
}

/** Incomes come newest first, so that the first one carries the balance after all of them. */
function logRow(
  context: BybitPrivateContext,
  incomes: readonly SimIncome[],
  fills: ReadonlyMap<number, SimFill>,
): LogRow {
  const [last] = incomes;
  if (last === undefined) throw new Error('Invariant: a group of incomes is empty');
  const sum = (kinds: readonly string[]) =>
    incomes.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total.plus(amount), ZERO);
  const funding = sum(['funding']);
  const fee = sum(['fee', 'liquidation-fee']).times(-1);
  const cashFlow = sum(['realised', 'trade', 'transfer', 'deposit']);
  const listing = last.ix === null ? null : listingAt(context, last.ix);
  const fill = last.fillId === null ? undefined : fills.get(last.fillId);
  const type = logTypeOf(last, fill?.cause ?? 'order');
  const category = listing?.category ?? '';
  const row = {
    id: `${last.accountId}_${last.id}`,
    symbol: listing?.symbol ?? '',
    category,
    side: fill === undefined ? 'None' : sideText(fill.side),
    transactionTime: String(last.atMs),
    type,
    transSubType: '',
    qty: fill === undefined || listing === null ? '0' : listing.qty(fill.lots),
    size: '',
    currency: last.asset,
    tradePrice: fill === undefined || listing === null ? '0' : listing.px(fill.ticks),
    funding: toDecimalString(funding),
    fee: toDecimalString(fee),
    cashFlow: toDecimalString(cashFlow),
    change: toDecimalString(cashFlow.plus(funding).minus(fee)),
    cashBalance: toDecimalString(last.balanceAfter),
    feeRate: '',
    bonusChange: '',
    tradeId: fill === undefined || listing === null ? '' : wireExecId(listing.category, fill.id),
    orderId: fill === undefined || listing === null ? '' : wireOrderId(listing.category, fill.orderId),
    orderLinkId: fill?.clientId ?? '',
    extraFees: '',
  };
  return { atMs: last.atMs, type, row };
}

function logTypeOf(income: SimIncome, cause: 'order' | 'liquidation' | 'adl'): string {
  if (income.kind === 'funding') return 'SETTLEMENT';
  if (income.kind === 'transfer' || income.kind === 'deposit') {
    return income.amount.lt(0) ? 'TRANSFER_OUT' : 'TRANSFER_IN';
  }
  if (income.kind === 'liquidation-fee') return 'LIQUIDATION';
  return cause === 'order' ? 'TRADE' : cause === 'adl' ? 'ADL' : 'LIQUIDATION';
}
