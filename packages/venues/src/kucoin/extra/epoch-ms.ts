import type { JsonCursor } from '../../kit/index.ts';

const QUOTE = 34;
const ZERO = 48;
const MS_DIGITS = 13;
const S_DIGITS = 10;

/**
 * Reads a time, bare or quoted, as epoch ms. KuCoin mixes s (10 digits), ms (13) and ns (19, beyond 2^53): the first 13 digits
 * are the milliseconds whatever the unit, so nothing is rounded. Fails on anything but 10 or 13 to 19 digits.
 *
 * HOT: no allocation.
 */
export function readEpochMs(cursor: JsonCursor): number {
  const bytes = cursor.source;
  let pos = cursor.position;
  const isQuoted = bytes[pos] === QUOTE;
  if (isQuoted) pos += 1;
  const start = pos;
  let value = 0;
  for (let digit = bytes[pos]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[pos]! - ZERO) {
    if (pos - start < MS_DIGITS) value = value * 10 + digit;
    pos += 1;
  }
  const digits = pos - start;
  // A bare number with a zero in front is no JSON.
  const isBareZero = !isQuoted && bytes[start] === ZERO;
  if (
    isBareZero ||
    (digits !== S_DIGITS && (digits < MS_DIGITS || digits > 19)) ||
    (isQuoted && bytes[pos] !== QUOTE)
  ) {
    cursor.failed = true;
    return Number.NaN;
  }
  cursor.seek(isQuoted ? pos + 1 : pos);
  return digits === S_DIGITS ? value * 1000 : value;
}

/** Returns a time of a parsed frame as epoch ms by the same rule; NaN when it is none. Whole numbers beyond 2^53 must come as text. */
export function epochMsOf(value: unknown): number {
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
  if (!/^(?:\d{10}|\d{13,19})$/.test(text)) return Number.NaN;
  return text.length === S_DIGITS ? Number(text) * 1000 : Number(text.slice(0, MS_DIGITS));
}
