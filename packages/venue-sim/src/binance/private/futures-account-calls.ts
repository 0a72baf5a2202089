import type { Decimal } from '@riptide/core/domain';
import { ZERO } from '@riptide/core/domain';
import type { BinanceListing } from '../binance-product.ts';
import { BinanceParams } from './binance-params.ts';
import { weekSpanOf } from './futures-order-calls.ts';
import { futuresClientId, futuresQueryRow } from './futures-order-view.ts';
import {
  accountPositionRow,
  assetRow,
  assetSumsOf,
  balanceRow,
  incomeKindOf,
  incomeRow,
  incomeWordOf,
  MAX_NOTIONAL,
  orderMargin,
  positionRiskRow,
  positionRiskV2Row,
  type AssetSums,
} from './futures-account-rows.ts';
import {
  perSymbol,
  reading,
  type BinanceCaller,
  type BinancePrivateCalls,
  type BinancePrivateContext,
} from './private-call.ts';
import { listingAt } from './spot-order-calls.ts';
import { amount8 } from './spot-order-view.ts';

const INCOME_ROWS = 100;
const INCOME_ROWS_MAX = 1_000;

/** The signed endpoints of USD-M futures that tell what the account holds. */
export function futuresAccountCalls(context: BinancePrivateContext): BinancePrivateCalls {
  const balances = reading('balances', 5, (caller) => sumsOf(context, caller).map(balanceRow));
  const account = reading('balances', 5, (caller) => accountOf(context, caller));
  return {
    'GET /fapi/v2/balance': balances,
    'GET /fapi/v3/balance': balances,
    'GET /fapi/v2/account': account,
    'GET /fapi/v3/account': account,
    'GET /fapi/v2/positionRisk': reading('positions', 5, (caller, params) =>
      positions(context, caller, { params, isV2: true }),
    ),
    'GET /fapi/v3/positionRisk': reading('positions', 5, (caller, params) =>
      positions(context, caller, { params, isV2: false }),
    ),
    'GET /fapi/v1/income': reading('other', 30, (caller, params) => incomes(context, caller, params)),
    'GET /fapi/v1/adlQuantile': reading('positions', 5, (caller) => adlQuantiles(context, caller)),
    'GET /fapi/v1/forceOrders': reading('other', perSymbol(20, 50), (caller, params) =>
      forceOrders(context, caller, params),
    ),
  };
}

function heldOf(context: BinancePrivateContext, caller: BinanceCaller) {
  return context.side.accounts
    .positions(caller.accountId)
    .map((position) => ({ listing: listingAt(context, position.ix), position }));
}

function sumsOf(context: BinancePrivateContext, caller: BinanceCaller): readonly AssetSums[] {
  return assetSumsOf(context.side.accounts.balances(caller.accountId, 'futures'), heldOf(context, caller));
}

function accountOf(context: BinancePrivateContext, caller: BinanceCaller): unknown {
  const sums = sumsOf(context, caller);
  const total = (of: (one: AssetSums) => Decimal): string =>
    amount8(sums.reduce((sum, one) => sum.plus(of(one)), ZERO));
  return {
    totalInitialMargin: total((one) => one.positionMargin.plus(orderMargin(one))),
    totalMaintMargin: total((one) => one.maintenanceMargin),
    totalWalletBalance: total(({ balance }) => balance.total),
    totalUnrealizedProfit: total((one) => one.unrealised),
    totalMarginBalance: total((one) => one.balance.total.plus(one.unrealised)),
    totalPositionInitialMargin: total((one) => one.positionMargin),
    totalOpenOrderInitialMargin: total(orderMargin),
    totalCrossWalletBalance: total((one) => one.balance.total.minus(one.isolatedMargin)),
    totalCrossUnPnl: total((one) => one.unrealised),
    availableBalance: total(({ balance }) => balance.free),
    maxWithdrawAmount: total(({ balance }) => balance.free),
    assets: sums.map(assetRow),
    positions: heldOf(context, caller).map(({ listing, position }) => accountPositionRow(listing, position)),
  };
}

