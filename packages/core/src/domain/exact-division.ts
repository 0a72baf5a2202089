import type { Big } from 'big.js';

/** A decimal as the library keeps it: sign, digits, and the power of ten of the first digit. */
export type DecimalParts = Pick<Big, 's' | 'e' | 'c'>;

/** Whole numbers of so many digits are exact as a `number`. */
const NUMBER_DIGITS = 15;
const POWERS: readonly bigint[] = Array.from({ length: 80 }, (_, power) => 10n ** BigInt(power));

/**
 * Returns the quotient of two decimals, rounded half to even to `places` behind the point: digit for digit what the library's own long
 * division returns, in a fraction of the time. `divisor` must not be zero.
 *
 * HOT: every order is divided about a dozen times.
 */
export function divideExactly(dividend: DecimalParts, divisor: DecimalParts, places: number): DecimalParts {
  const sign = dividend.s === divisor.s ? 1 : -1;
  const shift = places + unitPower(dividend) - unitPower(divisor);
  let numerator = wholeOf(dividend);
  let denominator = wholeOf(divisor);
  if (shift >= 0) numerator *= powerOfTen(shift);
  else denominator *= powerOfTen(-shift);
  let quotient = numerator / denominator;
  const twice = (numerator - quotient * denominator) * 2n;
  if (twice > denominator || (twice === denominator && (quotient & 1n) === 1n)) quotient += 1n;
  return partsOf(quotient, sign, places);
}

/** The power of ten of the last digit. */
function unitPower({ e, c }: DecimalParts): number {
  return e - c.length + 1;
}

function powerOfTen(power: number): bigint {
  return POWERS[power] ?? 10n ** BigInt(power);
}

function wholeOf({ c }: DecimalParts): bigint {
  if (c.length > NUMBER_DIGITS) return BigInt(c.join(''));
  let whole = 0;
  for (const digit of c) whole = whole * 10 + digit;
  return BigInt(whole);
}

function partsOf(whole: bigint, s: number, places: number): DecimalParts {
  if (whole === 0n) return { s, e: 0, c: [0] };
  const text = whole.toString();
  let length = text.length;
  while (text.charCodeAt(length - 1) === 48) length -= 1;
  const c: number[] = [];
  for (let at = 0; at < length; at += 1) c.push(text.charCodeAt(at) - 48);
  return { s, e: text.length - 1 - places, c };
}
