import type { DepthMessage } from '@riptide/core/domain';
import type { PlainBytes } from './plain-bytes.ts';

const QUOTE = 34;
const COMMA = 44;
const POINT = 46;
/** `["`, `",` and `"],[` as the numbers their bytes are, and the three bytes of `"]]`. */
const OPEN_TEXT = 0x225b;
const TEXT_END = 0x2c22;
const NEXT_LEVEL = 0x5b2c5d22;
const LIST_END = 0x5d5d22;
const THREE_BYTES = 0xffffff;
/** `","0","`, where OKX no longer counts liquidated orders: its first four bytes, and its last four. */
const NO_COUNT_HEAD = 0x30222c22;
const NO_COUNT_TAIL = 0x222c2230;
const NO_COUNT_SIZE = 7;
/** The least of a level from its start, from behind its price and from behind its size, with the end of an object behind it. */
const LEVEL_LEAST = '["1","1"]]}'.length;
const SIZE_LEAST = '","1"]]}'.length;
const CLOSING_LEAST = '"]]}'.length;
/** A byte XOR this is below ten for digits only. */
const ZERO = 48;
const CLOSE_ARRAY = 93;
/** So many decimal digits always fit an int32. */
const INT_DIGITS = 9;
const SAFE_MAX = Number.MAX_SAFE_INTEGER;
const POW10 = Float64Array.from({ length: INT_DIGITS + 1 }, (_, n) => 10 ** n);
const INT_POW10 = Int32Array.from(POW10);

/** What stands behind price and size of a level. */
export const LEVEL_TAIL = { none: 0, sequence: 1, twoCounts: 2 } as const;
export type LevelTail = (typeof LEVEL_TAIL)[keyof typeof LEVEL_TAIL];

/**
 * Reads `["px","size",…],…]` behind the opening bracket of the list, written exactly so, into the end of one side; the scan is left
 * behind the closing bracket. Prices are read with the scan's decimals. False at whatever differs: then the levels read so far are of no use.
 *
 * HOT: one loop for the levels of a side, so that nothing is called, boxed or kept in fields per level. Numbers of up to nine digits
 * before and behind the point are read as integers; longer ones with care, by the scan. Sequences go to `scan.sequences`.
 */
