import type { DepthMessage } from '@riptide/core/domain';

const ZERO = 48;
const NINE = 57;
const POINT = 46;
const QUOTE = 34;
const COMMA = 44;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const INT32_MAX = 2_147_483_647;
/** Below this a double holds every integer. */
const SAFE_MAX = Number.MAX_SAFE_INTEGER;
const POW10 = Float64Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/** The levels are not written as the venue writes them; the key-driven reader decides. */
export const NOT_PLAIN = -1;

/**
 * Reads `["px","sz","0","n"],…]` exactly as OKX writes it, without the general reader's steps.
 *
 * HOT: one pass, no allocation. `pos` is behind the opening bracket of the list; returns the position behind its closing bracket,
 * or NOT_PLAIN at the first byte that differs: white space, exponents, bare numbers, off-tick prices, ends of a frame.
 *
 * Asks beyond int32 are left out and counted, as `JsonCursor.leaveOut` says; a bid there is not plain.
 */
export class LevelReader {
  /** Prices become integers by 10^decimals. */
  decimals = 0;

  read(bytes: Buffer, from: number, depth: DepthMessage, isBid: boolean): number {
    const { decimals } = this;
    let pos = from;
    if (bytes[pos] === CLOSE_ARRAY) return pos + 1;
    for (;;) {
      if (bytes[pos] !== OPEN_ARRAY || bytes[pos + 1] !== QUOTE) return NOT_PLAIN;
      pos += 2;
      // Price, as ticks.
      let ticks = 0;
      let missing = decimals;
      const pxAt = pos;
      let c = bytes[pos]! - ZERO;
      for (; c >= 0 && c <= 9; c = bytes[pos]! - ZERO) {
        ticks = ticks * 10 + c;
        pos += 1;
      }
      if (c === POINT - ZERO) {
        pos += 1;
        for (c = bytes[pos]! - ZERO; c >= 0 && c <= 9; c = bytes[pos]! - ZERO) {
          if (missing > 0) ticks = ticks * 10 + c;
          else if (c !== 0) return NOT_PLAIN;
          missing -= 1;
          pos += 1;
        }
      }
      if (missing > 0) ticks *= POW10[missing]!;
      if (pos === pxAt || bytes[pos] !== QUOTE || bytes[pos + 1] !== COMMA || bytes[pos + 2] !== QUOTE)
        return NOT_PLAIN;
      pos += 3;
      // Size, as the double nearest to the text: exact integer divided by an exact power of ten rounds once.
      let qty = 0;
      let fraction = 0;
      const qtyAt = pos;
      for (c = bytes[pos]! - ZERO; c >= 0 && c <= 9; c = bytes[pos]! - ZERO) {
        qty = qty * 10 + c;
        pos += 1;
      }
      if (c === POINT - ZERO) {
        pos += 1;
        const pointAt = pos;
        for (c = bytes[pos]! - ZERO; c >= 0 && c <= 9; c = bytes[pos]! - ZERO) {
          qty = qty * 10 + c;
          pos += 1;
        }
        fraction = pos - pointAt;
      }
      if (pos === qtyAt || bytes[pos] !== QUOTE || qty > SAFE_MAX || fraction > 22) return NOT_PLAIN;
      if (fraction > 0) qty /= POW10[fraction]!;
      // `,"0","n"]`: what stands there is of no use, but it must be digits.
      pos = skipDigits(bytes, skipDigits(bytes, pos + 1));
      if (pos < 0 || bytes[pos] !== CLOSE_ARRAY) return NOT_PLAIN;
      if (ticks > INT32_MAX) {
        if (isBid) return NOT_PLAIN;
        depth.farAskCount += 1;
      } else if (isBid) depth.pushBid(ticks, qty);
      else depth.pushAsk(ticks, qty);
      c = bytes[pos + 1]!;
      pos += 2;
      if (c === CLOSE_ARRAY) return pos;
      if (c !== COMMA) return NOT_PLAIN;
    }
  }
}

/** Steps over `,"123"`; negative when it does not stand there. */
function skipDigits(bytes: Buffer, from: number): number {
  if (from < 0 || bytes[from] !== COMMA || bytes[from + 1] !== QUOTE) return NOT_PLAIN;
  let pos = from + 2;
  while (bytes[pos]! >= ZERO && bytes[pos]! <= NINE) pos += 1;
  return bytes[pos] === QUOTE && pos > from + 2 ? pos + 1 : NOT_PLAIN;
}
