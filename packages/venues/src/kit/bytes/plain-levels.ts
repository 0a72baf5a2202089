import type { DepthMessage } from '@riptide/core/domain';
import type { PlainBytes } from './plain-bytes.ts';

const QUOTE = 34;
const COMMA = 44;
const POINT = 46;
/** A byte XOR this is below ten for digits only. */
const ZERO = 48;
const OPEN_ARRAY = 91;
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
  const { bytes, decimals, end } = scan;
  let { pos } = scan;
  let sideTicks = isBid ? depth.bidTicks : depth.askTicks;
  let sideQty = isBid ? depth.bidQty : depth.askQty;
  let count = isBid ? depth.bidCount : depth.askCount;
  if (bytes[pos] === CLOSE_ARRAY) {
    scan.pos = pos + 1;
    return true;
  }
  for (;;) {
    if (bytes[pos] !== OPEN_ARRAY || bytes[pos + 1] !== QUOTE || pos >= end) return false;
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
    if (pxDigits === 0 || bytes[pos] !== QUOTE || bytes[pos + 1] !== COMMA || bytes[pos + 2] !== QUOTE) return false;
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
    if (qtyDigits === 0 || bytes[pos] !== QUOTE) return false;
    pos += 1;
    if (pxDigits + decimals > INT_DIGITS || qtyDigits > INT_DIGITS || fractionDigits > INT_DIGITS) {
      if (!scan.readLongLevel(decimals, pxAt, qtyAt)) return false;
      ticks = scan.ticks;
      qty = scan.value;
      pos = scan.pos;
    }
    if (tail === LEVEL_TAIL.twoCounts) {
      for (let nth = 0; nth < 2; nth += 1) {
        if (bytes[pos] !== COMMA || bytes[pos + 1] !== QUOTE) return false;
        const countAt = pos + 2;
        pos = countAt;
        while ((bytes[pos]! ^ ZERO) < 10) pos += 1;
        if (bytes[pos] !== QUOTE || pos === countAt) return false;
        pos += 1;
      }
    } else if (tail === LEVEL_TAIL.sequence) {
      scan.pos = pos;
      if (!readSequence(scan, count)) return false;
      pos = scan.pos;
    }
    if (bytes[pos] !== CLOSE_ARRAY || pos >= end) return false;
    if (count === sideTicks.length) {
      if (isBid) depth.growBids();
      else depth.growAsks();
      sideTicks = isBid ? depth.bidTicks : depth.askTicks;
      sideQty = isBid ? depth.bidQty : depth.askQty;
    }
    sideTicks[count] = ticks;
    sideQty[count] = qty;
    count += 1;
    const after = bytes[pos + 1];
    pos += 2;
    if (after === COMMA) continue;
    if (after !== CLOSE_ARRAY) return false;
    if (isBid) depth.bidCount = count;
    else depth.askCount = count;
    scan.pos = pos;
    return true;
  }
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
