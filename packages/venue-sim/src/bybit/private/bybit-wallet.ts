import { decimal, toDecimalString, ZERO, type Decimal } from '@riptide/core/domain';
import type { SimBalance, SimPosition } from '../../account/model.ts';
import { listingAt, type BybitPrivateContext } from './bybit-context.ts';

const DOLLARS = new Set(['USDT', 'USDC', 'USD']);
const NOTHING = '';

interface CoinSums {
  readonly balance: SimBalance;
  readonly unrealised: Decimal;
  readonly positionMargin: Decimal;
  readonly maintenance: Decimal;
  /** Null: the venue lists no price for it. */
  readonly usdPx: Decimal | null;
}

/** Account-wide: one mode for every symbol. */
export function marginModeOf(context: BybitPrivateContext, accountId: number): 'isolated' | 'cross' {
  const first = context.categories.linear.all[0];
  if (first === undefined) throw new Error('Invariant: the venue lists no perpetual');
  return context.side.accounts.setup(accountId, first.ix).marginMode;
}

/** The account object of wallet-balance and of the `wallet` topic. `coins` picks coins; null: all. */
export function walletRow(
  context: BybitPrivateContext,
  accountId: number,
  coins: readonly string[] | null,
): Record<string, unknown> {
  const { accounts } = context.side;
  const positions = accounts.positions(accountId);
  const sums = accounts.balances(accountId, 'unified').map((balance) => sumsOf(context, balance, positions));
  const total = (of: (one: CoinSums) => Decimal): Decimal =>
    sums.reduce((sum, one) => (one.usdPx === null ? sum : sum.plus(of(one).times(one.usdPx))), ZERO);
  const isIsolated = marginModeOf(context, accountId) === 'isolated';
  const wide = (of: (one: CoinSums) => Decimal): string => (isIsolated ? NOTHING : text(total(of)));
  const rate = (of: (one: CoinSums) => Decimal): string => {
    const equity = total((one) => one.balance.total.plus(one.unrealised));
    return isIsolated || equity.lte(0) ? NOTHING : toDecimalString(total(of).div(equity).round(6));
  };
  const initial = (one: CoinSums): Decimal => one.positionMargin.plus(orderMargin(one));
  const picked = sums.filter(({ balance }) => coins === null || coins.includes(balance.asset));
  return {
    accountType: 'UNIFIED',
    accountIMRate: rate(initial),
    accountMMRate: rate((one) => one.maintenance),
    totalEquity: text(total((one) => one.balance.total.plus(one.unrealised))),
    totalWalletBalance: text(total((one) => one.balance.total)),
    totalMarginBalance: wide((one) => one.balance.total.plus(one.unrealised)),
    totalAvailableBalance: wide((one) => one.balance.free),
    totalPerpUPL: text(total((one) => one.unrealised)),
    totalInitialMargin: wide(initial),
    totalMaintenanceMargin: wide((one) => one.maintenance),
    accountIMRateByMp: rate(initial),
    accountMMRateByMp: rate((one) => one.maintenance),
    totalInitialMarginByMp: wide(initial),
    totalMaintenanceMarginByMp: wide((one) => one.maintenance),
    accountLTV: '0',
    coin: picked.map(coinRow),
  };
}

function sumsOf(context: BybitPrivateContext, balance: SimBalance, positions: readonly SimPosition[]): CoinSums {
  const held = positions.filter(({ ix }) => listingAt(context, ix).instrument.quote === balance.asset);
  const sum = (of: (position: SimPosition) => Decimal): Decimal =>
    held.reduce((total, position) => total.plus(of(position)), ZERO);
  return {
    balance,
    unrealised: sum(({ unrealised }) => unrealised),
    positionMargin: sum(({ margin }) => margin),
    maintenance: sum(({ maintenanceMargin }) => maintenanceMargin),
    usdPx: usdPxOf(context, balance.asset),
  };
}

/** A stable coin counts as a dollar; others by their last price on spot. */
function usdPxOf({ categories, market }: BybitPrivateContext, asset: string): Decimal | null {
  if (DOLLARS.has(asset)) return decimal(1);
  const listing = categories.spot.bySymbol.get(`${asset}USDT`);
  return listing === undefined ? null : decimal(market.dayStats(listing.ix).lastPx);
}

/** What orders hold beyond the positions. */
function orderMargin({ balance, positionMargin }: CoinSums): Decimal {
  const rest = balance.locked.minus(positionMargin);
  return rest.lt(0) ? ZERO : rest;
}

function coinRow(sums: CoinSums): Record<string, unknown> {
  const { balance, unrealised, positionMargin, maintenance, usdPx } = sums;
  const equity = balance.total.plus(unrealised);
  const isDollar = DOLLARS.has(balance.asset);
  return {
    coin: balance.asset,
    equity: toDecimalString(equity),
    usdValue: usdPx === null ? '0' : text(equity.times(usdPx)),
    walletBalance: toDecimalString(balance.total),
    locked: toDecimalString(isDollar ? ZERO : balance.locked),
    spotHedgingQty: '0',
    borrowAmount: '0',
    accruedInterest: '0',
    totalOrderIM: toDecimalString(isDollar ? orderMargin(sums) : ZERO),
    totalPositionIM: toDecimalString(positionMargin),
    totalPositionMM: toDecimalString(maintenance),
    unrealisedPnl: toDecimalString(unrealised),
    cumRealisedPnl: '0',
    bonus: '0',
    collateralSwitch: true,
    marginCollateral: true,
    colRes: '0',
    spotBorrow: '0',
    availableToWithdraw: NOTHING,
    availableToBorrow: NOTHING,
    free: NOTHING,
  };
}

function text(value: Decimal): string {
  return toDecimalString(value.round(8));
}
