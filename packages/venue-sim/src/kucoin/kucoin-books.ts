import type { Random } from '@riptide/core/kernel';
import type { SimBook, SimLevel, SimLevelChange, SimVenueMarket } from '../market/model.ts';
import { nanos } from './kucoin-json.ts';
import type { KucoinListing } from './kucoin-listing.ts';

const FIRST_SEQUENCE = 1_600_000_000_000;
const FIRST_SEQUENCE_SPAN = 100_000_000;
/** Share of spot updates that carry a row of price "0", which moves the sequence and nothing else. */
const IDLE_ROW_SHARE = 0.02;

/** A level change with its number. */
interface NumberedChange {
  readonly sequence: number;
  readonly change: SimLevelChange;
}

/** The numbering of the level2 feeds: every change of a book has the next number. */
export class KucoinBooks {
  private readonly sequences = new Map<number, number>();
  private readonly market: SimVenueMarket;
  private readonly random: Random;

  constructor(market: SimVenueMarket, random: Random) {
    this.market = market;
    this.random = random;
  }

  /** The number of the newest change. */
  sequence(ix: number): number {
    const known = this.sequences.get(ix);
    if (known !== undefined) return known;
    const first = FIRST_SEQUENCE + Math.floor(this.random() * FIRST_SEQUENCE_SPAN);
    this.sequences.set(ix, first);
    return first;
  }

  private advance(ix: number): number {
    const next = this.sequence(ix) + 1;
    this.sequences.set(ix, next);
    return next;
  }

  /** Returns the `data` of one spot `trade.l2update`: all changes of one step, each with its number. */
  spotUpdate(listing: KucoinListing, changes: readonly SimLevelChange[], atMs: number): Record<string, unknown> {
    const asks: string[][] = [];
    const bids: string[][] = [];
    const sequenceStart = this.sequence(listing.ix) + 1;
    if (this.random() < IDLE_ROW_SHARE) asks.push(['0', '0', String(this.advance(listing.ix))]);
    for (const { change, sequence } of this.number(listing.ix, changes)) {
      const row = [listing.px(change.ticks), listing.qty(change.lots), String(sequence)];
      (change.side === 'ask' ? asks : bids).push(row);
    }
    return {
      changes: { asks, bids },
      sequenceEnd: this.sequence(listing.ix),
      sequenceStart,
      symbol: listing.symbol,
      time: atMs,
    };
  }

  /** Returns the `data` of the futures `level2` pushes: one change each, `price,side,size`. */
  futuresUpdates(listing: KucoinListing, changes: readonly SimLevelChange[], atMs: number): Record<string, unknown>[] {
    return this.number(listing.ix, changes).map(({ change, sequence }) => ({
      sequence,
      change: `${listing.px(change.ticks)},${change.side === 'ask' ? 'sell' : 'buy'},${listing.qty(change.lots)}`,
      timestamp: atMs,
    }));
  }

  /** Counts changes nobody is told of. */
  skip(ix: number, count: number): void {
    this.sequences.set(ix, this.sequence(ix) + count);
  }

  /** Returns the `data` of a spot book by REST. */
  spotSnapshot(listing: KucoinListing, depth: number): Record<string, unknown> {
    const book = this.market.book(listing.ix);
    const { asks, bids } = levels(book, depth, (level) => [listing.px(level.ticks), listing.qty(level.lots)]);
    return { time: this.market.nowMs(), sequence: String(this.sequence(listing.ix)), bids, asks };
  }

  /** Returns the `data` of a futures book by REST: numbers, time in ns. */
  futuresSnapshot(listing: KucoinListing, depth: number): Record<string, unknown> {
    const book = this.market.book(listing.ix);
    const row = (level: SimLevel): unknown[] => [Number(listing.px(level.ticks)), listing.size(level.lots)];
    const { asks, bids } = levels(book, depth, row);
    return { sequence: this.sequence(listing.ix), symbol: listing.symbol, bids, asks, ts: nanos(this.market.nowMs()) };
  }

  /** Returns the `data` of `level2Depth5` and `level2Depth50`. Spot has no sequence there. */
  depth(listing: KucoinListing, depth: number): Record<string, unknown> {
    const row = (level: SimLevel): unknown[] => [listing.px(level.ticks), listing.size(level.lots)];
    const { asks, bids } = levels(this.market.book(listing.ix), depth, row);
    const timestamp = this.market.nowMs();
    if (listing.product === 'spot') return { asks, bids, timestamp };
    return { bids, sequence: this.sequence(listing.ix), timestamp, ts: timestamp, asks };
  }

  private number(ix: number, changes: readonly SimLevelChange[]): NumberedChange[] {
    return changes.map((change) => ({ sequence: this.advance(ix), change }));
  }
}

function levels<Row>(book: SimBook, depth: number, row: (level: SimLevel) => Row): { asks: Row[]; bids: Row[] } {
  return { asks: book.levels('ask', depth).map(row), bids: book.levels('bid', depth).map(row) };
}
