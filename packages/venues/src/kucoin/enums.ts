import type {
  Fill,
  InstrumentKind,
  MarginMode,
  OrderSide,
  OrderType,
  Timeframe,
  TimeInForce,
} from '@riptide/core/domain';

/** The two classic services, each with its own hosts and symbol space. */
export const KUCOIN_PRODUCTS = ['spot', 'futures'] as const;
export type KucoinProduct = (typeof KUCOIN_PRODUCTS)[number];

/** Returns the service an instrument is traded on; null for kinds KuCoin's classic API does not have. */
export function productOf(kind: InstrumentKind): KucoinProduct | null {
  if (kind === 'spot') return 'spot';
  return kind === 'perp' || kind === 'future' ? 'futures' : null;
}

/** Returns the kind behind a contract's `type`: FFWCSX is perpetual, FFICSX has an expiry; null for anything else. */
export function contractKindOf(type: unknown): 'perp' | 'future' | null {
  switch (type) {
    case 'FFWCSX':
      return 'perp';
    case 'FFICSX':
      return 'future';
    default:
      return null;
  }
}

/** Returns the taker side of a public trade, or null for an unknown word. */
export function takerSideOf(side: unknown): 'BUY' | 'SELL' | null {
  switch (side) {
    case 'buy':
      return 'BUY';
    case 'sell':
      return 'SELL';
    default:
      return null;
  }
}

const SPOT_CANDLE_TYPES: Readonly<Record<Timeframe, string>> = {
  '1m': '1min',
  '3m': '3min',
  '5m': '5min',
  '15m': '15min',
  '30m': '30min',
  '1h': '1hour',
  '4h': '4hour',
  '1d': '1day',
};

const TIMEFRAME_MINUTES: Readonly<Record<Timeframe, number>> = {
  '1m': 1,
  '3m': 3,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '4h': 240,
  '1d': 1440,
};

/** Returns the spot candle endpoint's word for a timeframe. */
export function spotCandleType(timeframe: Timeframe): string {
  return SPOT_CANDLE_TYPES[timeframe];
}

/** Returns the width of a timeframe in minutes. */
export function timeframeMinutes(timeframe: Timeframe): number {
  return TIMEFRAME_MINUTES[timeframe];
}

/** Returns the futures granularity (minutes) a timeframe is made from: the venue has no 3 minutes, so those are built from 1. */
export function futuresGranularity(timeframe: Timeframe): number {
  return timeframe === '3m' ? 1 : TIMEFRAME_MINUTES[timeframe];
}

/** Returns the side of an order or fill of ours, or null for an unknown word. */
export function orderSideOf(side: unknown): OrderSide | null {
  return takerSideOf(side);
}

/** Returns the time in force a row says by two fields; GTT counts as GTC, it ends as cancelled. */
export function tifOf(timeInForce: unknown, postOnly: unknown): TimeInForce {
  if (postOnly === true || postOnly === 'true') return 'POST_ONLY';
  switch (timeInForce) {
    case 'IOC':
      return 'IOC';
    case 'FOK':
      return 'FOK';
    default:
      return 'GTC';
  }
}

/** Returns what a conditional order is by the side it trades and the way the price must move to fire it. */
export function conditionalTypeOf(side: OrderSide, stop: 'up' | 'down'): OrderType {
  return (side === 'SELL') === (stop === 'down') ? 'stop-market' : 'take-profit-market';
}

/** Returns the margin mode, or null for an unknown word. */
export function marginModeOf(mode: unknown): MarginMode | null {
  switch (mode) {
    case 'CROSS':
      return 'cross';
    case 'ISOLATED':
      return 'isolated';
    default:
      return null;
  }
}

/** Returns why a futures fill happened; `settlement` and plain trades are orders. */
export function fillCauseOf(tradeType: unknown): Fill['cause'] {
  switch (tradeType) {
    case 'liquid':
      return 'liquidation';
    case 'adl':
      return 'adl';
    default:
      return 'order';
  }
}

/** Returns which side of the book a fill was on, or null when it is not said. */
export function liquidityOf(liquidity: unknown): Fill['liquidity'] {
  return liquidity === 'maker' || liquidity === 'taker' ? liquidity : null;
}