function positions(
  context: BinancePrivateContext,
  caller: BinanceCaller,
  wanted: { readonly params: URLSearchParams; readonly isV2: boolean },
): unknown {
  const read = new BinanceParams(wanted.params, context.product);
  const listing = read.optionalListing();
  if (read.refusal !== null) return read.refusal;
  const { accounts } = context.side;
  const filter = { ...(listing === null ? {} : { ix: listing.ix }), isAll: wanted.isV2 };
  const row = wanted.isV2 ? positionRiskV2Row : positionRiskRow;
  return accounts
    .positions(caller.accountId, filter)
    .filter(({ ix }) => context.market.instruments[ix]?.kind === 'perp')
    .map((position) => row(listingAt(context, position.ix), position, accounts));
}

/** Oldest first, as the venue sends them. */
function incomes(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.optionalListing();
  const span = weekSpanOf(read);
  const word = read.text('incomeType');
  const kind = word === null ? null : incomeKindOf(word);
  if (read.refusal !== null) return read.refusal;
  if (word !== null && kind === null) return [];
  const limit = Math.min(read.whole('limit') ?? INCOME_ROWS, INCOME_ROWS_MAX);
  const rows = context.side.accounts
    .incomes(caller.accountId, {
      ...(kind === null ? {} : { kind }),
      ...(listing === null ? {} : { ix: listing.ix }),
      ...span,
    })
    .filter((income) => income.pocket === 'futures' && incomeWordOf(income.kind) !== null)
    .toReversed();
  const from = ((read.whole('page') ?? 1) - 1) * limit;
  const page = span.sinceMs === undefined ? rows.slice(-limit) : rows.slice(from, from + limit);
  return page.map((income) => incomeRow(income.ix === null ? null : listingAt(context, income.ix), income));
}

/** The account's own liquidations and deleveragings. */
function forceOrders(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.optionalListing();
  const span = weekSpanOf(read);
  if (read.refusal !== null) return read.refusal;
  const { accounts } = context.side;
  const causes = new Map(
    accounts
      .fills(caller.accountId, { kind: 'perp', ...(listing === null ? {} : { ix: listing.ix }), ...span })
      .filter(({ cause }) => cause !== 'order')
      .map(({ orderId, cause }) => [orderId, cause] as const),
  );
  const rows: Record<string, unknown>[] = [];
  for (const [orderId, cause] of causes) {
    const order = accounts.order(caller.accountId, { id: orderId });
    if (order === null) continue;
    const row = futuresQueryRow(listingAt(context, order.request.ix), order);
    const clientOrderId = futuresClientId(order, cause);
    rows.push({ ...row, clientOrderId, autoCloseType: cause === 'adl' ? 'ADL' : 'LIQUIDATION' });
  }
  const wanted = read.text('autoCloseType');
  return rows.filter(({ autoCloseType }) => wanted === null || autoCloseType === wanted);
}

function adlQuantiles(context: BinancePrivateContext, caller: BinanceCaller): unknown {
  return heldOf(context, caller).map(({ listing, position }) => ({
    symbol: listing.instrument.wireSymbol,
    adlQuantile: { LONG: 0, SHORT: 0, BOTH: 0, [position.positionSide]: Math.max(0, position.adlRank - 1) },
  }));
}

/** One row of symbolConfig. */
export function symbolConfigRow(
  context: BinancePrivateContext,
  caller: BinanceCaller,
  listing: BinanceListing,
): Record<string, unknown> {
  const { leverage, marginMode } = context.side.accounts.setup(caller.accountId, listing.ix);
  return {
    symbol: listing.instrument.wireSymbol,
    marginType: marginMode === 'cross' ? 'CROSSED' : 'ISOLATED',
    isAutoAddMargin: 'false',
    leverage,
    maxNotionalValue: MAX_NOTIONAL,
  };
}

/** Answers for one symbol or for all; refuses an unknown one. */
export function forListings(
  context: BinancePrivateContext,
  params: URLSearchParams,
  row: (listing: BinanceListing) => unknown,
): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.optionalListing();
  if (read.refusal !== null) return read.refusal;
  return (listing === null ? context.product.listings : [listing]).map(row);
}
