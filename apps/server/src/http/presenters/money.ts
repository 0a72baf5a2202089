import { decimal, parseDecimal, roundTo, type Decimal } from '@riptide/core/domain';
import { price } from './numbers.ts';

const CENT_DIGITS = 2;

/** Returns a decimal text as a JSON number with at most `digits` digits behind the point; null stays null. For showing, never for paying. */
export function shownOrNull(text: string | null | undefined, digits: number): number | null {
  return text === null || text === undefined ? null : shown(text, digits);
}

/** Returns a decimal text as a JSON number with at most `digits` digits behind the point. */
export function shown(text: string, digits: number): number {
  return Number(roundTo(decimal(text), digits).toString());
}

/** Like `shown`, of a decimal that is at hand. */
export function shownDecimal(value: Decimal, digits: number): number {
  return Number(roundTo(value, digits).toString());
}

/** Returns a price or a quantity as a JSON number of 15 significant digits: what a number holds. */
export function exact(text: string): number {
  return Number(text);
}

/** Like `exact`; null stays null. */
export function exactOrNull(text: string | null): number | null {
  return text === null ? null : exact(text);
}

/** Returns an amount of USD rounded to the cent; null stays null. */
export function cents(text: string | null): Decimal | null {
  const value = text === null ? null : parseDecimal(text);
  return value === null ? null : roundTo(value, CENT_DIGITS);
}

/** Returns the exact sum; null when a part is unknown. */
export function sumOf(parts: readonly (Decimal | null)[]): Decimal | null {
  let sum: Decimal = decimal(0);
  for (const part of parts) {
    if (part === null) return null;
    sum = sum.plus(part);
  }
  return sum;
}

/** Returns a decimal as a JSON number; null stays null. */
export function toNumber(value: Decimal): number;
export function toNumber(value: Decimal | null): number | null;
export function toNumber(value: Decimal | null): number | null {
  return value === null ? null : Number(value.toString());
}

/** Returns a price as a JSON number of at most 10 significant digits; null stays null. */
export function pxOrNull(text: string | null): number | null {
  return text === null ? null : price(Number(text));
}
