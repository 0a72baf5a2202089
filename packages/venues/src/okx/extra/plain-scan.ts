const MINUS = 45;
const ZERO = 48;
const POINT = 46;
const INT32_MAX = 2_147_483_647;
const FRACTION_MAX = 22;
const POW10 = Float64Array.from({ length: FRACTION_MAX + 1 }, (_, i) => Number(`1e${i}`));

/** True when the pattern stands at this position. */
export function matches(bytes: Buffer, at: number, pattern: Buffer): boolean {
  for (let i = 0; i < pattern.length; i += 1) if (bytes[at + i] !== pattern[i]) return false;
  return true;
}

/**
 * Steps through bytes that are written exactly as the venue writes them: fixed texts and plain numbers between them.
 *
 * HOT: no allocation. The first thing that differs sets `isPlain` to false, and nothing read is to be used.
 */
export class PlainScan {
  isPlain = true;
  pos = 0;

  start(pos: number): void {
    this.pos = pos;
    this.isPlain = true;
  }

  /** Steps over a text that must stand here. */
  expect(bytes: Buffer, pattern: Buffer): void {
    if (!matches(bytes, this.pos, pattern)) this.isPlain = false;
    this.pos += pattern.length;
  }

  /** Steps over a text if it stands here. */
  take(bytes: Buffer, pattern: Buffer): boolean {
    if (!matches(bytes, this.pos, pattern)) return false;
    this.pos += pattern.length;
    return true;
  }

  /** Steps over the same bytes as in `[start, end)`. */
  expectSame(bytes: Buffer, start: number, end: number): void {
    const { pos } = this;
    for (let i = 0; i < end - start; i += 1) if (bytes[pos + i] !== bytes[start + i]) this.isPlain = false;
    this.pos = pos + end - start;
  }

  /** Reads a whole number. */
  readInt(bytes: Buffer): number {
    let { pos } = this;
    const isNegative = bytes[pos] === MINUS;
    if (isNegative) pos += 1;
    const from = pos;
    let value = 0;
    for (let c = bytes[pos]! - ZERO; c >= 0 && c <= 9; c = bytes[pos]! - ZERO) {
      value = value * 10 + c;
      pos += 1;
    }
    if (pos === from || value > Number.MAX_SAFE_INTEGER) this.isPlain = false;
    this.pos = pos;
    return isNegative ? -value : value;
  }

  /** Reads a non-negative decimal as the double nearest to its text. */
  readDecimal(bytes: Buffer): number {
    let { pos } = this;
    const from = pos;
    let value = 0;
    let fraction = 0;
    let c = bytes[pos]! - ZERO;
    for (; c >= 0 && c <= 9; c = bytes[pos]! - ZERO) {
      value = value * 10 + c;
      pos += 1;
    }
    if (c === POINT - ZERO) {
      pos += 1;
      const pointAt = pos;
      for (c = bytes[pos]! - ZERO; c >= 0 && c <= 9; c = bytes[pos]! - ZERO) {
        value = value * 10 + c;
        pos += 1;
      }
      fraction = pos - pointAt;
    }
    if (pos === from || value > Number.MAX_SAFE_INTEGER || fraction > FRACTION_MAX) this.isPlain = false;
    this.pos = pos;
    // Exact integer divided by an exact power of ten: rounds once, as the language's own reader does.
    return fraction === 0 ? value : value / POW10[Math.min(fraction, FRACTION_MAX)]!;
  }

  /** Reads a non-negative price as ticks at 10^decimals; a finer price is not plain. */
  readTicks(bytes: Buffer, decimals: number): number {
    let { pos } = this;
    const from = pos;
    let ticks = 0;
    let missing = decimals;
    let c = bytes[pos]! - ZERO;
    for (; c >= 0 && c <= 9; c = bytes[pos]! - ZERO) {
      ticks = ticks * 10 + c;
      pos += 1;
    }
    if (c === POINT - ZERO) {
      pos += 1;
      for (c = bytes[pos]! - ZERO; c >= 0 && c <= 9; c = bytes[pos]! - ZERO) {
        if (missing > 0) ticks = ticks * 10 + c;
        else if (c !== 0) this.isPlain = false;
        missing -= 1;
        pos += 1;
      }
    }
    if (missing > 0) ticks *= POW10[missing]!;
    if (pos === from || ticks > INT32_MAX) this.isPlain = false;
    this.pos = pos;
    return ticks;
  }
}
