import type { InstrumentKind, Timeframe } from '@riptide/core/domain';
import type { BybitProduct } from './urls.ts';

/** Returns the kind of a row; null for a contract type that does not exist. Spot rows have none. */
export function kindOf(contractType: string | undefined): InstrumentKind | null {
  switch (contractType) {
    case undefined:
      return 'spot';
    case 'LinearPerpetual':
    case 'InversePerpetual':
      return 'perp';
    case 'LinearFutures':
    case 'InverseFutures':
      return 'future';
    default:
      return null;
  }
}

/** Returns the product whose socket carries an instrument kind. */
export function productOf(kind: InstrumentKind): BybitProduct {
  return kind === 'spot' ? 'spot' : 'linear';
}

/** Returns the aggressor of a public trade; null for anything but `Buy` and `Sell`. */
export function takerSideOf(side: string): 'BUY' | 'SELL' | null {
  if (side === 'Buy') return 'BUY';
  return side === 'Sell' ? 'SELL' : null;
}

/** Bybit's names of candle widths. */
export const BYBIT_INTERVALS: Readonly<Record<Timeframe, string>> = {
  '1m': '1',
  '3m': '3',
  '5m': '5',
  '15m': '15',
  '30m': '30',
  '1h': '60',
  '4h': '240',
  '1d': 'D',
};
