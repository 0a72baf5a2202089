import type { Random } from '@riptide/core/kernel';
import type { SimLevel, SimLevelChange, SimVenueMarket } from '../market/model.ts';
import type { OkxListing } from './okx-listing.ts';

/** Levels of a full book channel, per side. */
const BOOK_DEPTH = 400;
const SEQ_STEP_MAX = 40;
const FIRST_SEQ_SPAN = 900_000;
const RESET_SEQ_MAX = 50;

/** `[px, sz, "0", orders]` as OKX prints a level. */
type Row = [string, string, '0', string];

interface BookState {
  /** Number of the newest state of the book; grows by random steps. */
  seqId: number;
  /** Number of the last state that was pushed on `books`. */
  pushedSeqId: number;
  pushedMs: number;
  readonly pending: Map<string, SimLevelChange>;
}

/** The numbering and the pushes of the `books` channel: snapshot, then updates linked by seqId/prevSeqId. */
export class OkxBooks {
  private readonly states = new Map<number, BookState>();
  private readonly market: SimVenueMarket;
  private readonly random: Random;

  constructor(market: SimVenueMarket, random: Random) {
    this.market = market;
    this.random = random;
  }

  /** Counts a change of the book; while `isPublished`, the changes leave with the next update. */
  note(ix: number, changes: readonly SimLevelChange[], isPublished: boolean): void {
    const state = this.state(ix);
    state.seqId += 1 + Math.floor(this.random() * SEQ_STEP_MAX);
    if (!isPublished) return;
    for (const change of changes) state.pending.set(`${change.side}${change.ticks}`, change);
  }

  /** Returns the number of the newest state. */
  seqId(ix: number): number {
    return this.state(ix).seqId;
  }

  /** Returns the `data` of the snapshot push. With other subscribers on the channel the caller has pushed `update` before. */
  snapshot(listing: OkxListing): Record<string, unknown> {
    const state = this.state(listing.ix);
    state.pushedMs = this.market.nowMs();
    state.pushedSeqId = state.seqId;
    state.pending.clear();
    return {
      ...this.levels(listing, BOOK_DEPTH),
      ts: String(this.market.nowMs()),
      checksum: 0,
      seqId: state.pushedSeqId,
      prevSeqId: -1,
    };
  }

  /** Returns the `data` of the next update, or null when nothing changed since the last one. */
  update(listing: OkxListing): Record<string, unknown> | null {
    const state = this.state(listing.ix);
    if (state.seqId === state.pushedSeqId) return null;
    const asks: Row[] = [];
    const bids: Row[] = [];
    for (const change of state.pending.values()) {
      const gone = change.lots === 0;
      const row: Row = [
        listing.px(change.ticks),
        listing.qty(change.lots),
        '0',
        gone ? '0' : String(Math.max(1, change.orders)),
      ];
      (change.side === 'ask' ? asks : bids).push(row);
    }
    state.pending.clear();
    const prevSeqId = state.pushedSeqId;
    state.pushedSeqId = state.seqId;
    state.pushedMs = this.market.nowMs();
    return { asks, bids, ts: String(this.market.nowMs()), checksum: 0, seqId: state.seqId, prevSeqId };
  }

  /** Returns the empty update of a book that did not change for `afterMs`, or null. */
  keepAlive(ix: number, afterMs: number): Record<string, unknown> | null {
    const state = this.state(ix);
    const nowMs = this.market.nowMs();
    if (nowMs - state.pushedMs < afterMs) return null;
    state.pushedMs = nowMs;
    const seqId = state.pushedSeqId;
    return { asks: [], bids: [], ts: String(nowMs), checksum: 0, seqId, prevSeqId: seqId };
  }

  /** Starts the numbering anew with a small number, as after maintenance; the next update still names the old one. */
  resetSequence(ix: number): void {
    const state = this.state(ix);
    state.seqId = 1 + Math.floor(this.random() * RESET_SEQ_MAX);
  }

  /** Returns the book to `depth` levels a side, printed. */
  levels(listing: OkxListing, depth: number): { asks: Row[]; bids: Row[] } {
    const book = this.market.book(listing.ix);
    const row = (level: SimLevel): Row => [
      listing.px(level.ticks),
      listing.qty(level.lots),
      '0',
      String(1 + (level.lots % 7)),
    ];
    return { asks: book.levels('ask', depth).map(row), bids: book.levels('bid', depth).map(row) };
  }

  private state(ix: number): BookState {
    const known = this.states.get(ix);
    if (known !== undefined) return known;
    const seqId = 1_000 + Math.floor(this.random() * FIRST_SEQ_SPAN);
    const made: BookState = { seqId, pushedSeqId: seqId, pushedMs: this.market.nowMs(), pending: new Map() };
    this.states.set(ix, made);
    return made;
  }
}
