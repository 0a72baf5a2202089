import type { InstrumentKind, Timeframe } from '@riptide/core/domain';

/** OKX's names of what it lists. MARGIN repeats the spot pairs that can be borrowed on. */
export type OkxInstType = 'SPOT' | 'MARGIN' | 'SWAP' | 'FUTURES' | 'OPTION';

/** Returns the kind of an instrument type, or null for a type that does not exist. */
export function kindOf(instType: string): InstrumentKind | null {
  switch (instType) {
    case 'SPOT':
    case 'MARGIN':
      return 'spot';
    case 'SWAP':
      return 'perp';
    case 'FUTURES':
      return 'future';
    case 'OPTION':
      return 'option';
    default:
      return null;
  }
}

/** Returns the instrument type of a kind. */
export function instTypeOf(kind: InstrumentKind): OkxInstType {
  switch (kind) {
    case 'spot':
      return 'SPOT';
    case 'perp':
      return 'SWAP';
    case 'future':
      return 'FUTURES';
    case 'option':
      return 'OPTION';
  }
}

/** Returns the aggressor of a public trade; null for anything but `buy` and `sell`. */
export function takerSideOf(side: string): 'BUY' | 'SELL' | null {
  if (side === 'buy') return 'BUY';
  return side === 'sell' ? 'SELL' : null;
}

/**
 * Returns whose position a forced order closes; null for anything but `buy` and `sell`.
 *
 * QUIRK(okx): `side` is the side of the forced order, so `sell` liquidates a long. `posSide` says `net` for accounts in one-way
 * mode and is not needed.
 */
export function liquidatedSideOf(side: string): 'LONG' | 'SHORT' | null {
  if (side === 'sell') return 'LONG';
  return side === 'buy' ? 'SHORT' : null;
}

/** OKX's names of candle widths. QUIRK(okx): days open at UTC+8 unless the name ends in `utc`. */
export const OKX_BARS: Readonly<Record<Timeframe, string>> = {
  '1m': '1m',
  '3m': '3m',
  '5m': '5m',
  '15m': '15m',
  '30m': '30m',
  '1h': '1H',
  '4h': '4H',
  '1d': '1Dutc',
};
