import { Big, type BigSource, type Comparison } from 'big.js';
import { compareDecimals } from './compare-decimals.ts';
import { divideExactly } from './exact-division.ts';
import type { DecimalString } from './units.ts';

/** An exact decimal. All money, prices and quantities of orders, fills and balances are of this type while they are computed. */
export type Decimal = Big;

/** A constructor of our own: other users of the library can't change our precision. Only division and roots round. */
const Exact = Big();
/** Digits behind the point that a division keeps. Products and sums are always exact. */
Exact.DP = 24;
Exact.RM = Exact.roundHalfEven;
Exact.NE = -1_000;
Exact.PE = 1_000;

/** The library's methods, but for the two that take most of the time where an order is judged: the same results, sooner. */
const methods = Object.create(Exact.prototype as object) as Big;
// oxlint-disable-next-line typescript/unbound-method -- called with its number by `call` below
const { div: divideByLibrary } = Exact.prototype as Big;
methods.div = function div(this: Big, by: BigSource): Big {
  // A remainder is made with a division that is cut off.
  if (Exact.RM !== Exact.roundHalfEven) return divideByLibrary.call(this, by);
  const divisor = new Exact(by);
  if (divisor.c[0] === 0) throw new Error('Invariant: a division by zero');
  return Object.assign(divisor, divideExactly(this, divisor, Exact.DP));
};
// What compares (`eq`, `lt`, …) asks this one.
methods.cmp = function cmp(this: Big, to: BigSource): Comparison {
  return Math.sign(compareDecimals(this, to instanceof Exact ? to : new Exact(to))) as Comparison;
};
Object.defineProperty(Exact, 'prototype', { value: methods });

export const ZERO: Decimal = new Exact(0);
export const ONE: Decimal = new Exact(1);

/**
 * Returns an exact decimal.
 *
 * A number is read by its shortest text, so `0.1` is one tenth. Meant for figures of instruments and settings, never for results
 * of float arithmetic.
 *
 * @throws Error `Invariant: …` when the text is no decimal number.
 */
export function decimal(value: DecimalString | number | Decimal): Decimal {
  try {
    return new Exact(typeof value === 'number' ? String(value) : value);
  } catch (e) {
    throw new Error(`Invariant: ${JSON.stringify(value)} is no decimal number`, { cause: e });
  }
}

/** Returns an exact decimal, or null when the text is none. For what comes from outside. */
export function parseDecimal(text: unknown): Decimal | null {
  if (typeof text === 'number') return Number.isFinite(text) ? new Exact(String(text)) : null;
  if (typeof text !== 'string' || !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return null;
  return new Exact(text.startsWith('+') ? text.slice(1) : text);
}

/** Returns the plain text of a decimal, without exponent and without trailing zeros. */
export function toDecimalString(value: Decimal): DecimalString {
  return value.c[0] === 0 ? '0' : value.toString();
}

export type RoundingMode = 'down' | 'up' | 'nearest';

/**
 * Returns the multiple of `step` at or next to `value`: `down` towards zero, `up` away from zero, `nearest` half to even.
 * The direction is always the caller's: a buy price goes down, a sell price up, a quantity down.
 */
export function quantize(value: Decimal, step: Decimal, mode: RoundingMode): Decimal {
  if (step.lte(0)) throw new Error(`Invariant: step ${toDecimalString(step)} is not positive`);
  const rounding = mode === 'down' ? Exact.roundDown : mode === 'up' ? Exact.roundUp : Exact.roundHalfEven;
  return value.div(step).round(0, rounding).times(step);
}

/** Returns true when `value` is a whole multiple of `step`. */
export function isMultipleOf(value: Decimal, step: Decimal): boolean {
  return value.mod(step).eq(0);
}

/** Returns the least common multiple of two positive decimals, exactly. @throws Error `Invariant: …` when one is not positive. */
export function leastCommonMultiple(a: Decimal, b: Decimal): Decimal {
  const unit = decimal(`1e-${Math.max(fractionDigits(a), fractionDigits(b))}`);
  const left = BigInt(a.div(unit).round(0).toString());
  const right = BigInt(b.div(unit).round(0).toString());
  if (left <= 0n || right <= 0n) throw new Error('Invariant: a step is not positive');
  return decimal(((left / greatestCommonDivisor(left, right)) * right).toString()).times(unit);
}

/** Returns how many digits a decimal has behind the point. */
export function fractionDigits(value: Decimal): number {
  const [, fraction = ''] = value.toString().split('.');
  return fraction.length;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** Returns `value` rounded to `digits` behind the point, half to even. */
export function roundTo(value: Decimal, digits: number): Decimal {
  return value.round(digits, Exact.roundHalfEven);
}

/** Returns the smaller of two decimals. */
export function minOf(a: Decimal, b: Decimal): Decimal {
  return a.lt(b) ? a : b;
}

/** Returns the larger of two decimals. */
export function maxOf(a: Decimal, b: Decimal): Decimal {
  return a.gt(b) ? a : b;
}

/** An amount of one asset. Amounts of different assets don't add. */
export interface Money {
  readonly asset: string;
  readonly amount: DecimalString;
}
