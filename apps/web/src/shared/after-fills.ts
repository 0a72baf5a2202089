import type { PositionRow } from '@riptide/contracts/calls';
import type { BrowserClock } from '../lib/browser-clock.ts';

/** A fill is followed by others of the same order; what they make of the figures is asked for once. */
const SOON_MS = 500;
/** However many fills come, the figures are asked for no more often than this by them. */
const LEAST_MS = 2000;
/** The server writes a closed trade down a moment after its last fill. */
const LATE_MS = 3000;

export interface FillWatch {
  /** Takes the open positions as they are told, whole. */
  readonly take: (positions: readonly PositionRow[]) => void;
  readonly end: () => void;
}

/**
 * Calls `askAnew` after fills: soon, and once more when what they closed is written down. A fill shows as a position that comes, goes, or has
 * another size, result or fees than before; what only the price moves is none.
 */
export function watchFills(clock: Pick<BrowserClock, 'nowMs' | 'after'>, askAnew: () => void): FillWatch {
  let before: string | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;
  let endSoon: (() => void) | null = null;
  let endLate: (() => void) | null = null;
  const ask = (): void => {
    askedMs = clock.nowMs();
    askAnew();
  };
  const take = (positions: readonly PositionRow[]): void => {
    const now = booked(positions);
    const isFill = before !== null && now !== before;
    before = now;
    if (!isFill) return;
    endSoon ??= clock.after(Math.max(SOON_MS, askedMs + LEAST_MS - clock.nowMs()), () => {
      endSoon = null;
      ask();
    });
    endLate?.();
    endLate = clock.after(LATE_MS, ask);
  };
  return {
    take,
    end: () => {
      endSoon?.();
      endLate?.();
    },
  };
}

function booked(positions: readonly PositionRow[]): string {
  return positions
    .map(({ id, side, size, realized_pnl: realised, fees }) => [id, side, size, realised, fees].join(' '))
    .sort()
    .join();
}
