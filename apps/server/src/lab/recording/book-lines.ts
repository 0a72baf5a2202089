import type { Venue } from '@riptide/core/domain';
import type { MarketStore } from '@riptide/core/market-data';
import { BOOK_PREFIX, type RecordedBook } from '../tape/recorded-line.ts';
import type { FrameRecorder } from './frame-recorder.ts';

const LEVELS_MAX = 1_000;

/**
 * Puts the live books of a venue into a recording, one per call, so that a segment can be read without those before it and no feed has
 * to start anew. A book costs a tenth of a millisecond or so: one every 100 ms is not felt.
 */
export class BookLines {
  private readonly store: MarketStore;
  private readonly recorder: FrameRecorder;
  private waiting: number[] = [];
  private readonly ticks = new Int32Array(LEVELS_MAX);
  private readonly qty = new Float64Array(LEVELS_MAX);

  constructor(store: MarketStore, recorder: FrameRecorder) {
    this.store = store;
    this.recorder = recorder;
  }

  /** Asks for the books of a venue. */
  want(venue: Venue): void {
    const own = this.store.instruments.flatMap((instrument, ix) => (instrument.venue === venue ? [ix] : []));
    this.waiting = [...this.waiting.filter((ix) => !own.includes(ix)), ...own];
  }

  /** Writes the next live book. Call every 100 ms. */
  writeNext(nowMs: number): void {
    for (let ix = this.waiting.shift(); ix !== undefined; ix = this.waiting.shift()) {
      const book = this.store.books[ix];
      const instrument = this.store.instruments[ix];
      if (book === undefined || instrument === undefined || !book.isLive || book.lastSeq < 0) continue;
      const row: RecordedBook = {
        instrumentId: instrument.id,
        pxDecimals: this.store.scales[ix]?.pxDecimals ?? 0,
        seq: book.lastSeq,
        venueMs: Number.isNaN(book.venueMs) ? null : book.venueMs,
        bids: this.side(ix, 'bid'),
        asks: this.side(ix, 'ask'),
      };
      this.recorder.line(instrument.venue, `${BOOK_PREFIX}${instrument.id}`, JSON.stringify(row), nowMs);
      return;
    }
  }

  private side(ix: number, side: 'bid' | 'ask'): [ticks: number, qty: number][] {
    const { ticks, qty } = this;
    const count = this.store.readLevels(ix, side, LEVELS_MAX, ticks, qty);
    return Array.from({ length: count }, (_, at) => [ticks[at] as number, qty[at] as number]);
  }
}
