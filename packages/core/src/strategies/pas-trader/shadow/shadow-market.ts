import { DepthLevels, type BookSide } from '../../../domain/index.ts';

/** The live book of one instrument, as shadows read it. */
export interface ShadowBook {
  /** Best prices; NaN while the book is not usable. */
  readonly bidPx: number;
  readonly askPx: number;
  /** Fills the buffer with the best levels of one side, best first. */
  readDepth(side: BookSide, into: DepthLevels): void;
}

/** A public trade in canonical units. */
export interface PublicTrade {
  readonly px: number;
  readonly qtyBase: number;
  readonly takerSide: 'BUY' | 'SELL';
}

/** What a walk through one side took. */
export interface Taken {
  readonly qtyBase: number;
  readonly quote: number;
}

/** HOT: one buffer for all reads; each read is used up before the next. */
const depth = new DepthLevels();

/** Takes up to `qtyBase` from one side, best level first, no further than `limitPx` (NaN: as far as is shown). */
export function takeFrom(book: ShadowBook, side: BookSide, qtyBase: number, limitPx: number): Taken {
  book.readDepth(side, depth);
  let [left, quote] = [qtyBase, 0];
  for (let at = 0; at < depth.count && left > 0; at += 1) {
    const px = depth.px[at] as number;
    if (side === 'ask' ? px > limitPx : px < limitPx) break;
    const take = Math.min(left, depth.qtyBase[at] as number);
    quote += take * px;
    left -= take;
  }
  return { qtyBase: qtyBase - left, quote };
}

/**
 * Returns the size shown at a price, for the place in the queue: 0 before the best level, infinite behind the last one shown, where it
 * can't be known.
 */
export function shownAt(book: ShadowBook, side: BookSide, px: number, halfTick: number): number {
  book.readDepth(side, depth);
  for (let at = 0; at < depth.count; at += 1) {
    const level = depth.px[at] as number;
    if (Math.abs(level - px) < halfTick) return depth.qtyBase[at] as number;
    if (side === 'bid' ? level < px : level > px) return 0;
  }
  return depth.count === 0 ? 0 : Number.POSITIVE_INFINITY;
}
