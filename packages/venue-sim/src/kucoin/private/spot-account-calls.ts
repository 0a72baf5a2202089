import { toDecimalString } from '@riptide/core/domain';
import type { SimPocket } from '../../account/model.ts';
import { fixedText } from '../../server/text.ts';
import {
  bad,
  good,
  kucoinListingAt,
  type KucoinCaller,
  type KucoinCalls,
  type KucoinParams,
  type KucoinPrivateContext,
  type KucoinReply,
} from './kucoin-context.ts';
import { KucoinFields } from './kucoin-fields.ts';
import { spotCall } from './spot-order-calls.ts';

const FEES_MAX = 10;
const BORROW_COINS_MAX = 50;
const LEDGER_ROWS = 100;
const UID_BASE = 6_300_000;
const POCKETS: Readonly<Record<string, SimPocket>> = { TRADE: 'spot', TRADE_HF: 'spot', CONTRACT: 'futures' };

/** The signed calls of the spot host about keys, money and fees. */
export function spotAccountCalls(context: KucoinPrivateContext): KucoinCalls {
  const management = { pool: 'management' } as const;
  return {
    'GET /api/v1/user/api-key': spotCall(context, { name: 'key', weight: 20, ...management }, (_, { key }) =>
      keyInfo(key),
    ),
    'GET /api/v1/accounts': spotCall(context, { name: 'balances', weight: 5, ...management }, accounts),
    'GET /api/v1/hf/accounts/opened': spotCall(context, { name: 'settings', weight: 2, ...management }, () =>
      good(true),
    ),
    'GET /api/ua/v1/account/mode': spotCall(context, { name: 'settings', weight: 30, ...management }, () =>
      good({ selfAccountMode: 'CLASSIC', unifiedSubAccount: [], classicSubAccount: [] }),
    ),
    'GET /api/v1/hf/accounts/ledgers': spotCall(context, { name: 'other', weight: 2 }, ledgers),
    'GET /api/v1/trade-fees': spotCall(context, { name: 'settings', weight: 3 }, tradeFees),
    'GET /api/v1/base-fee': spotCall(context, { name: 'settings', weight: 3 }, () =>
      good({ takerFeeRate: '0.001', makerFeeRate: '0.001' }),
    ),
    'GET /api/v3/margin/borrowRate': spotCall(context, { name: 'other', weight: 2 }, borrowRate),
    'POST /api/v3/accounts/universal-transfer': spotCall(
      context,
      { name: 'other', weight: 4, needs: 'transfer', ...management },
      transfer,
    ),
  };
}

/** The venue's number of an account. */
export function uidOf(accountId: number): number {
  return UID_BASE + accountId;
}

