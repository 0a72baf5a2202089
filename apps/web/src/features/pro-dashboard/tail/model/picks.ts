import type { TailItem } from './tail-rows.ts';
import { tailKey } from './tail-rows.ts';

/** Two rows to compare, as they were when they were picked. */
export interface Picks {
  readonly a: TailItem | null;
  readonly b: TailItem | null;
}

export const NO_PICKS: Picks = { a: null, b: null };

/** Picks a row: the first sets A, the second sets B, a third restarts with A. */
export function pickNext({ a, b }: Picks, item: TailItem): Picks {
  return a === null || b !== null ? { a: item, b: null } : { a, b: item };
}

/** Tells as what a row is picked. */
export function pickedAs({ a, b }: Picks, item: TailItem): 'A' | 'B' | 'A and B' | null {
  const isA = a !== null && tailKey(a) === tailKey(item);
  const isB = b !== null && tailKey(b) === tailKey(item);
  return isA && isB ? 'A and B' : isA ? 'A' : isB ? 'B' : null;
}
