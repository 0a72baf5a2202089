import type { Literal } from './literal.ts';
import { NumberCell, readPlainMs } from './plain-numbers.ts';

const SPACE = 32;
const QUOTE = 34;
const MINUS = 45;
const POINT = 46;
const BACKSLASH = 92;
/** A byte XOR this is below ten for digits only; nothing read behind a buffer's end is one either. */
const ZERO = 48;
/** So many decimal digits always fit an int32. */
const INT_DIGITS = 9;
const INT32_MAX = 2_147_483_647;
const SAFE_MAX = Number.MAX_SAFE_INTEGER;
const FRACTION_MAX = 22;
const POW10 = Float64Array.from({ length: FRACTION_MAX + 1 }, (_, n) => Number(`1e${n}`));
const INT_POW10 = Int32Array.from({ length: INT_DIGITS + 1 }, (_, n) => 10 ** n);
const WORD_BYTES = 4;
const SEQUENCES = 256;
const QUOTE_COMMA_QUOTE = 3;
const NO_BYTES = Buffer.alloc(0);

/**
 * Steps through bytes that are written exactly as a venue writes them: fixed texts and plain numbers between them.
 *
 * HOT: the first tier of a decoder; no allocation but one view per buffer. Whatever differs clears `isPlain`, and nothing read is
 * to be used then: the key-driven reader starts over and judges. Bytes behind the frame may be read, so the owner checks last that
 * `pos` is where the frame ends. Numbers of many digits are kept in `value`, so that none is boxed on its way.
 */
export class PlainBytes {
  pos = 0;
  end = 0;
  isPlain = true;
  /** The last number read by `readUint`, `readMs` or `readDecimal`. */
  value = Number.NaN;
  /** Price decimals of the levels to read. */
  decimals = 0;
  /** The price of the last long level read. */
  ticks = 0;
  /** Of the levels last read with one, by their place in the side. */
  sequences = new Float64Array(SEQUENCES);
  bytes: Buffer = NO_BYTES;
  private readonly cell = new NumberCell();
  view: DataView = new DataView(NO_BYTES.buffer);

  /** Starts on a new frame. */
  start(bytes: Buffer, pos: number, end: number): void {
    if (bytes !== this.bytes) {
      this.bytes = bytes;
      this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    }
    this.pos = pos;
    this.end = Math.min(end, bytes.length);
    this.isPlain = true;
  }

  /** True when the text stands at another place of the frame. */
  isAt(text: Literal, pos: number): boolean {
    return text.standsAt(this.view, pos, this.end);
  }

  /** Steps over a text if it stands here. */
  take(text: Literal): boolean {
    if (!text.standsAt(this.view, this.pos, this.end)) return false;
    this.pos += text.length;
    return true;
  }

  /** Steps over a text that must stand here. */
  expect(text: Literal): void {
    if (!text.standsAt(this.view, this.pos, this.end)) this.isPlain = false;
    this.pos += text.length;
  }

  /** Steps over the same bytes as in `[from, to)`. */
  expectSame(from: number, to: number): void {
    const { pos, view } = this;
    const size = to - from;
    if (size < WORD_BYTES || pos + size > this.end) return this.expectSameBytes(from, size);
    const last = size - WORD_BYTES;
    let isSame = view.getInt32(pos + last, true) === view.getInt32(from + last, true);
    for (let at = 0; at < last; at += WORD_BYTES)
      if (view.getInt32(pos + at, true) !== view.getInt32(from + at, true)) isSame = false;
    if (!isSame) this.isPlain = false;
    this.pos = pos + size;
  }

  /** Goes to the next quote and returns its position; an escape, a control character or the end of the frame is not plain. */
  seekQuote(): number {
    const { bytes, end } = this;
    let { pos } = this;
    let c = bytes[pos]!;
    while (pos < end && c !== QUOTE) {
      if (c === BACKSLASH || c < SPACE) this.isPlain = false;
      pos += 1;
      c = bytes[pos]!;
    }
    if (pos >= end) this.isPlain = false;
    this.pos = pos;
    return pos;
  }

  /** Reads a bare whole number below 2^53, without zeros in front, into `value`. */
  readUint(): void {
    const { bytes } = this;
    const from = this.pos;
    let pos = from;
    let low = 0;
    let digit = bytes[pos]! ^ ZERO;
    for (; digit < 10 && pos - from < INT_DIGITS; digit = bytes[pos]! ^ ZERO) {
      low = (Math.imul(low, 10) + digit) | 0;
      pos += 1;
    }
    let value = low;
    if (digit < 10) {
      const middle = pos;
      low = 0;
      for (; digit < 10 && pos - middle < INT_DIGITS; digit = bytes[pos]! ^ ZERO) {
        low = (Math.imul(low, 10) + digit) | 0;
        pos += 1;
      }
      value = value * POW10[pos - middle]! + low;
    }
    const hasZeros = bytes[from] === ZERO && pos > from + 1;
    if (pos === from || digit < 10 || value > SAFE_MAX || hasZeros) this.isPlain = false;
    this.pos = pos;
    this.value = value;
  }

  /** Reads a bare whole number that may be negative into `value`. */
  readInt(): void {
    if (this.bytes[this.pos] !== MINUS) return this.readUint();
    this.pos += 1;
    this.readUint();
    this.value = -this.value;
  }

