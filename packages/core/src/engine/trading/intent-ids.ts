import type { Clock, Random } from '../../kernel/index.ts';

const COUNT_MAX = 36 ** 3;

/**
 * Returns a source of intent ids: the time in base 36 (8 characters until the year 2059), a counter (3) and chance (3), so that ids of two runs
 * in the same millisecond differ too. 14 of the 16 characters an intent id may have.
 */
export function newIntentIds(clock: Clock, random: Random): () => string {
  let count = 0;
  return () => {
    count = (count + 1) % COUNT_MAX;
    const chance = Math.floor(random() * COUNT_MAX);
    return `${clock.nowMs().toString(36)}${padded(count)}${padded(chance)}`;
  };
}

function padded(value: number): string {
  return value.toString(36).padStart(3, '0');
}
