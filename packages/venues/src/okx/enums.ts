import type { Fill, InstrumentKind, Timeframe, VenueOrderStatus } from '@riptide/core/domain';

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

/** Time in force that ends an order: FOK and IOC. */
const EXPIRY_SOURCES: ReadonlySet<string> = new Set(['13', '14']);

/**
 * Returns how an order stands by its `state`; null for a state that does not exist. What ends by its time in force has expired.
 * Source: OKX v5 documentation, order details (state, cancelSource).
 */
export function orderStatus(state: string, cancelSource: string): VenueOrderStatus | null {
  switch (state) {
    case 'live':
    case 'partially_filled':
      return 'open';
    case 'filled':
      return 'filled';
    case 'canceled':
      return EXPIRY_SOURCES.has(cancelSource) ? 'expired' : 'cancelled';
    case 'mmp_canceled':
      return 'cancelled';
    default:
      return null;
  }
}

/** Returns how a conditional order stands; `open` once it became an order. null for a state that does not exist. */
export function algoStatus(state: string): VenueOrderStatus | null {
  switch (state) {
    case 'live':
    case 'pause':
      return 'untriggered';
    case 'effective':
    case 'partially_effective':
    case 'partially_failed':
      return 'open';
    case 'canceled':
      return 'cancelled';
    case 'order_failed':
      return 'rejected';
    default:
      return null;
  }
}

/** Why the venue cancelled an order. Source: OKX v5 documentation, cancelSource. */
const CANCEL_SOURCES: Readonly<Record<string, string>> = {
  '0': 'cancelled by the venue',
  '1': 'cancelled on request',
  '2': 'reduce-only, reduced before',
  '3': 'not enough margin',
  '6': 'deleveraging or margin',
  '9': 'not enough for the fees',
  '13': 'fill or kill, not filled whole',
  '14': 'immediate or cancel, rest not filled',
  '15': 'price out of bounds',
  '20': 'cancel-all-after ran out',
  '21': 'position gone',
  '22': 'conflicts with a reduce-only order',
  '23': 'conflicts with a reduce-only order',
  '27': 'price limit',
  '31': 'post-only, would have taken',
  '32': 'self-trade prevention',
};

/** Returns the venue's reason for the end of an order in words; null when it gives none. */
export function cancelReason(row: Readonly<Record<string, unknown>>): string | null {
  const source = String(row['cancelSource'] ?? '');
  const words = String(row['cancelSourceReason'] ?? '') || CANCEL_SOURCES[source];
  if (source === '') return words ?? null;
  return words === undefined ? `cancelSource ${source}` : `${words} (cancelSource ${source})`;
}

/**
 * Returns who caused an execution: the order's `category` where it is told, else the bill's `subType` (100 to 111 liquidation, 125 to
 * 128 deleveraging).
 */
export function fillCause(category: string, subType: string): Fill['cause'] {
  if (category === 'adl') return 'adl';
  if (category === 'full_liquidation' || category === 'partial_liquidation') return 'liquidation';
  const sub = Number(subType);
  if (sub >= 100 && sub <= 111) return 'liquidation';
  return sub >= 125 && sub <= 128 ? 'adl' : 'order';
}
