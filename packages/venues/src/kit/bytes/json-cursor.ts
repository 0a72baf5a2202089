import type { DepthMessage } from '@riptide/core/domain';
import { isOfNumber } from './is-of-number.ts';
import { END_OF_OBJECT } from './key-code.ts';
import { jsonNumberEnd, jsonValueEnd, NO_VALUE, spaceEnd } from './json-value-end.ts';
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
const LETTER_F = 102;
const LETTER_N = 110;
const LETTER_T = 116;
const ZERO = 48;
const NINE = 57;

const POW10 = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));
const INT32_MAX = 2_147_483_647;

/** Returned by `readLevelTicks` for a price beyond int32. */
export const FAR_TICKS = -1;

/**
 * Reads JSON where it lies, byte by byte, without building strings or objects: key-driven, so indifferent to key order, unknown
 * keys and white space. What `JSON.parse` refuses fails here too, also in the parts that are only stepped over.
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
  /** True between an opening bracket and what stands behind it: no comma may. */
  private isFirst = false;

  /** Starts on a new frame. */
  reset(bytes: Buffer, start: number, end: number): void {
    this.bytes = bytes;
    this.pos = start;
    this.end = end;
    this.failed = false;
    this.offTick = false;
    this.isFirst = false;
  }

  /** Where the next value starts; for `seek`. */
  get position(): number {
    return this.pos;
  }

  /** Goes to the start or the end of a value of this frame, e.g. to read levels after the sequence numbers behind them. */
  seek(position: number): void {
    this.pos = position;
    this.isFirst = false;
  }

  /** True when everything was read without a fault and within the frame. */
  get isSound(): boolean {
    return !this.failed && this.pos <= this.end;
  }

  /** True when everything was read without a fault, and only white space stands behind it in the frame. */
  get isWhole(): boolean {
    return this.isSound && spaceEnd(this.bytes, this.pos, this.end) === this.end;
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
    const { bytes, end } = this;
    let c = this.nextItem(CLOSE_OBJECT);
    if (c === CLOSE_OBJECT) return END_OF_OBJECT;
    if (c !== QUOTE) return this.fail(END_OF_OBJECT);
    let pos = this.pos + 1;
    let code = 17;
    for (c = bytes[pos]!; c !== QUOTE; c = bytes[pos]!) {
      // An escape would hide where the key ends; no venue has one in a key.
      if (pos >= end || c === BACKSLASH || c < 32) return this.fail(END_OF_OBJECT);
      code = (Math.imul(code, 31) + c) | 0;
      pos += 1;
    }
    pos = spaceEnd(bytes, pos + 1, end);
    if (bytes[pos] !== COLON) return this.fail(END_OF_OBJECT);
    this.pos = spaceEnd(bytes, pos + 1, end);
    return code === END_OF_OBJECT ? 1 : code;
  }

  /** True when another array element follows (the cursor stands on it); false after stepping out. */
  nextElement(): boolean {
    return this.nextItem(CLOSE_ARRAY) !== CLOSE_ARRAY && !this.failed;
  }

  /** Steps over a value of any kind. */
  skipValue(): void {
    const stop = jsonValueEnd(this.bytes, this.pos, this.end);
    if (stop === NO_VALUE) this.failed = true;
    else this.pos = stop;
  }

  /** True when the value is null; steps over it then. */
  takeNull(): boolean {
    if (this.bytes[this.pos] !== LETTER_N) return false;
    this.skipValue();
    return true;
  }

  /** Reads `true` or `false`. */
  readBoolean(): boolean {
    const c = this.bytes[this.pos]!;
    if (c !== LETTER_T && c !== LETTER_F) return this.fail(false);
    this.skipValue();
    return c === LETTER_T;
  }

  /** Reads a non-negative integer below 2^53, bare or quoted. */
  readUint(): number {
    return this.readDigits(false);
  }

  /** Reads an integer that may be negative, bare or quoted. */
  readInt(): number {
    return this.readDigits(true);
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
    if (!this.endNumber(start, pos, isQuoted)) return Number.NaN;
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
    const whole = pos - start;
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
    if (whole === 0 || !this.endNumber(start, pos, isQuoted)) return this.fail(0);
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
      if (pos >= this.end || c === BACKSLASH || c < 32) return this.fail(false);
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
    const { bytes, end } = this;
    const pos = spaceEnd(bytes, this.pos, end);
    if (this.failed || pos >= end || bytes[pos] !== opening) return this.fail(false);
    this.pos = pos + 1;
    this.isFirst = true;
    return true;
  }

  /** Goes to the next key or element and returns its first byte, or steps out and returns the closing bracket. */
  private nextItem(closing: number): number {
    const { bytes, end, isFirst } = this;
    let pos = spaceEnd(bytes, this.pos, end);
    this.isFirst = false;
    if (this.failed || pos >= end) return this.fail(closing);
    if (bytes[pos] === closing) {
      this.pos = pos + 1;
      return closing;
    }
    if (!isFirst) {
      if (bytes[pos] !== COMMA) return this.fail(closing);
      pos = spaceEnd(bytes, pos + 1, end);
      if (pos >= end || bytes[pos] === closing) return this.fail(closing);
    }
    this.pos = pos;
    return bytes[pos]!;
  }

  private readDigits(mayBeNegative: boolean): number {
    const { bytes } = this;
    let pos = this.pos;
    const isQuoted = bytes[pos] === QUOTE;
    if (isQuoted) pos += 1;
    const start = pos;
    const isNegative = mayBeNegative && bytes[pos] === MINUS;
    if (isNegative) pos += 1;
    const digitsAt = pos;
    let value = 0;
    for (let digit = bytes[pos]! - ZERO; digit >= 0 && digit <= 9; digit = bytes[pos]! - ZERO) {
      value = value * 10 + digit;
      pos += 1;
    }
    if (pos === digitsAt || value > Number.MAX_SAFE_INTEGER) return this.fail(0);
    if (!this.endNumber(start, pos, isQuoted)) return 0;
    return isNegative ? -value : value;
  }

  /** Steps behind a number that was read in `[start, pos)`, and behind its quote; a bare one must be one by the rules of JSON. */
  private endNumber(start: number, pos: number, isQuoted: boolean): boolean {
    const { bytes, end } = this;
    const isSound = isQuoted ? pos < end && bytes[pos] === QUOTE : jsonNumberEnd(bytes, start, end) === pos;
    if (!isSound) return this.fail(false);
    this.pos = isQuoted ? pos + 1 : pos;
    return true;
  }

  /** Exponents, more than 15 digits, empty strings: right by the language's own reader. */
  private readRareDecimal(start: number, isQuoted: boolean): number {
    const { bytes, end } = this;
    const stop = scalarEnd(bytes, start, end);
    const text = bytes.toString('latin1', start, stop);
    const value = text === '' ? Number.NaN : Number(text);
    // The language takes white space of any alphabet around a number, and words for the infinite.
    const isWord = !isOfNumber(bytes[start]!) || !isOfNumber(bytes[stop - 1]!);
    const isBareSound = isQuoted || jsonNumberEnd(bytes, start, end) === stop;
    const isFaulty = text === '' ? !isQuoted : Number.isNaN(value) || isWord || !isBareSound;
    if (stop >= end || isFaulty || (isQuoted && bytes[stop] !== QUOTE)) return this.fail(Number.NaN);
    this.pos = isQuoted ? stop + 1 : stop;
    return value;
  }

  private fail<T>(value: T): T {
    this.failed = true;
    return value;
  }
}
