import type { DecimalParts } from './exact-division.ts';

/**
 * Returns a positive number when `a` is larger than `b`, a negative one when it is smaller, 0 when they are equal.
 *
 * HOT: the library copies its argument first, which takes longer than to compare.
 */
export function compareDecimals(a: DecimalParts, b: DecimalParts): number {
  const sign = signOf(a);
  if (sign !== signOf(b)) return sign - signOf(b);
  if (sign === 0) return 0;
  return sign > 0 ? compareSizes(a, b) : compareSizes(b, a);
}

/** 0 of zero, whatever its sign says. */
function signOf({ s, c }: DecimalParts): number {
  return c[0] === 0 ? 0 : s;
}

/** Digits never begin or end with a zero, so the power of the first and the digits from there on tell. */
function compareSizes(a: DecimalParts, b: DecimalParts): number {
  if (a.e !== b.e) return a.e - b.e;
  const shared = Math.min(a.c.length, b.c.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = (a.c[at] as number) - (b.c[at] as number);
    if (difference !== 0) return difference;
  }
  return a.c.length - b.c.length;
}
