import type { BookResetReason } from '../domain/index.ts';

/** Counters of one venue's books; numbers only grow. */
export interface BookCounters {
  crossed: number;
  resets: Record<BookResetReason, number>;
  /** Liquidations and closed candles dropped because nobody read them in time. */
  queueOverflow: number;
  /** Liquidations that were history when they came: kept for the screens, told to nobody. */
  lateLiquidations: number;
}

/** Returns counters that stand at zero. */
export function newBookCounters(): BookCounters {
  const resets = {
    'not-synced': 0,
    'sequence-gap': 0,
    'checksum-mismatch': 0,
    crossed: 0,
    disconnected: 0,
    silent: 0,
    'venue-reset': 0,
    'off-tick': 0,
  };
  return { crossed: 0, resets, queueOverflow: 0, lateLiquidations: 0 };
}
