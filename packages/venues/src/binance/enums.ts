import type {
  Fill,
  IncomeKind,
  InstrumentKind,
  OrderType,
  Timeframe,
  TimeInForce,
  VenueOrderStatus,
} from '@riptide/core/domain';

/** Returns the aggressor of a trade: `m` says whether the buyer was the maker. */
export function takerSideOf(isBuyerMaker: boolean): 'BUY' | 'SELL' {
  return isBuyerMaker ? 'SELL' : 'BUY';
}

/**
 * Returns whose position a forced order closed; null for any other text.
 *
 * `o.S` is the side of the liquidation order: SELL closes a long (docs/venues/binance.md, liquidations).
 */
export function liquidatedSideOf(orderSide: unknown): 'LONG' | 'SHORT' | null {
  if (orderSide === 'SELL') return 'LONG';
  return orderSide === 'BUY' ? 'SHORT' : null;
}

/** Returns the kind of a futures `contractType`; null for kinds the product leaves out (stocks, metals, unknown ones). */
export function futuresKindOf(contractType: string): InstrumentKind | null {
  switch (contractType) {
    case 'PERPETUAL':
    case 'PERPETUAL DELIVERING':
      return 'perp';
    case 'CURRENT_QUARTER':
    case 'NEXT_QUARTER':
    case 'CURRENT_QUARTER DELIVERING':
    case 'NEXT_QUARTER DELIVERING':
      return 'future';
    default:
      return null;
  }
}

/** How the venue writes candle widths. */
export const WIRE_INTERVALS: Readonly<Record<Timeframe, string>> = {
  '1m': '1m',
  '3m': '3m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '1h': '1h',
  '4h': '4h',
  '1d': '1d',
};

/** Returns how an order stands; null for any other text. Insurance and deleveraging orders are open until they fill. */
export function orderStatusOf(wireStatus: unknown): VenueOrderStatus | null {
  switch (wireStatus) {
    case 'NEW':
    case 'PENDING_NEW':
    case 'PARTIALLY_FILLED':
    case 'PENDING_CANCEL':
    case 'NEW_INSURANCE':
    case 'NEW_ADL':
      return 'open';
    case 'FILLED':
      return 'filled';
    case 'CANCELED':
      return 'cancelled';
    case 'REJECTED':
      return 'rejected';
    case 'EXPIRED':
    case 'EXPIRED_IN_MATCH':
      return 'expired';
    default:
      return null;
  }
}

/** Returns how a conditional order stands; null for any other text. FINISHED has traded or ended after its trigger. */
export function algoStatusOf(wireStatus: unknown): VenueOrderStatus | 'finished' | null {
  switch (wireStatus) {
    case 'NEW':
    case 'TRIGGERING':
      return 'untriggered';
    case 'TRIGGERED':
      return 'open';
    case 'FINISHED':
      return 'finished';
    case 'CANCELED':
      return 'cancelled';
    case 'REJECTED':
      return 'rejected';
    case 'EXPIRED':
      return 'expired';
    default:
      return null;
  }
}

/**
 * Returns the type of an order. Stops with a limit price and trailing stops, which only others give, count as the stop they are;
 * types that are not listed count as limit orders when they have a price, else as market orders.
 */
export function orderTypeOf(wireType: unknown, hasPrice: boolean): OrderType {
  switch (wireType) {
    case 'STOP_LOSS':
    case 'STOP_LOSS_LIMIT':
    case 'STOP':
    case 'STOP_MARKET':
    case 'TRAILING_STOP_MARKET':
      return 'stop-market';
    case 'TAKE_PROFIT':
    case 'TAKE_PROFIT_LIMIT':
    case 'TAKE_PROFIT_MARKET':
      return 'take-profit-market';
    case 'MARKET':
    case 'LIQUIDATION':
      return 'market';
    default:
      return hasPrice ? 'limit' : 'market';
  }
}

/** Returns the time in force; what rests until a date or for retail counts as GTC. */
export function tifOf(wireTif: unknown, wireType: unknown): TimeInForce {
  if (wireTif === 'GTX' || wireType === 'LIMIT_MAKER') return 'POST_ONLY';
  return wireTif === 'IOC' || wireTif === 'FOK' ? wireTif : 'GTC';
}

/** Returns what an income type is to the ledger; null for parts of a trade, which fills tell already. */
export function incomeKindOf(incomeType: string): IncomeKind | null {
  switch (incomeType) {
    case 'REALIZED_PNL':
    case 'COMMISSION':
      return null;
    case 'FUNDING_FEE':
    case 'SPECIAL_FUNDING_FEE':
      return 'funding';
    case 'TRANSFER':
    case 'INTERNAL_TRANSFER':
    case 'CROSS_COLLATERAL_TRANSFER':
    case 'STRATEGY_UMFUTURES_TRANSFER':
    case 'COIN_SWAP_DEPOSIT':
    case 'COIN_SWAP_WITHDRAW':
    // Money that was given is no result of trading: it must hide no loss of the day.
    case 'WELCOME_BONUS':
      return 'transfer';
    case 'INSURANCE_CLEAR':
      return 'liquidation-fee';
    case 'COMMISSION_REBATE':
    case 'API_REBATE':
    case 'REFERRAL_KICKBACK':
      return 'rebate';
    default:
      return 'adjustment';
  }
}

/** Returns why a fill came about, by the prefix the venue gives the client ids of its own orders. */
export function fillCauseOf(clientOrderId: string | null): Fill['cause'] {
  if (clientOrderId?.startsWith('adl_autoclose') === true) return 'adl';
  return clientOrderId?.startsWith('autoclose-') === true ? 'liquidation' : 'order';
}
