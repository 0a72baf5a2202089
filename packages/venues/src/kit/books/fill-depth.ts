import type { DepthMessage } from '@riptide/core/domain';
import type { RestReading, WireLevels } from '../decoding.ts';

const INT32_MAX = 2_147_483_647;
const DIGITS_MAX = 22;

/** How a snapshot fits the scale it is to be kept at. */
export type SnapshotFit =
  | { readonly kind: 'fits' }
  /** The finest price needs this many decimals. */
  | { readonly kind: 'finer'; readonly pxDecimals: number }
  /** A bid beyond int32 ticks, which would be the best. */
  | { readonly kind: 'beyond' };

const FITS: SnapshotFit = { kind: 'fits' };
const BEYOND: SnapshotFit = { kind: 'beyond' };

/**
 * Writes the book of a REST answer into `depth`, prices as ticks at 10^pxDecimals. The message is only usable when it fits.
 * Asks beyond int32 are left out and counted, as in frames (see `JsonCursor.leaveOut`).
 */
export function fillDepth(
  depth: DepthMessage,
  reading: Extract<RestReading, { kind: 'depth' }>,
  pxDecimals: number,
): SnapshotFit {
  const unit = 10 ** pxDecimals;
  depth.reset();
  depth.firstSeq = reading.seq;
  depth.lastSeq = reading.seq;
  depth.venueMs = reading.venueMs ?? Number.NaN;
  for (const [px, qty] of reading.bids) {
    const ticks = Math.round(px * unit);
    if (ticks > INT32_MAX) return BEYOND;
    depth.pushBid(ticks, qty);
  }
  for (const [px, qty] of reading.asks) {
    const ticks = Math.round(px * unit);
    if (ticks > INT32_MAX) depth.farAskCount += 1;
    else depth.pushAsk(ticks, qty);
  }
  const needed = Math.max(finestDigits(reading.bids, unit), finestDigits(reading.asks, unit));
  return needed > pxDecimals ? { kind: 'finer', pxDecimals: needed } : FITS;
}

/** Returns how many decimals the finest price needs; 0 while all that can be kept are whole ticks. */
function finestDigits(levels: WireLevels, unit: number): number {
  let digits = 0;
  for (const [px] of levels) {
    const ticks = Math.round(px * unit);
    if (ticks <= INT32_MAX && ticks / unit !== px) digits = Math.max(digits, digitsOf(px));
  }
  return digits;
}

/** Returns how many decimals a price has; the shortest text of a double is the text it was read from. */
function digitsOf(px: number): number {
  let digits = 0;
  while (digits < DIGITS_MAX && Math.round(px * 10 ** digits) / 10 ** digits !== px) digits += 1;
  return digits;
}