/** The id of one coin's account. */
export function accountIdOf(accountId: number, asset: string): string {
  const hex = Array.from(asset, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join('');
  return `${uidOf(accountId)}${hex}`.padEnd(24, '0').slice(0, 24);
}

function keyInfo(key: KucoinCaller['key']): KucoinReply {
  const rights = [
    ['General', true],
    ['Spot', key.canTradeSpot && !key.isReadOnly],
    ['Futures', key.canTradeFutures && !key.isReadOnly],
    ['InnerTransfer', !key.isReadOnly],
    ['Withdrawal', key.canWithdraw],
    ['Transfer', key.canWithdraw],
  ] as const;
  return good({
    remark: 'simulated',
    apiKey: key.apiKey,
    apiVersion: 3,
    permission: rights.flatMap(([right, has]) => (has ? [right] : [])).join(','),
    ...(key.ipList.length === 0 ? {} : { ipWhitelist: key.ipList.join(',') }),
    createdAt: 1_767_225_600_000,
    ...(key.expiresMs === null ? {} : { expiredAt: key.expiresMs }),
    uid: uidOf(key.accountId),
    isMaster: true,
  });
}

/** The wallet of trading, and an empty main one. */
function accounts({ side }: KucoinPrivateContext, { accountId }: KucoinCaller, params: KucoinParams): KucoinReply {
  const read = new KucoinFields('spot', params);
  const type = read.text('type');
  const currency = read.text('currency');
  const rows = side.accounts.balances(accountId, 'spot').map(({ asset, total, free }) => ({
    id: accountIdOf(accountId, asset),
    currency: asset,
    // The trading wallet is still asked for by its old name too.
    type: type === 'trade_hf' ? type : 'trade',
    balance: toDecimalString(total),
    available: toDecimalString(free),
    holds: toDecimalString(total.minus(free)),
  }));
  const main = {
    id: accountIdOf(accountId, 'MAIN'),
    currency: 'USDT',
    type: 'main',
    balance: '0',
    available: '0',
    holds: '0',
  };
  return good(
    [...rows, main].filter(
      (row) => (type === null || row.type === type) && (currency === null || row.currency === currency),
    ),
  );
}

function ledgers(context: KucoinPrivateContext, { accountId }: KucoinCaller, params: KucoinParams): KucoinReply {
  const read = new KucoinFields('spot', params);
  const currency = read.text('currency');
  const limit = Math.min(read.whole('limit') ?? LEDGER_ROWS, 200);
  const rows = context.side.accounts
    .incomes(accountId, { ...read.span() })
    .filter(({ pocket, asset }) => pocket === 'spot' && (currency === null || currency === asset))
    .slice(0, limit)
    .map((income) => ({
      id: String(income.id),
      currency: income.asset,
      amount: toDecimalString(income.amount.abs()),
      fee: '0',
      tax: '0',
      balance: toDecimalString(income.balanceAfter),
      accountType: 'TRADE_HF',
      bizType: income.kind === 'transfer' ? 'TRANSFER' : income.kind === 'deposit' ? 'DEPOSIT' : 'TRADE_EXCHANGE',
      direction: income.amount.lt(0) ? 'out' : 'in',
      createdAt: String(income.atMs),
      context: income.ix === null ? '' : JSON.stringify({ symbol: kucoinListingAt(context, income.ix).symbol }),
    }));
  return good(rows);
}

function tradeFees(context: KucoinPrivateContext, { accountId }: KucoinCaller, params: KucoinParams): KucoinReply {
  const symbols = new KucoinFields('spot', params).text('symbols')?.split(',') ?? [];
  if (symbols.length === 0 || symbols.length > FEES_MAX) return bad('400100', 'symbols parameter invalid.');
  const rows = symbols.flatMap((symbol) => {
    const listing = context.listings.spot.bySymbol(symbol);
    if (listing === null) return [];
    const { makerFrac, takerFrac } = context.side.accounts.feeRates(accountId, listing.ix);
    return [{ symbol, takerFeeRate: String(takerFrac), makerFeeRate: String(makerFrac) }];
  });
  return rows.length === 0 ? bad('900001', 'Unsupported trading pair.') : good(rows);
}

function borrowRate({ market }: KucoinPrivateContext, _: KucoinCaller, params: KucoinParams): KucoinReply {
  const coins = new KucoinFields('spot', params).text('currency')?.split(',') ?? null;
  if (coins !== null && coins.length > BORROW_COINS_MAX) return bad('400100', 'currency parameter invalid.');
  const items = market
    .loans()
    .filter(({ asset }) => coins === null || coins.includes(asset))
    .map(({ asset, perHourFrac }) => ({
      currency: asset,
      hourlyBorrowRate: fixedText(perHourFrac, 8),
      annualizedBorrowRate: fixedText(perHourFrac * 24 * 365, 4),
    }));
  return good({ vipLevel: 0, items });
}

/** Between the trading and the contract wallet; there is nothing in any other. */
function transfer(
  { side, market }: KucoinPrivateContext,
  { accountId }: KucoinCaller,
  params: KucoinParams,
): KucoinReply {
  const read = new KucoinFields('spot', params);
  const from = read.choice('fromAccountType', POCKETS);
  const to = read.choice('toAccountType', POCKETS);
  const amount = read.amount('amount');
  const currency = read.text('currency') ?? read.wrong('currency');
  if (read.clientOid() === '') read.wrong('clientOid');
  if (from === null || to === null || amount === null || currency === null || read.refusal !== null) {
    return read.refusal ?? bad('400100', 'amount parameter invalid.');
  }
  if (from === to) return bad('400100', 'toAccountType parameter invalid.');
  const done = side.accounts.transfer(accountId, currency, from, to, amount);
  return done.ok
    ? good({ orderId: `67${market.nowMs().toString(16).padStart(22, '0')}` })
    : bad('230003', 'Insufficient account balance.');
}
