import type { MarkMessage, TickerMessage } from '../domain/index.ts';

function unknowns(count: number): Float64Array {
  return new Float64Array(count).fill(Number.NaN);
}

/**
 * The latest figures of every instrument, one dense array each, in base units and canonical prices. NaN is unknown.
 *
 * HOT: written in place; the scanner reads `bidPx` and `askPx` directly.
 */
export class MarketFigures {
  readonly bidPx: Float64Array;
  readonly bidQtyBase: Float64Array;
  readonly askPx: Float64Array;
  readonly askQtyBase: Float64Array;
  /** Sequence and venue time of what last moved the best prices; -1 and NaN when unknown. */
  readonly topSeq: Float64Array;
  readonly topVenueMs: Float64Array;
  /** When a best quote, and a mark, came last; the quote's is forgotten with the book. */
  readonly quoteRecvMs: Float64Array;
  readonly markRecvMs: Float64Array;
  readonly lastPx: Float64Array;
  /** When a public trade came last. */
  readonly tradedMs: Float64Array;
  readonly markPx: Float64Array;
  readonly indexPx: Float64Array;
  readonly fundingRateFrac: Float64Array;
  readonly fundingIntervalHours: Float64Array;
  readonly nextFundingMs: Float64Array;
  readonly changeFrac: Float64Array;
  readonly volumeQuote: Float64Array;
  readonly venueMs: Float64Array;
  readonly recvMs: Float64Array;
  private readonly isDirty: Uint8Array;

  constructor(count: number) {
    this.bidPx = unknowns(count);
    this.bidQtyBase = unknowns(count);
    this.askPx = unknowns(count);
    this.askQtyBase = unknowns(count);
    this.topSeq = new Float64Array(count).fill(-1);
    this.topVenueMs = unknowns(count);
    this.quoteRecvMs = unknowns(count);
    this.markRecvMs = unknowns(count);
    this.lastPx = unknowns(count);
    this.tradedMs = unknowns(count);
    this.markPx = unknowns(count);
    this.indexPx = unknowns(count);
    this.fundingRateFrac = unknowns(count);
    this.fundingIntervalHours = unknowns(count);
    this.nextFundingMs = unknowns(count);
    this.changeFrac = unknowns(count);
    this.volumeQuote = unknowns(count);
    this.venueMs = unknowns(count);
    this.recvMs = unknowns(count);
    this.isDirty = new Uint8Array(count);
  }

  /** Marks an instrument as changed and notes the times of the message. */
  touch(ix: number, venueMs: number, recvMs: number): void {
    if (!Number.isNaN(venueMs)) this.venueMs[ix] = venueMs;
    this.recvMs[ix] = recvMs;
    this.isDirty[ix] = 1;
  }

  /** Marks an instrument as changed without a message. */
  markDirty(ix: number): void {
    this.isDirty[ix] = 1;
  }

  /** Returns the instruments that changed since the last call. */
  takeDirty(): number[] {
    const taken: number[] = [];
    for (let ix = 0; ix < this.isDirty.length; ix += 1) {
      if (this.isDirty[ix] === 0) continue;
      this.isDirty[ix] = 0;
      taken.push(ix);
    }
    return taken;
  }

  /** Forgets the best prices of a book that is no longer valid. */
  clearTop(ix: number): void {
    this.bidPx[ix] = Number.NaN;
    this.bidQtyBase[ix] = Number.NaN;
    this.askPx[ix] = Number.NaN;
    this.askQtyBase[ix] = Number.NaN;
    this.topSeq[ix] = -1;
    this.topVenueMs[ix] = Number.NaN;
    this.quoteRecvMs[ix] = Number.NaN;
  }

  /** Takes the fields a mark message carries; the others keep their values. */
  applyMark(ix: number, mark: MarkMessage, pxDivisor: number): void {
    keep(this.markPx, ix, mark.markPx / pxDivisor);
    keep(this.indexPx, ix, mark.indexPx / pxDivisor);
    keep(this.fundingRateFrac, ix, mark.fundingRateFrac);
    keep(this.nextFundingMs, ix, mark.nextFundingMs);
    keep(this.fundingIntervalHours, ix, mark.fundingIntervalHours);
  }

  /** Takes the fields a 24 h summary carries; the others keep their values. */
  applyTicker(ix: number, ticker: TickerMessage, pxDivisor: number): void {
    keep(this.lastPx, ix, ticker.lastPx / pxDivisor);
    keep(this.changeFrac, ix, ticker.changeFrac);
    keep(this.volumeQuote, ix, ticker.volumeQuote);
  }
}

function keep(column: Float64Array, ix: number, value: number): void {
  if (!Number.isNaN(value)) column[ix] = value;
}
