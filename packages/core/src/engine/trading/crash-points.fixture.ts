import { seededRandom } from '../../kernel/index.ts';

const SEED = 5;
/** Set by `npm run prove -- restarts`. */
export const IS_EVERY_POINT = process.env['EVERY_CRASH_POINT'] === '1';

/**
 * Returns where a process dies in a story that is played over and over: out of the records `first` to `end` (not included) the first and
 * the last and one of each of `most` equal stretches between them, drawn with a fixed seed; every record with `EVERY_CRASH_POINT=1`.
 */
export function crashPoints(first: number, end: number, most: number): readonly number[] {
  const all = Array.from({ length: end - first }, (_, n) => first + n);
  if (IS_EVERY_POINT || all.length <= most) return all;
  const random = seededRandom(SEED);
  const stretch = all.length / most;
  const drawn = Array.from({ length: most }, (_, n) => first + Math.floor((n + random()) * stretch));
  return [...new Set([first, ...drawn, end - 1])];
}
