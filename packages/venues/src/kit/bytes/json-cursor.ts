import type { DepthMessage } from '@riptide/core/domain';
import { isOfNumber } from './is-of-number.ts';
import { END_OF_OBJECT } from './key-code.ts';
import { scalarEnd } from './scalar-end.ts';

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const ZERO = 48;
const NINE = 57;

const POW10 = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
const INT32_MAX = 2_147_483_647;

/** Returned by `readLevelTicks` for a price beyond int32. */
export const FAR_TICKS = -1;

/**
 * Reads JSON where it lies, byte by byte, without building strings or objects: key-driven, so indifferent to key order, unknown
 * keys and white space.
 *
 * HOT: no allocation but in `text()`. Anything unexpected sets `failed` and lets every further read return quickly, so a caller
 * checks once, at the end, before it uses what it read. A frame that ends early fails: nothing beyond `end` counts.
 */
export class JsonCursor {
  failed = false;
  /** Set when a price had non-zero digits finer than the scale asked for; the value read is then not usable. */
  offTick = false;
  /** Span of the last string read. */
  stringStart = 0;
  stringEnd = 0;
  private bytes: Buffer = Buffer.alloc(0);
  private pos = 0;
  private end = 0;

  /** Starts on a new frame. */
  reset(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.pos = start;
    this.end = end;
    this.failed = false;
    this.offTick = false;
  }

  /** Where the next value starts; for `seek`. */
  get position(): number {
    return this.pos;
  }

  /** Goes back (or on) to a position of this frame, e.g. to read levels after the sequence numbers behind them. */
  seek(position: number): void {
    this.pos = position;
  }

  /** True when everything was read without a fault and within the frame. */
  get isSound(): boolean {
    return !this.failed && this.pos <= this.end;
  }

  /** Steps into an object; false (and failed) when there is none. */
  enterObject(): boolean {
    return this.enter(OPEN_OBJECT);
  }

  /** Steps into an array; false (and failed) when there is none. */
  enterArray(): boolean {
    return this.enter(OPEN_ARRAY);
  }

  /** Goes to the value of the next key and returns the key's code, or END_OF_OBJECT after stepping out. */
  nextKey(): number {
    const { bytes } = this;
    let c = this.skipSeparators();
    if (c === CLOSE_OBJECT) {
      this.pos += 1;
      return END_OF_OBJECT;
    }
    if (c !== QUOTE || this.failed) return this.fail(END_OF_OBJECT);
    let pos = this.pos + 1;
    let code = 17;
    for (c = bytes[pos]!; c !== QUOTE; c = bytes[pos]!) {
      // An escape would hide where the key ends; no venue has one in a key.
      if (pos >= this.end || c === BACKSLASH) return this.fail(END_OF_OBJECT);
      code = (Math.imul(code, 31) + c) | 0;
      pos += 1;
    }
    pos += 1;
    while (bytes[pos]! <= 32) pos += 1;
    if (bytes[pos] !== COLON) return this.fail(END_OF_OBJECT);
    pos += 1;
    while (bytes[pos]! <= 32) pos += 1;
    this.pos = pos;
    return code === END_OF_OBJECT ? 1 : code;
  }

  /** True when another array element follows (the cursor stands on it); false after stepping out. */
  nextElement(): boolean {
    const c = this.skipSeparators();
    if (c === CLOSE_ARRAY) {
      this.pos += 1;
      return false;
    }
    if (this.pos >= this.end || this.failed) return this.fail(false);
    return true;
  }

  /** Steps over a value of any kind. */
  skipValue(): void {
    const c = this.bytes[this.pos]!;
    if (c === QUOTE) this.skipString();
    else if (c === OPEN_OBJECT || c === OPEN_ARRAY) this.skipNested();
    else this.skipScalar();
  }

  /** True when the value is null; steps over it then. */
  takeNull(): boolean {
    if (this.bytes[this.pos] !== 110) return false;
    this.skipScalar();
    return true;
  }

  /** Reads `true` or `false`. */
  readBoolean(): boolean {
    const c = this.bytes[this.pos]!;
    if (c !== 116 && c !== 102) return this.fail(false);
    this.skipScalar();
    return c === 116;
  }

  /** Reads a non-negative integer below 2^53, bare or quoted. */
  readUint(): number {
    const { bytes } = this;
    let pos = this.pos;
    const isQuoted = bytes[pos] === QUOTE;
    if (isQuoted) pos += 1;
    const start = pos;
    let value = 0;
    for (let digit = bytes[pos]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[pos]! - ZERO) {
      value = value * 10 + digit;
      pos += 1;
    }
    if (pos === start || value > Number.MAX_SAFE_INTEGER || pos > this.end) return this.fail(0);
    if (isQuoted) {
      if (bytes[pos] !== QUOTE) return this.fail(0);
      pos += 1;
    }
    this.pos = pos;
    return value;
  }

