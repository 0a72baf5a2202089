import { DepthLevels, type InstrumentId, type TradingRecord } from '../../domain/index.ts';
import type { Book, MarketStore } from '../../market-data/index.ts';

/** Levels of each side that are kept of a book. */
export const FLIGHT_LEVELS = 10;
/** Captures between two times they are taken away; more are counted as lost, the oldest stay. */
const CAPTURES_MAX = 64;

/** The best levels of a book as they were when records were written. */
export interface DepthCapture {
  /** First and last record of the append it belongs to. */
  readonly seq: number;
  readonly lastSeq: number;
  readonly atMs: number;
  readonly ix: number;
  /** Price and base units of each level in turn, the best first. */
  readonly bids: Float64Array;
  readonly asks: Float64Array;
}

/** Books that found no place: records from `seq` to `lastSeq` miss levels. */
export interface DepthLoss {
  readonly seq: number;
  readonly lastSeq: number;
  readonly count: number;
}

interface Slot {
  seq: number;
  lastSeq: number;
  atMs: number;
  ix: number;
  readonly bids: Float64Array;
  readonly asks: Float64Array;
  bidCount: number;
  askCount: number;
}

/** The market as the ring reads it. */
export interface DepthSource {
  readonly books: MarketStore['books'];
  ixOf(id: InstrumentId): number | null;
}

/**
 * HOT: copies the best levels of the books that a decision, a plan of an arbitrage or a wish for an order is about, at the very instant it is
 * written. Copies into places made beforehand; what leaves the thread is made when it is taken.
 */
export class DepthRing {
  private readonly source: DepthSource;
  private readonly slots: readonly Slot[] = Array.from({ length: CAPTURES_MAX }, newSlot);
  private readonly levels = new DepthLevels();
  private count = 0;
  private loss: DepthLoss | null = null;

  constructor(source: DepthSource) {
    this.source = source;
  }

  /** Looks at the records of one append. */
  onWritten(records: readonly TradingRecord[]): void {
    const begin = this.count;
    const lastSeq = records.at(-1)?.seq ?? 0;
    for (const record of records) {
      if (record.kind === 'decision') this.capture(record, record.decision.instrumentId, { begin, lastSeq });
      else if (record.kind === 'intent') this.capture(record, record.intent.instrumentId, { begin, lastSeq });
      else if (record.kind === 'arb' && record.trade.state === 'planned') {
        this.capture(record, record.trade.buy.instrumentId, { begin, lastSeq });
        this.capture(record, record.trade.sell.instrumentId, { begin, lastSeq });
      }
    }
  }

  /** Returns what was captured since the last time; null: nothing was. */
  take(): readonly DepthCapture[] | null {
    if (this.count === 0) return null;
    const taken = this.slots.slice(0, this.count).map((slot) => ({
      seq: slot.seq,
      lastSeq: slot.lastSeq,
      atMs: slot.atMs,
      ix: slot.ix,
      bids: slot.bids.slice(0, slot.bidCount * 2),
      asks: slot.asks.slice(0, slot.askCount * 2),
    }));
    this.count = 0;
    return taken;
  }

  /** Returns what found no place since the last time; null: everything did. */
  takeLoss(): DepthLoss | null {
    const { loss } = this;
    this.loss = null;
    return loss;
  }

  /** `begin`: the first place of this append; an instrument is copied once for all its records. */
  private capture(
    { seq, atMs }: TradingRecord,
    id: InstrumentId,
    { begin, lastSeq }: { readonly begin: number; readonly lastSeq: number },
  ): void {
    const ix = this.source.ixOf(id);
    const book = ix === null ? undefined : this.source.books[ix];
    if (ix === null || book === undefined || !book.isLive) return;
    for (let at = begin; at < this.count; at += 1) if (this.slots[at]?.ix === ix) return;
    const slot = this.slots[this.count];
    if (slot === undefined) {
      this.loss = { seq: this.loss?.seq ?? seq, lastSeq, count: (this.loss?.count ?? 0) + 1 };
      return;
    }
    this.count += 1;
    slot.seq = seq;
    slot.lastSeq = lastSeq;
    slot.atMs = atMs;
    slot.ix = ix;
    slot.bidCount = this.copy(book, 'bid', slot.bids);
    slot.askCount = this.copy(book, 'ask', slot.asks);
  }

  private copy(book: Book, side: 'bid' | 'ask', to: Float64Array): number {
    const { levels } = this;
    book.readBest(side, FLIGHT_LEVELS, levels);
    for (let at = 0; at < levels.count; at += 1) {
      to[at * 2] = levels.px[at] as number;
      to[at * 2 + 1] = levels.qtyBase[at] as number;
    }
    return levels.count;
  }
}

function newSlot(): Slot {
  const side = (): Float64Array => new Float64Array(FLIGHT_LEVELS * 2);
  return { seq: 0, lastSeq: 0, atMs: 0, ix: 0, bids: side(), asks: side(), bidCount: 0, askCount: 0 };
}
