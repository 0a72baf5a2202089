import type { TrailingOrderRow, VenueName } from '@riptide/contracts/calls';
import type { Tone } from '../../../../ui/tag.tsx';

/** What zeros fall back to, and the most each field takes; fractions: 0.02 is 2 %. */
const TRAIL_DISTANCE = { fallback: 0.02, max: 0.1 } as const;
const MAX_TRAIL = { fallback: 0.05, max: 0.2 } as const;

export interface TrailingValues {
  order_id: string;
  venue: VenueName;
  symbol: string;
  side: 'BUY' | 'SELL';
  entry_price: number | undefined;
  quantity: number | undefined;
  initial_tp_price: number | undefined;
  trailing_distance_pct: number | undefined;
  max_trailing_pct: number | undefined;
}

/** Gives a new order as the form begins it; its id is told apart by the time. */
export function newTrailing(nowMs: number, venue: VenueName): TrailingValues {
  return {
    order_id: `tr-${Math.floor(nowMs).toString(36).slice(-6)}`,
    venue,
    symbol: '',
    side: 'BUY',
    entry_price: undefined,
    quantity: undefined,
    initial_tp_price: 0,
    trailing_distance_pct: TRAIL_DISTANCE.fallback,
    max_trailing_pct: MAX_TRAIL.fallback,
  };
}

/** Gives the distances that zeros, and fields left empty, fall back to. */
export function withFallbacks({
  trailing_distance_pct: distance,
  max_trailing_pct: most,
  initial_tp_price: target,
}: Pick<TrailingValues, 'trailing_distance_pct' | 'max_trailing_pct' | 'initial_tp_price'>) {
  return {
    trailing_distance_pct: distance === 0 || distance === undefined ? TRAIL_DISTANCE.fallback : distance,
    max_trailing_pct: most === 0 || most === undefined ? MAX_TRAIL.fallback : most,
    initial_tp_price: target ?? 0,
  };
}

const STATE_TONES: Readonly<Record<TrailingOrderRow['state'], Tone>> = {
  initial: 'info',
  trailing: 'accent',
  triggered: 'ok',
  expired: 'warn',
};

/** Gives the colour of a state; any other is grey. */
export function toneOfState(state: string): Tone {
  return STATE_TONES[state as TrailingOrderRow['state']] ?? 'neutral';
}