  /** Reads an integer that may be negative, bare or quoted. */
  readInt(): number {
    const isQuoted = this.bytes[this.pos] === QUOTE;
    const at = isQuoted ? this.pos + 1 : this.pos;
    if (this.bytes[at] !== MINUS) return this.readUint();
    this.pos = at + 1;
    const value = -this.readUint();
    if (isQuoted) this.pos += 1;
    return value;
  }

  /**
   * Reads a decimal, bare or quoted, as the same double as `Number(text)`. An empty string, as some venues send for
   * "none", gives NaN without failing.
   */
  readDecimal(): number {
    const { bytes } = this;
    let pos = this.pos;
    const isQuoted = bytes[pos] === QUOTE;
    if (isQuoted) pos += 1;
    const start = pos;
    const isNegative = bytes[pos] === MINUS;
    if (isNegative) pos += 1;
    let value = 0;
    let digits = 0;
    let scale = 0;
    let c = bytes[pos]!;
    for (; c >= ZERO && c <= NINE; c = bytes[pos]!) {
      value = value * 10 + (c - ZERO);
      digits += 1;
      pos += 1;
    }
    if (c === POINT) {
      pos += 1;
      for (c = bytes[pos]!; c >= ZERO && c <= NINE; c = bytes[pos]!) {
        value = value * 10 + (c - ZERO);
        scale += 1;
        pos += 1;
      }
    }
    if (digits + scale === 0 || value > Number.MAX_SAFE_INTEGER || scale > 22 || c === 101 || c === 69)
      return this.readRareDecimal(start, isQuoted);
    if (pos > this.end) return this.fail(Number.NaN);
    if (isQuoted) {
      if (c !== QUOTE) return this.fail(Number.NaN);
      pos += 1;
    }
    this.pos = pos;
    // Exact: both operands are exact below 2^53 and 10^22, and IEEE division rounds once, as Number(text) does.
    const result = scale === 0 ? value : value / POW10[scale]!;
    return isNegative ? -result : result;
  }

  /**
   * Reads a price, bare or quoted, as integer ticks at scale 10^decimals. More digits than that must be zeros, else `offTick` is
   * set. Fails beyond int32.
   */
  readTicks(decimals: number): number {
    const ticks = this.readLevelTicks(decimals);
    return ticks === FAR_TICKS ? this.fail(0) : ticks;
  }

  /**
   * Reads the price of a level as `readTicks` does, but gives FAR_TICKS beyond int32, whatever digits stand there; see `leaveOut`.
   * Always an int32, so that nothing is boxed on the way out.
   */
  readLevelTicks(decimals: number): number {
    const { bytes, offTick } = this;
    let pos = this.pos;
    const isQuoted = bytes[pos] === QUOTE;
    if (isQuoted) pos += 1;
    const start = pos;
    let value = 0;
    let c = bytes[pos]! - ZERO;
    for (; c >= 0 && c <= 9; c = bytes[pos]! - ZERO) {
      value = value * 10 + c;
      pos += 1;
    }
    let missing = decimals;
    if (c === POINT - ZERO) {
      pos += 1;
      for (c = bytes[pos]! - ZERO; c >= 0 && c <= 9; c = bytes[pos]! - ZERO) {
        if (missing > 0) {
          value = value * 10 + c;
          missing -= 1;
        } else if (c !== 0) this.offTick = true;
        pos += 1;
      }
    }
    if (missing > 0) value *= POW10[missing]!;
    if (pos === start || pos > this.end) return this.fail(0);
    if (isQuoted) {
      if (bytes[pos] !== QUOTE) return this.fail(0);
      pos += 1;
    }
    this.pos = pos;
    if (value <= INT32_MAX) return value | 0;
    this.offTick = offTick;
    return FAR_TICKS;
  }

  /** Reads a string and remembers its span; `text()` and `SymbolTable` use it. Strings with escapes fail: no venue key has one. */
  readString(): boolean {
    const { bytes } = this;
    if (bytes[this.pos] !== QUOTE) return this.fail(false);
    let pos = this.pos + 1;
    this.stringStart = pos;
    for (let c = bytes[pos]!; c !== QUOTE; c = bytes[pos]!) {
      if (pos >= this.end || c === BACKSLASH) return this.fail(false);
      pos += 1;
    }
    this.stringEnd = pos;
    this.pos = pos + 1;
    return true;
  }

