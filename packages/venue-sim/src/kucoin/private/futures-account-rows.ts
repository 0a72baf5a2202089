import { decimal, toDecimalString, ZERO } from '@riptide/core/domain';
import type { SimIncome, SimPosition } from '../../account/model.ts';
import type { KucoinListing } from '../kucoin-listing.ts';
import { kucoinListingAt, type KucoinPrivateContext } from './kucoin-context.ts';
import { numberOf } from './futures-order-row.ts';
import type { FundingRecord } from './funding-log.ts';

const POSITION_SIDES = { BOTH: 0, LONG: 1, SHORT: 2 } as const;

/** The id of a position; it stays the same while the symbol's position closes and opens. */
function positionIdOf({ accountId, ix, positionSide }: SimPosition): string {
  return `5000000000${String(accountId * 10_000 + ix * 10 + POSITION_SIDES[positionSide]).padStart(8, '0')}`;
}

/** One position, in JSON numbers; sizes are signed lots. */
export function futuresPositionRow({ market }: KucoinPrivateContext, listing: KucoinListing, position: SimPosition) {
  const { instrument } = listing;
  const isFlat = position.lots === 0;
  const sign = Math.sign(position.lots);
  const qty = decimal(instrument.qtyStep).times(position.lots);
  const perUnit = decimal(instrument.qtyScale);
  const cost = qty.times(perUnit).times(position.entryPx);
  const value = qty.times(perUnit).times(decimal(position.markPx));
  const { margin, unrealised } = position;
  const isCross = position.marginMode === 'cross';
  return {
    id: positionIdOf(position),
    symbol: listing.symbol,
    autoDeposit: false,
    crossMode: isCross,
    maintMarginReq: 0.004,
    riskLimit: 100_000,
    realLeverage: position.leverage,
    leverage: position.leverage,
    marginMode: isCross ? 'CROSS' : 'ISOLATED',
    positionSide: position.positionSide,
    delevPercentage: isFlat ? 0 : position.adlRank / 5,
    openingTimestamp: isFlat ? null : position.openedMs,
    currentTimestamp: market.nowMs(),
    currentQty: isFlat ? 0 : sign * Number(listing.size(Math.abs(position.lots))),
    currentCost: numberOf(cost),
    currentComm: 0,
    unrealisedCost: numberOf(cost),
    realisedGrossCost: 0,
    realisedCost: 0,
    isOpen: !isFlat,
    markPrice: numberOf(decimal(position.markPx)),
    markValue: numberOf(value),
    posCost: numberOf(cost),
    posCross: 0,
    posInit: numberOf(margin),
    posComm: 0,
    posLoss: 0,
    posMargin: numberOf(margin),
    posFunding: 0,
    posMaint: numberOf(position.maintenanceMargin),
    maintMargin: numberOf(margin.plus(unrealised)),
    realisedGrossPnl: numberOf(position.realised),
    realisedPnl: numberOf(position.realised),
    unrealisedPnl: numberOf(unrealised),
    unrealisedPnlPcnt: cost.eq(0) ? 0 : numberOf(unrealised.div(cost.abs()), 6),
    unrealisedRoePcnt: margin.eq(0) ? 0 : numberOf(unrealised.div(margin), 6),
    avgEntryPrice: numberOf(position.entryPx, 8),
    liquidationPrice: isFlat ? 0 : numberOf(decimal(position.liquidationPx ?? 0), 8),
    bankruptPrice: 0,
    settleCurrency: instrument.quote,
    isInverse: false,
    maintainMargin: 0.004,
  };
}

/** A symbol without a position. */
export function flatPosition(context: KucoinPrivateContext, accountId: number, ix: number): SimPosition {
  return {
    accountId,
    ix,
    positionSide: 'BOTH',
    lots: 0,
    entryPx: ZERO,
    markPx: context.market.mark(ix).markPx,
    ...context.side.accounts.setup(accountId, ix),
    margin: ZERO,
    maintenanceMargin: ZERO,
    unrealised: ZERO,
    realised: ZERO,
    liquidationPx: null,
    adlRank: 1,
    openedMs: 0,
    updatedMs: 0,
  };
}

