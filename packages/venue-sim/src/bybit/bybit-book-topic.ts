import type { SimBook, SimLevel, SimSide } from '../market/model.ts';
import { envelope, levelsJson, seqOf, type BybitListing } from './bybit-listing.ts';

/** Level 1 is pushed again after this long without a change. */
const LEVEL_ONE_REPEAT_MS = 3_000;

/**
 * One `orderbook.<depth>.<symbol>` topic: the first message is a snapshot, then come deltas whose `u` grows by one.
 * A delta also deletes the levels that fell out of the depth. Depth 1 is snapshots only.
 */
export class BybitBookTopic {
  private readonly topic: string;
  private readonly listing: BybitListing;
  private readonly depth: number;
  private readonly book: SimBook;
  private sent: Record<SimSide, Map<number, number>> = { bid: new Map(), ask: new Map() };
  private updateId: number;
  private sentVersion: number;
  private sentMs: number;

  constructor(
    topic: string,
    listing: BybitListing,
    depth: number,
    state: { readonly book: SimBook; readonly nowMs: number },
  ) {
    this.topic = topic;
    this.listing = listing;
    this.depth = depth;
    this.book = state.book;
    this.updateId = listing.updateBase + depth;
    this.sentVersion = state.book.version;
    this.sentMs = state.nowMs;
    this.sent = this.current();
  }

  get isDirty(): boolean {
    return this.sentVersion !== this.book.version;
  }

  get lastUpdateId(): number {
    return this.updateId;
  }

  /** The state everybody subscribed has, as a snapshot. */
  snapshot(nowMs: number): string {
    const side = (name: SimSide): SimLevel[] => Array.from(this.sent[name], ([ticks, lots]) => ({ ticks, lots }));
    return this.frame('snapshot', { bids: side('bid'), asks: side('ask') }, { sentMs: nowMs, actedMs: this.sentMs });
  }

  /** What has changed since the last message, or null when nothing within the depth did. */
  update(nowMs: number): string | null {
    const next = this.current();
    const bids = difference(this.sent.bid, next.bid);
    const asks = difference(this.sent.ask, next.ask);
    this.sentVersion = this.book.version;
    if (bids.length === 0 && asks.length === 0) return null;
    this.sent = next;
    this.sentMs = nowMs;
    this.updateId += 1;
    if (this.depth === 1) return this.snapshot(nowMs);
    return this.frame('delta', { bids, asks }, { sentMs: nowMs, actedMs: nowMs });
  }

  /** Level 1 again with the same `u` when it has been quiet for three seconds; null otherwise. */
  repeat(nowMs: number): string | null {
    if (this.depth !== 1 || nowMs - this.sentMs < LEVEL_ONE_REPEAT_MS) return null;
    this.sentMs = nowMs;
    return this.snapshot(nowMs);
  }

  /** The snapshot with `u` 1 that a restart of the venue's service sends. */
  restart(nowMs: number): string {
    this.updateId = 1;
    this.sent = this.current();
    this.sentVersion = this.book.version;
    return this.snapshot(nowMs);
  }

  private current(): Record<SimSide, Map<number, number>> {
    const side = (name: SimSide): Map<number, number> =>
      new Map(this.book.levels(name, this.depth).map(({ ticks, lots }) => [ticks, lots]));
    return { bid: side('bid'), ask: side('ask') };
  }

  private frame(
    type: 'snapshot' | 'delta',
    levels: { readonly bids: readonly SimLevel[]; readonly asks: readonly SimLevel[] },
    times: { readonly sentMs: number; readonly actedMs: number },
  ): string {
    const { listing } = this;
    const data =
      `{"s":"${listing.symbol}","b":${levelsJson(listing, levels.bids)},"a":${levelsJson(listing, levels.asks)},` +
      `"u":${this.updateId},"seq":${seqOf(listing, this.sentVersion)}}`;
    const extra = `,"cts":${times.actedMs}`;
    return envelope(listing, { topic: this.topic, type, tsMs: times.sentMs, data, extra });
  }
}

/** Levels to send to turn one side into another; lots 0 deletes. */
function difference(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): SimLevel[] {
  const out: SimLevel[] = [];
  for (const ticks of before.keys()) if (!after.has(ticks)) out.push({ ticks, lots: 0 });
  for (const [ticks, lots] of after) if (before.get(ticks) !== lots) out.push({ ticks, lots });
  return out;
}