  /** Returns the last string read. Allocates. */
  text(): string {
    return this.bytes.toString('latin1', this.stringStart, this.stringEnd);
  }

  /** Returns the first byte of the last string read; 0 when it is empty. Enough to tell "BUY" from "SELL". */
  firstByte(): number {
    return this.stringEnd > this.stringStart ? this.bytes[this.stringStart]! : 0;
  }

  /** Returns the bytes the cursor reads, for `SymbolTable`. */
  get source(): Buffer {
    return this.bytes;
  }

  /**
   * Reads `[["px","qty",…],…]` into one side of a depth message. Further elements of a level are stepped over.
   * Elements may be bare numbers or strings. Asks beyond int32 are left out.
   */
  readLevels(depth: DepthMessage, isBid: boolean, pxDecimals: number): void {
    if (!this.enterArray()) return;
    while (!this.failed && this.nextElement()) {
      if (!this.enterArray()) break;
      this.needElement();
      const ticks = this.readLevelTicks(pxDecimals);
      this.needElement();
      const qty = this.readDecimal();
      while (!this.failed && this.nextElement()) this.skipValue();
      // A size that is negative or no number is no size.
      if (!(qty >= 0)) this.failed = true;
      if (this.failed) break;
      if (ticks === FAR_TICKS) this.leaveOut(depth, isBid);
      else if (isBid) depth.pushBid(ticks, qty);
      else depth.pushAsk(ticks, qty);
    }
  }

  /**
   * Counts an ask beyond int32: thin markets hold offers at a million times the price, which no trade can reach. A bid out there
   * would be the best bid, so it fails.
   */
  leaveOut(depth: DepthMessage, isBid: boolean): void {
    if (isBid) this.failed = true;
    else depth.farAskCount += 1;
  }

  private needElement(): void {
    if (!this.nextElement()) this.failed = true;
  }

  private enter(opening: number): boolean {
    const { bytes } = this;
    while (bytes[this.pos]! <= 32 && this.pos < this.end) this.pos += 1;
    if (this.failed || this.pos >= this.end || bytes[this.pos] !== opening) return this.fail(false);
    this.pos += 1;
    return true;
  }

  private skipSeparators(): number {
    const { bytes } = this;
    let c = bytes[this.pos]!;
    while ((c <= 32 || c === COMMA) && this.pos < this.end) {
      this.pos += 1;
      c = bytes[this.pos]!;
    }
    return c;
  }

  private skipString(): void {
    const { bytes } = this;
    let pos = this.pos + 1;
    for (let c = bytes[pos]!; c !== QUOTE; c = bytes[pos]!) {
      if (pos >= this.end) {
        this.failed = true;
        return;
      }
      pos += c === BACKSLASH ? 2 : 1;
    }
    this.pos = pos + 1;
  }

  private skipNested(): void {
    const { bytes } = this;
    let depth = 0;
    while (this.pos < this.end) {
      const c = bytes[this.pos]!;
      if (c === QUOTE) {
        this.skipString();
        if (this.failed) return;
        continue;
      }
      this.pos += 1;
      if (c === OPEN_OBJECT || c === OPEN_ARRAY) depth += 1;
      else if (c === CLOSE_OBJECT || c === CLOSE_ARRAY) {
        depth -= 1;
        if (depth === 0) return;
      }
    }
    this.failed = true;
  }

  private skipScalar(): void {
    const stop = scalarEnd(this.bytes, this.pos, this.end);
    if (stop === this.pos || stop >= this.end || this.bytes[stop] === QUOTE) this.failed = true;
    this.pos = stop;
  }

  /** Exponents, more than 15 digits, empty strings: right by the language's own reader. */
  private readRareDecimal(start: number, isQuoted: boolean): number {
    const { bytes, end } = this;
    const stop = scalarEnd(bytes, start, end);
    const text = bytes.toString('latin1', start, stop);
    const value = text === '' ? Number.NaN : Number(text);
    // The language takes white space of any alphabet around a number, and words for the infinite.
    const isWord = !isOfNumber(bytes[start]!) || !isOfNumber(bytes[stop - 1]!);
    const isFaulty = text === '' ? !isQuoted : Number.isNaN(value) || isWord;
    if (stop >= end || isFaulty || (isQuoted && bytes[stop] !== QUOTE)) return this.fail(Number.NaN);
    this.pos = isQuoted ? stop + 1 : stop;
    return value;
  }

  private fail<T>(value: T): T {
    this.failed = true;
    return value;
  }
}
