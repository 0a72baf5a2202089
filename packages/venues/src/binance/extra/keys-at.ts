import { NO_NUMBER, type NumberCell, type PlainSource } from '../../kit/index.ts';

const QUOTE = 34;
const POINT = 46;
const COLON = 58;
/** A byte XOR this is below ten for digits only; nothing read behind a buffer's end is one either. */
const ZERO = 48;
const SHORT_DIGITS = 9;
const SAFE_MAX = Number.MAX_SAFE_INTEGER;
const POW10 = Float64Array.from({ length: SHORT_DIGITS + 1 }, (_, n) => 10 ** n);
const INT_POW10 = Int32Array.from(POW10);
/** `:"` */
const COLON_QUOTE = 0x223a;
const TEXT_SIZE = ',"k":"'.length;
/** `","B":"` between price and size. */
const BETWEEN_SIZE = 7;

const halfOf = (text: string): number => Buffer.from(text, 'latin1').readInt32LE(0);

/** `,"k"` of the keys of books and quotes, each as one number. */
export const PAIR_KEY = {
  a: halfOf(',"a"'),
  b: halfOf(',"b"'),
  s: halfOf(',"s"'),
  u: halfOf(',"u"'),
  E: halfOf(',"E"'),
  T: halfOf(',"T"'),
  U: halfOf(',"U"'),
};
/** `"u":` */
export const SEQUENCE_FIRST = halfOf('"u":');
const BETWEEN_BID = [halfOf('","B'), halfOf('B":"')] as const;
const BETWEEN_ASK = [halfOf('","A'), halfOf('A":"')] as const;
const [BID_HEAD, BID_TAIL] = BETWEEN_BID;
const [ASK_HEAD, ASK_TAIL] = BETWEEN_ASK;

/** True when `,"k":` stands at `pos`, told by its first four characters. HOT: two loads instead of five. */
export function isKeyAt({ bytes, end, view }: PlainSource, pos: number, pair: number): boolean {
  return pos + TEXT_SIZE <= end && view.getInt32(pos, true) === pair && bytes[pos + 4] === COLON;
}

/** True when `,"k":"` stands at `pos`. */
export function isTextAt({ end, view }: PlainSource, pos: number, pair: number): boolean {
  return pos + TEXT_SIZE <= end && view.getInt32(pos, true) === pair && view.getInt16(pos + 4, true) === COLON_QUOTE;
}

/**
 * Reads `64000.10","B":"1.2"`, or `A` for the ask, into the cell as `readPlainTicks` and `readPlainDecimal` do, and returns the
 * position behind the last quote, or NO_NUMBER.
 *
 * HOT: one function for both numbers and what stands between them, so that nothing is called per number.
 */
export function readPriceAndSize(
  { bytes, end, view }: PlainSource,
  from: number,
  decimals: number,
  isBid: boolean,
  cell: NumberCell,
): number {
  let pos = from;
  let ticks = 0;
  let digit = bytes[pos]! ^ ZERO;
  for (; digit < 10; digit = bytes[pos]! ^ ZERO) {
    ticks = (Math.imul(ticks, 10) + digit) | 0;
    pos += 1;
  }
  const pxDigits = pos - from;
  let missing = decimals;
  if (bytes[pos] === POINT) {
    pos += 1;
    for (digit = bytes[pos]! ^ ZERO; digit < 10 && missing > 0; digit = bytes[pos]! ^ ZERO) {
      ticks = (Math.imul(ticks, 10) + digit) | 0;
      missing -= 1;
      pos += 1;
    }
    while (bytes[pos] === ZERO) pos += 1;
  }
  if (missing > 0) ticks = Math.imul(ticks, INT_POW10[missing]!);
  if (pxDigits === 0 || pxDigits + decimals > SHORT_DIGITS || pos + BETWEEN_SIZE > end) return NO_NUMBER;
  if (view.getInt32(pos, true) !== (isBid ? BID_HEAD : ASK_HEAD)) return NO_NUMBER;
  if (view.getInt32(pos + 3, true) !== (isBid ? BID_TAIL : ASK_TAIL)) return NO_NUMBER;
  pos += BETWEEN_SIZE;
  const qtyAt = pos;
  let whole = 0;
  for (digit = bytes[pos]! ^ ZERO; digit < 10; digit = bytes[pos]! ^ ZERO) {
    whole = (Math.imul(whole, 10) + digit) | 0;
    pos += 1;
  }
  const qtyDigits = pos - qtyAt;
  cell.ticks = ticks;
  cell.value = whole;
  let partDigits = 0;
  if (bytes[pos] === POINT) {
    pos += 1;
    const partAt = pos;
    let part = 0;
    for (digit = bytes[pos]! ^ ZERO; digit < 10; digit = bytes[pos]! ^ ZERO) {
      part = (Math.imul(part, 10) + digit) | 0;
      pos += 1;
    }
    partDigits = pos - partAt;
    if (part !== 0 && partDigits <= SHORT_DIGITS) {
      const power = POW10[partDigits]!;
      // Exact whole number divided by an exact power of ten: rounds once, as the language's own reader does.
      const scaled = whole * power + part;
      if (scaled > SAFE_MAX) return NO_NUMBER;
      cell.value = scaled / power;
    }
  }
  if (qtyDigits === 0 || qtyDigits > SHORT_DIGITS || partDigits > SHORT_DIGITS || bytes[pos] !== QUOTE)
    return NO_NUMBER;
  return pos + 1;
}
