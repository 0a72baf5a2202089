import { toDecimalString, ZERO } from '@riptide/core/domain';
import type { SimFill, SimIncome } from '../../account/model.ts';
import { good, type OkxAnswer } from './okx-answer.ts';
import { okxListingAt, type OkxCaller, type OkxParams, type OkxPrivateContext } from './okx-context.ts';
import { OkxFields } from './okx-fields.ts';
import { wireOrderId } from './okx-ids.ts';
import { subTypeText, tradeIdText } from './okx-order-row.ts';
import { pageOf } from './okx-query-calls.ts';

const WEEK_MS = 7 * 86_400_000;
const FORCED = { liquidation: '5', adl: '9' } as const;

/** What moved the wallet, newest first: `balChg = pnl + fee` on trades, type 8 with 173 or 174 is funding. */
export function okxBills(context: OkxPrivateContext, caller: OkxCaller, params: OkxParams): OkxAnswer {
  const read = new OkxFields(params);
  const nowMs = context.market.nowMs();
  const groups = new Map<string, SimIncome[]>();
  const span = { sinceMs: read.whole('begin') ?? nowMs - WEEK_MS, untilMs: read.whole('end') ?? nowMs };
  for (const income of context.side.accounts.incomes(caller.accountId, { ...span, limit: 200_000 })) {
    const key = income.fillId === null ? `i${income.id}` : `f${income.fillId} ${income.asset}`;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [income]);
    else group.push(income);
  }
  const fits = ['type', 'subType', 'instType', 'instId', 'ccy'].flatMap((name) => {
    const text = read.text(name);
    return text === null ? [] : [{ name, text }];
  });
  const rows = Array.from(groups.values(), (incomes) => billRow(context, incomes)).filter((row) =>
    fits.every(({ name, text }) => (row as Readonly<Record<string, unknown>>)[name] === text),
  );
  return good(pageOf(read, rows, ({ billId }) => billId));
}

/** Incomes come newest first, so that the first one carries the balance after all of them. */
function billRow(context: OkxPrivateContext, incomes: readonly SimIncome[]) {
  const [last] = incomes;
  if (last === undefined) throw new Error('Invariant: a group of incomes is empty');
  const sum = (kinds: readonly SimIncome['kind'][]) =>
    incomes.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total.plus(amount), ZERO);
  const { accounts } = context.side;
  const listing = last.ix === null ? null : okxListingAt(context, last.ix);
  const fill =
    last.fillId === null
      ? null
      : (accounts
          .fills(last.accountId, { sinceMs: last.atMs, untilMs: last.atMs })
          .find(({ id }) => id === last.fillId) ?? null);
  const isSwap = listing?.instType === 'SWAP';
  return {
    billId: `6240000${String(last.id).padStart(12, '0')}`,
    ...typesOf(last, fill),
    ts: String(last.atMs),
    ccy: last.asset,
    bal: toDecimalString(last.balanceAfter),
    balChg: toDecimalString(incomes.reduce((total, { amount }) => total.plus(amount), ZERO)),
    posBal: '0',
    posBalChg: '0',
    sz: fill === null || listing === null ? '' : listing.qty(fill.lots),
    px: fill === null || listing === null ? '' : listing.px(fill.ticks),
    pnl: toDecimalString(sum(['realised', 'funding'])),
    fee: toDecimalString(sum(['fee', 'liquidation-fee'])),
    interest: '0',
    execType: fill === null ? '' : fill.isMaker ? 'M' : 'T',
    instType: listing?.instType ?? '',
    instId: listing?.instId ?? '',
    mgnMode: isSwap && last.ix !== null ? accounts.setup(last.accountId, last.ix).marginMode : '',
    ordId: fill === null ? '' : wireOrderId(fill.orderId),
    clOrdId: fill?.clientId ?? '',
    tradeId: fill === null ? '' : tradeIdText(fill),
    fillTime: fill === null ? '' : String(fill.atMs),
    from: '',
    to: '',
    notes: '',
    tag: '',
  };
}

function typesOf(income: SimIncome, fill: SimFill | null): { readonly type: string; readonly subType: string } {
  if (income.kind === 'funding') return { type: '8', subType: income.amount.lt(0) ? '173' : '174' };
  if (income.kind === 'transfer' || income.kind === 'deposit') {
    return { type: '1', subType: income.amount.lt(0) ? '12' : '11' };
  }
  if (fill !== null && fill.cause !== 'order') {
    return { type: FORCED[fill.cause], subType: subTypeText(fill) };
  }
  if (income.kind === 'liquidation-fee') return { type: '5', subType: income.amount.lt(0) ? '111' : '110' };
  return { type: '2', subType: fill?.side === 'SELL' ? '2' : '1' };
}
