/** A byte XOR this is below ten for digits only; nothing read behind a buffer's end is one either. */
const ZERO = 48;
const POINT = 46;
/** So many decimal digits always fit an int32. */
const INT_DIGITS = 9;
const EIGHT = 8;
/** So many digits behind eight others stay below 2^53. */
const LOW_DIGITS_MAX = 7;
const SAFE_MAX = Number.MAX_SAFE_INTEGER;
const MS_DIGITS = 13;
/** The least of four digits of which the first is no zero. */
const FOUR_DIGITS_LEAST = 1000;
const POW10 = Float64Array.from({ length: INT_DIGITS + 1 }, (_, n) => 10 ** n);
const INT_POW10 = Int32Array.from(POW10);

/** Returned where no such number stands. */
export const NO_NUMBER = -1;

/** A frame: its bytes, a view of them, and where it ends. */
export interface PlainSource {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly end: number;
}

/**
 * Where readers leave what they read.
 * HOT: a number returned by a call would be put into an object, and one in a typed array costs the checks of the array each time.
 */
export class NumberCell {
  value = Number.NaN;
  /** A price, always an int32. */
  ticks = 0;
}

/**
 * Reads a bare whole number of at most 15 digits, without zeros in front, into the cell and returns the position behind it, or
 * NO_NUMBER.
 *
 * HOT: the first eight digits at once, for sequences have as many.
 */
export function readPlainUint(scan: PlainSource, from: number, cell: NumberCell): number {
  const { bytes, view } = scan;
  let pos = from;
  let high = 0;
  if (from + EIGHT <= scan.end) {
    const first = fourDigits(view.getInt32(from, true));
    const second = fourDigits(view.getInt32(from + 4, true));
    if ((first | second) >= 0) {
      high = Math.imul(first, 10_000) + second;
      pos += EIGHT;
    }
  }
  const middle = pos;
  let low = 0;
  for (let digit = bytes[pos]! ^ ZERO; digit < 10; digit = bytes[pos]! ^ ZERO) {
    low = (Math.imul(low, 10) + digit) | 0;
    pos += 1;
  }
  // Less than eight digits, or eight and seven: each half fits an int32, both together 2^53.
  if (pos === from || pos - middle > LOW_DIGITS_MAX || (bytes[from] === ZERO && pos > from + 1)) return NO_NUMBER;
  cell.value = high * POW10[pos - middle]! + low;
  return pos;
}

/**
 * Reads a non-negative price of at most nine digits as ticks at 10^decimals into the cell and returns the position behind it, or
 * NO_NUMBER; digits finer than a tick must be zeros.
 */
export function readPlainTicks(bytes: Buffer, from: number, decimals: number, cell: NumberCell): number {
  let pos = from;
  let value = 0;
  let digit = bytes[pos]! ^ ZERO;
  for (; digit < 10; digit = bytes[pos]! ^ ZERO) {
    value = (Math.imul(value, 10) + digit) | 0;
    pos += 1;
  }
  const whole = pos - from;
  if (whole === 0 || whole + decimals > INT_DIGITS) return NO_NUMBER;
  let missing = decimals;
  if (bytes[pos] === POINT) {
    pos += 1;
    for (digit = bytes[pos]! ^ ZERO; digit < 10 && missing > 0; digit = bytes[pos]! ^ ZERO) {
      value = (Math.imul(value, 10) + digit) | 0;
      missing -= 1;
      pos += 1;
    }
    while (bytes[pos] === ZERO) pos += 1;
  }
  cell.ticks = missing > 0 ? Math.imul(value, INT_POW10[missing]!) : value;
  return pos;
}

/**
 * Reads a non-negative decimal of at most nine digits before its point and nine behind into the cell, as the double `Number(text)`
 * gives, and returns the position behind it, or NO_NUMBER.
 */
export function readPlainDecimal(bytes: Buffer, from: number, cell: NumberCell): number {
  let pos = from;
  let whole = 0;
  let digit = bytes[pos]! ^ ZERO;
  for (; digit < 10; digit = bytes[pos]! ^ ZERO) {
    whole = (Math.imul(whole, 10) + digit) | 0;
    pos += 1;
  }
  if (pos === from || pos - from > INT_DIGITS) return NO_NUMBER;
  cell.value = whole;
  if (bytes[pos] !== POINT) return pos;
  pos += 1;
  const pointAt = pos;
  let part = 0;
  for (digit = bytes[pos]! ^ ZERO; digit < 10; digit = bytes[pos]! ^ ZERO) {
    part = (Math.imul(part, 10) + digit) | 0;
    pos += 1;
  }
  if (pos - pointAt > INT_DIGITS) return NO_NUMBER;
  if (part === 0) return pos;
  const power = POW10[pos - pointAt]!;
  const scaled = whole * power + part;
  // Exact whole number divided by an exact power of ten: rounds once, as the language's own reader does.
  cell.value = scaled / power;
  return scaled <= SAFE_MAX ? pos : NO_NUMBER;
}

/** Reads a time of 13 digits, the first no zero, epoch ms, into the cell and tells whether they were; the view reaches 13 bytes further. */
export function readPlainMs(view: DataView, pos: number, cell: NumberCell): boolean {
  const last = view.getUint8(pos + MS_DIGITS - 1) ^ ZERO;
  const first = fourDigits(view.getInt32(pos, true));
  const second = fourDigits(view.getInt32(pos + 4, true));
  const third = fourDigits(view.getInt32(pos + 8, true));
  if (((first - FOUR_DIGITS_LEAST) | second | third) < 0 || last > 9) return false;
  cell.value = (first * 10_000 + second) * 100_000 + (third * 10 + last);
  return true;
}

/** Returns the number that four characters, lowest byte first, spell; negative when one of them is no digit. */
function fourDigits(word: number): number {
  const digits = word ^ 0x30303030;
  if (((digits | ((digits + 0x06060606) | 0)) & 0xf0f0f0f0) !== 0) return -1;
  const pairs = Math.imul(digits, 10) + (digits >> 8);
  return Math.imul(pairs & 0xff, 100) + ((pairs >> 16) & 0xff);
}