  /** Reads a time of 13 digits, epoch ms, into `value`. */
  readMs(): void {
    const { view, pos } = this;
    if (pos + 14 > this.end) {
      this.isPlain = false;
      return;
    }
    if (!readPlainMs(view, pos, this.cell)) this.isPlain = false;
    this.value = this.cell.value;
    this.pos = pos + 13;
  }

  /** Keeps the number just read as the sequence of a level. */
  keepSequence(at: number): void {
    if (at >= this.sequences.length) {
      const old = this.sequences;
      this.sequences = new Float64Array(old.length * 2);
      this.sequences.set(old);
    }
    this.sequences[at] = this.value;
  }

  /** Steps over at most so many digits. */
  skipDigits(most: number): void {
    const { bytes } = this;
    const stop = this.pos + most;
    while (this.pos < stop && (bytes[this.pos]! ^ ZERO) < 10) this.pos += 1;
  }

  /**
   * Reads a non-negative decimal into `value`, as the double `Number(text)` gives. Quotes around it are not read: it may be bare, so
   * zeros in front or a point at its end are not plain.
   */
  readDecimal(): void {
    const { bytes } = this;
    const from = this.pos;
    let pos = from;
    let value = 0;
    let fraction = 0;
    let digit = bytes[pos]! ^ ZERO;
    for (; digit < 10; digit = bytes[pos]! ^ ZERO) {
      value = (Math.imul(value, 10) + digit) | 0;
      pos += 1;
    }
    let digits = pos - from;
    if (digits > 1 && bytes[from] === ZERO) this.isPlain = false;
    if (digits > 0 && bytes[pos] === POINT) {
      pos += 1;
      const pointAt = pos;
      for (digit = bytes[pos]! ^ ZERO; digit < 10; digit = bytes[pos]! ^ ZERO) {
        value = (Math.imul(value, 10) + digit) | 0;
        pos += 1;
      }
      fraction = pos - pointAt;
      digits += fraction;
      if (fraction === 0) this.isPlain = false;
    }
    this.pos = pos;
    if (digits === 0 || digits > INT_DIGITS) return this.readLongDecimal(from, pos, fraction);
    // Exact whole number divided by an exact power of ten: rounds once, as the language's own reader does.
    this.value = fraction === 0 ? value : value / POW10[fraction]!;
  }

  /** Reads a non-negative price as ticks at 10^decimals; a finer price, or one beyond int32, is not plain. */
  readTicks(decimals: number): number {
    const { bytes } = this;
    const from = this.pos;
    let pos = from;
    let ticks = 0;
    let missing = decimals;
    let digit = bytes[pos]! ^ ZERO;
    for (; digit < 10; digit = bytes[pos]! ^ ZERO) {
      ticks = (Math.imul(ticks, 10) + digit) | 0;
      pos += 1;
    }
    let digits = pos - from;
    if (digits > 0 && bytes[pos] === POINT) {
      pos += 1;
      for (digit = bytes[pos]! ^ ZERO; digit < 10 && missing > 0; digit = bytes[pos]! ^ ZERO) {
        ticks = (Math.imul(ticks, 10) + digit) | 0;
        missing -= 1;
        pos += 1;
      }
      digits += decimals - missing;
      while (bytes[pos] === ZERO) pos += 1;
    }
    this.pos = pos;
    if (digits === 0 || digits + missing > INT_DIGITS) return this.readLongTicks(from, digits, missing);
    return missing === 0 ? ticks : Math.imul(ticks, INT_POW10[missing]!);
  }

  /**
   * Reads a price and a size of more digits than `readPlainLevels` takes in its stride, into `ticks` and `value`. Both stand between
   * quotes; stops behind the second one.
   */
  readLongLevel(decimals: number, pxAt: number, qtyAt: number): boolean {
    this.pos = pxAt;
    this.ticks = this.readTicks(decimals);
    const isPxWhole = this.bytes[this.pos] === QUOTE && this.pos + QUOTE_COMMA_QUOTE === qtyAt;
    this.pos = qtyAt;
    this.readDecimal();
    const isQtyWhole = this.bytes[this.pos] === QUOTE;
    this.pos += 1;
    return this.isPlain && isPxWhole && isQtyWhole;
  }

  private expectSameBytes(from: number, size: number): void {
    const { bytes, pos } = this;
    for (let at = 0; at < size; at += 1) if (bytes[pos + at] !== bytes[from + at]) this.isPlain = false;
    this.pos = pos + size;
  }

  private readLongDecimal(from: number, to: number, fraction: number): void {
    const value = this.digitsOf(from, to - from);
    if (to === from || value > SAFE_MAX || fraction > FRACTION_MAX) this.isPlain = false;
    this.value = value / POW10[Math.min(fraction, FRACTION_MAX)]!;
  }

  private readLongTicks(from: number, digits: number, missing: number): number {
    const value = this.digitsOf(from, digits + 1) * POW10[Math.min(missing, FRACTION_MAX)]!;
    if (digits > 0 && value <= INT32_MAX) return value | 0;
    this.isPlain = false;
    return 0;
  }

  /** Returns the digits in so many bytes as one number, the point left out; a rest that is no digit ends it. */
  private digitsOf(from: number, size: number): number {
    let value = 0;
    for (let pos = from; pos < from + size; pos += 1) {
      const c = this.bytes[pos]!;
      if (c === POINT) continue;
      const digit = c ^ ZERO;
      if (digit > 9) break;
      value = value * 10 + digit;
    }
    return value;
  }
}