/** Sums of one coin of the futures wallet, exact. */
function futuresSums(context: KucoinPrivateContext, accountId: number, currency: string) {
  const { accounts } = context.side;
  const balance = accounts.balances(accountId, 'futures').find(({ asset }) => asset === currency) ?? null;
  const held = accounts
    .positions(accountId)
    .filter(({ ix }) => kucoinListingAt(context, ix).instrument.quote === currency);
  const sum = (of: (position: SimPosition) => SimPosition['margin']) =>
    held.reduce((total, position) => total.plus(of(position)), ZERO);
  const total = balance?.total ?? ZERO;
  const free = balance?.free ?? ZERO;
  const unrealised = sum((position) => position.unrealised);
  const positionMargin = sum(({ margin }) => margin);
  const rest = (balance?.locked ?? ZERO).minus(positionMargin);
  const orderMargin = rest.lt(0) ? ZERO : rest;
  const maintenance = sum(({ maintenanceMargin }) => maintenanceMargin);
  const updatedMs = balance?.updatedMs ?? 0;
  return { total, free, unrealised, positionMargin, orderMargin, maintenance, updatedMs, held };
}

/** The answer of `account-overview`. */
export function overviewRow(context: KucoinPrivateContext, accountId: number, currency: string) {
  const sums = futuresSums(context, accountId, currency);
  const equity = sums.total.plus(sums.unrealised);
  return {
    accountEquity: numberOf(equity),
    unrealisedPNL: numberOf(sums.unrealised),
    marginBalance: numberOf(sums.total),
    positionMargin: numberOf(sums.positionMargin),
    orderMargin: numberOf(sums.orderMargin),
    frozenFunds: 0,
    availableBalance: numberOf(sums.free),
    currency,
    riskRatio: equity.lte(0) ? 0 : numberOf(sums.maintenance.div(equity), 6),
    maxWithdrawAmount: numberOf(sums.free),
  };
}

/** The data of `walletBalance.change`: texts. */
export function walletRow(context: KucoinPrivateContext, accountId: number, currency: string) {
  const sums = futuresSums(context, accountId, currency);
  const part = (mode: 'cross' | 'isolated', of: (position: SimPosition) => SimPosition['margin']): string =>
    toDecimalString(
      sums.held.filter(({ marginMode }) => marginMode === mode).reduce((total, one) => total.plus(of(one)), ZERO),
    );
  const nowMs = context.market.nowMs();
  return {
    crossPosMargin: part('cross', ({ margin }) => margin),
    isolatedOrderMargin: '0',
    holdBalance: '0',
    equity: toDecimalString(sums.total.plus(sums.unrealised)),
    version: String(nowMs),
    availableBalance: toDecimalString(sums.free),
    isolatedPosMargin: part('isolated', ({ margin }) => margin),
    maxWithdrawAmount: toDecimalString(sums.free),
    walletBalance: toDecimalString(sums.total),
    isolatedFundingFeeMargin: '0',
    crossUnPnl: part('cross', ({ unrealised }) => unrealised),
    totalCrossMargin: toDecimalString(sums.total),
    currency,
    isolatedUnPnl: part('isolated', ({ unrealised }) => unrealised),
    availableMargin: toDecimalString(sums.free),
    crossOrderMargin: toDecimalString(sums.orderMargin),
    timestamp: String(nowMs),
  };
}

/** One funding payment: positive was received. */
export function fundingRow(listing: KucoinListing, { income, lots, markPx }: FundingRecord, marginMode: string) {
  const qty = Number(listing.size(Math.abs(lots))) * Math.sign(lots);
  const cost = decimal(qty).times(decimal(listing.instrument.qtyScale)).times(decimal(markPx));
  return {
    id: income.id,
    symbol: listing.symbol,
    timePoint: income.atMs,
    fundingRate: cost.eq(0) ? 0 : numberOf(income.amount.times(-1).div(cost), 8),
    markPrice: markPx,
    positionQty: qty,
    positionCost: numberOf(cost),
    funding: numberOf(income.amount),
    settleCurrency: income.asset,
    context: '',
    marginMode,
  };
}

/** What moved the futures wallet. */
export function historyRow(income: SimIncome, offset: number) {
  const isIn = income.amount.gte(0);
  const type =
    income.kind === 'transfer'
      ? isIn
        ? 'TransferIn'
        : 'TransferOut'
      : income.kind === 'deposit'
        ? 'Deposit'
        : 'RealisedPNL';
  return {
    time: income.atMs,
    type,
    amount: numberOf(income.amount),
    fee: 0,
    accountEquity: numberOf(income.balanceAfter),
    status: 'Completed',
    remark: income.kind,
    offset,
    currency: income.asset,
  };
}
