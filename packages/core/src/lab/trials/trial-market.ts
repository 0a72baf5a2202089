import { DepthLevels, priceStepOf } from '../../domain/index.ts';
import type { MarketStore } from '../../market-data/index.ts';

const WALK_MAX_BPS = 500;

/** What an order of some size would get from one side of a book. */
export interface Walk {
  readonly filledBase: number;
  readonly avgPx: number;
  readonly bestPx: number;
}

/** The live books as trials see them. NaN is unknown. */
export class TrialMarket {
  private readonly store: MarketStore;
  private readonly depth = new DepthLevels();

  constructor(store: MarketStore) {
    this.store = store;
  }

  bidPx(ix: number): number {
    return this.store.figures.bidPx[ix] ?? Number.NaN;
  }

  askPx(ix: number): number {
    return this.store.figures.askPx[ix] ?? Number.NaN;
  }

  midPx(ix: number): number {
    return (this.bidPx(ix) + this.askPx(ix)) / 2;
  }

  /** Returns the smallest step of a canonical price; NaN of an instrument that is not there. */
  pxTick(ix: number): number {
    const instrument = this.store.instruments[ix];
    return instrument === undefined ? Number.NaN : priceStepOf(instrument);
  }

  /** Rate of the running interval as a fraction, and when it is settled. */
  funding(ix: number): { readonly rateFrac: number; readonly nextMs: number } {
    const { figures } = this.store;
    return { rateFrac: figures.fundingRateFrac[ix] ?? Number.NaN, nextMs: figures.nextFundingMs[ix] ?? Number.NaN };
  }

  /** Returns what the book shows at a price; 0 where it shows nothing. */
  qtyAt(ix: number, side: 'bid' | 'ask', px: number): number {
    const { depth } = this;
    if (!this.read(ix, side)) return 0;
    const tick = this.pxTick(ix);
    for (let at = 0; at < depth.count; at += 1) {
      if (Math.abs((depth.px[at] as number) - px) < tick / 2) return depth.qtyBase[at] as number;
    }
    return 0;
  }

  /** Walks one side for a quantity, not beyond `limitPx`; null without a live book. */
  walk(ix: number, side: 'bid' | 'ask', qtyBase: number, limitPx: number | null): Walk | null {
    const { depth } = this;
    if (!this.read(ix, side) || depth.count === 0) return null;
    let left = qtyBase;
    let quote = 0;
    for (let at = 0; at < depth.count && left > 0; at += 1) {
      const px = depth.px[at] as number;
      if (limitPx !== null && (side === 'ask' ? px > limitPx : px < limitPx)) break;
      const take = Math.min(left, depth.qtyBase[at] as number);
      quote += take * px;
      left -= take;
    }
    const filledBase = qtyBase - left;
    return { filledBase, avgPx: filledBase > 0 ? quote / filledBase : Number.NaN, bestPx: depth.px[0] as number };
  }

  private read(ix: number, side: 'bid' | 'ask'): boolean {
    const book = this.store.books[ix];
    if (book === undefined || !book.isLive) return false;
    book.readDepth(side, WALK_MAX_BPS, this.depth);
    return true;
  }
}
