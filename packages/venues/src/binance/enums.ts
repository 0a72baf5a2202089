import type { InstrumentKind, Timeframe } from '@riptide/core/domain';

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