export function readPlainLevels(scan: PlainBytes, depth: DepthMessage, isBid: boolean, tail: LevelTail): boolean {
  const { bytes, decimals, end, view } = scan;
  let { pos } = scan;
  let sideTicks = isBid ? depth.bidTicks : depth.askTicks;
  let sideQty = isBid ? depth.bidQty : depth.askQty;
  let count = isBid ? depth.bidCount : depth.askCount;
  // WHY: the length of a typed array is a double to the compiler, for the array may be detached.
  let room = sideTicks.length;
  if (bytes[pos] === CLOSE_ARRAY) {
    scan.pos = pos + 1;
    return true;
  }
  for (;;) {
    if (pos + LEVEL_LEAST > end || view.getInt16(pos, true) !== OPEN_TEXT) return false;
    const pxAt = pos + 2;
    pos = pxAt;
    let ticks = 0;
    let digit = bytes[pos]! ^ ZERO;
    for (; digit < 10; digit = bytes[pos]! ^ ZERO) {
      ticks = (Math.imul(ticks, 10) + digit) | 0;
      pos += 1;
    }
    const pxDigits = pos - pxAt;
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
    if (pxDigits === 0 || pos + SIZE_LEAST > end) return false;
    if (view.getInt16(pos, true) !== TEXT_END || bytes[pos + 2] !== QUOTE) return false;
    pos += 3;
    const qtyAt = pos;
    let whole = 0;
    for (digit = bytes[pos]! ^ ZERO; digit < 10; digit = bytes[pos]! ^ ZERO) {
      whole = (Math.imul(whole, 10) + digit) | 0;
      pos += 1;
    }
    const qtyDigits = pos - qtyAt;
    let qty = whole;
    let fractionDigits = 0;
    if (bytes[pos] === POINT) {
      pos += 1;
      const pointAt = pos;
      let fraction = 0;
      for (digit = bytes[pos]! ^ ZERO; digit < 10; digit = bytes[pos]! ^ ZERO) {
        fraction = (Math.imul(fraction, 10) + digit) | 0;
        pos += 1;
      }
      fractionDigits = pos - pointAt;
      if (fraction !== 0 && fractionDigits <= INT_DIGITS) {
        const power = POW10[fractionDigits]!;
        // Exact whole number divided by an exact power of ten: rounds once, as the language's own reader does.
        const scaled = whole * power + fraction;
        qty = scaled / power;
        if (scaled > SAFE_MAX) fractionDigits = INT_DIGITS + 1;
      }
    }
    if (qtyDigits === 0) return false;
    if (pxDigits + decimals > INT_DIGITS || qtyDigits > INT_DIGITS || fractionDigits > INT_DIGITS) {
      if (!scan.readLongLevel(decimals, pxAt, qtyAt)) return false;
      ticks = scan.ticks;
      qty = scan.value;
      pos = scan.pos - 1;
    }
    if (tail === LEVEL_TAIL.twoCounts) {
      pos = countsEnd(scan, pos);
      if (pos < 0) return false;
    } else if (tail === LEVEL_TAIL.sequence) {
      scan.pos = pos + 1;
      if (bytes[pos] !== QUOTE || !readSequence(scan, count)) return false;
      pos = scan.pos - 1;
    }
    if (pos + CLOSING_LEAST > end) return false;
    const closing = view.getInt32(pos, true);
    if (closing !== NEXT_LEVEL && (closing & THREE_BYTES) !== LIST_END) return false;
    pos += 3;
    if (count === room) {
      if (isBid) depth.growBids();
      else depth.growAsks();
      sideTicks = isBid ? depth.bidTicks : depth.askTicks;
      sideQty = isBid ? depth.bidQty : depth.askQty;
      room = sideTicks.length;
    }
    sideTicks[count] = ticks;
    sideQty[count] = qty;
    count += 1;
    if (closing === NEXT_LEVEL) continue;
    if (isBid) depth.bidCount = count;
    else depth.askCount = count;
    scan.pos = pos;
    return true;
  }
}

/** `","0","4` behind a size; returns where the last quote stands, or a negative number. */
function countsEnd({ bytes, end, view }: PlainBytes, from: number): number {
  let pos = from;
  if (pos + NO_COUNT_SIZE >= end) return -1;
  if (view.getInt32(pos, true) === NO_COUNT_HEAD && view.getInt32(pos + 3, true) === NO_COUNT_TAIL)
    pos += NO_COUNT_SIZE;
  else {
    if (view.getInt16(pos, true) !== TEXT_END || bytes[pos + 2] !== QUOTE) return -1;
    const firstAt = pos + 3;
    pos = firstAt;
    while ((bytes[pos]! ^ ZERO) < 10) pos += 1;
    if (pos === firstAt || bytes[pos] !== QUOTE || bytes[pos + 1] !== COMMA || bytes[pos + 2] !== QUOTE) return -1;
    pos += 3;
  }
  const lastAt = pos;
  while ((bytes[pos]! ^ ZERO) < 10) pos += 1;
  return pos > lastAt ? pos : -1;
}

/** `,"123"`, kept as the sequence of the level. */
function readSequence(scan: PlainBytes, count: number): boolean {
  const { bytes } = scan;
  if (bytes[scan.pos] !== COMMA || bytes[scan.pos + 1] !== QUOTE) return false;
  scan.pos += 2;
  scan.readUint();
  scan.keepSequence(count);
  scan.pos += 1;
  return scan.isPlain && bytes[scan.pos - 1] === QUOTE;
}
