import type { SimLevelChange, SimLiquidation, SimMarketListener, SimTrade, SimVenueMarket } from '../market/model.ts';
import type { ServerSocket } from '../server/venue-server.ts';
import type { OkxBooks } from './okx-books.ts';
import { instrumentRow, type OkxListings } from './okx-listing.ts';
import type { OkxLiquidations } from './okx-liquidations.ts';
import { candleRow, fundingRow, indexRow, markRow, openInterestRow, tickerRow, tradeRow } from './okx-rows.ts';
import { INSTRUMENTS, type OkxTopic, type OkxTopics } from './okx-topics.ts';

/** What the pushes are made of. */
export interface OkxPublisherDeps {
  readonly market: SimVenueMarket;
  readonly listings: OkxListings;
  readonly topics: OkxTopics;
  readonly books: OkxBooks;
  readonly liquidations: OkxLiquidations;
  /** False: the book channel starts without a snapshot, as announced once and not seen yet. */
  readonly sendsSnapshot: boolean;
}

/** Period of `books`, `books5` and `tickers`. */
export const OKX_TICK_MS = 100;
const KEEP_ALIVE_MS = 60_000;
const MARK_MS = 200;
const MARK_IDLE_MS = 10_000;
const CANDLE_MS = 1_000;
const OPEN_INTEREST_MS = 3_000;
const FUNDING_MS = 60_000;

/** Turns what happens in the market into pushes. */
export class OkxPublisher implements SimMarketListener {
  private readonly deps: OkxPublisherDeps;

  constructor(deps: OkxPublisherDeps) {
    this.deps = deps;
  }

  onBook(ix: number, changes: readonly SimLevelChange[]): void {
    const listing = this.listing(ix);
    this.deps.books.note(ix, changes, this.deps.topics.heard('books', listing.instId) !== null);
    const bbo = this.deps.topics.heard('bbo-tbt', listing.instId);
    if (bbo !== null) this.pushIfChanged(bbo, this.bboData(bbo));
  }

  onTrade(ix: number, trade: SimTrade): void {
    const listing = this.listing(ix);
    const merged = this.deps.topics.heard('trades', listing.instId);
    if (merged !== null) this.push(merged, [tradeRow(listing, trade, { seqId: this.deps.books.seqId(ix) })]);
    const single = this.deps.topics.heard('trades-all', listing.instId);
    if (single !== null) this.push(single, [tradeRow(listing, trade, null)]);
  }

  onLiquidation(ix: number, liquidation: SimLiquidation): void {
    const listing = this.listing(ix);
    if (listing.instType !== 'SWAP') return;
    this.deps.liquidations.note(listing, liquidation);
    this.flushLiquidations();
  }

  onHalt(ix: number): void {
    const listing = this.listing(ix);
    const topic = this.deps.topics.heard(INSTRUMENTS, listing.instType);
    if (topic !== null) this.push(topic, [instrumentRow(this.deps.market, listing)]);
  }

  /** Pushes what is due; called every `OKX_TICK_MS`. */
  tick(): void {
    this.deps.topics.forEachHeard((topic) => this.tickTopic(topic));
    this.flushLiquidations();
  }

  /** Sends a new subscriber the present state, where the channel has one. */
  greet(topic: OkxTopic, socket: ServerSocket): void {
    if (topic.channel === 'books') {
      this.greetBook(topic, socket);
      return;
    }
    const data = this.stateOf(topic);
    if (data !== null) socket.send(frame(topic, data), topic.key);
  }

  private greetBook(topic: OkxTopic, socket: ServerSocket): void {
    const listing = listingOf(topic);
    // Whoever listens already gets the outstanding update first, so that one numbering serves all.
    this.pushBookUpdate(topic, socket);
    const snapshot = this.deps.books.snapshot(listing);
    if (this.deps.sendsSnapshot) socket.send(bookFrame(topic, 'snapshot', snapshot), topic.key);
  }

  private tickTopic(topic: OkxTopic): void {
    const nowMs = this.deps.market.nowMs();
    const elapsedMs = nowMs - topic.pushedMs;
    if (topic.channel === 'books') this.pushBook(topic);
    else if (topic.channel === 'books5') this.pushIfChanged(topic, this.booksData(topic, 5));
    else if (topic.channel === 'tickers') this.pushTicker(topic);
    else if (topic.channel === 'mark-price' || topic.channel === 'index-tickers') this.pushMark(topic, elapsedMs);
    else if (topic.barMs !== null) this.pushCandle(topic, elapsedMs);
    else if (topic.channel === 'open-interest' && elapsedMs >= OPEN_INTEREST_MS) this.pushState(topic);
    else if (topic.channel === 'funding-rate' && elapsedMs >= FUNDING_MS) this.pushState(topic);
  }

  private pushBook(topic: OkxTopic): void {
    if (this.pushBookUpdate(topic, null)) return;
    const idle = this.deps.books.keepAlive(listingOf(topic).ix, KEEP_ALIVE_MS);
    if (idle !== null) this.sendBook(topic, idle, null);
  }

  private pushBookUpdate(topic: OkxTopic, except: ServerSocket | null): boolean {
    const update = this.deps.books.update(listingOf(topic));
    if (update === null) return false;
    this.sendBook(topic, update, except);
    return true;
  }

  private sendBook(topic: OkxTopic, update: Record<string, unknown>, except: ServerSocket | null): void {
    topic.pushedMs = this.deps.market.nowMs();
    send(topic, bookFrame(topic, 'update', update), except);
  }

  private pushTicker(topic: OkxTopic): void {
    const listing = listingOf(topic);
    const version = `${this.deps.market.book(listing.ix).version} ${this.deps.market.recentTrades(listing.ix, 1)[0]?.id ?? ''}`;
    if (version === topic.pushedText) return;
    topic.pushedText = version;
    this.push(topic, [tickerRow(this.deps.market, listing)]);
  }

  private pushMark(topic: OkxTopic, elapsedMs: number): void {
    if (elapsedMs < MARK_MS) return;
    const listing = listingOf(topic);
    const row =
      topic.channel === 'mark-price' ? markRow(this.deps.market, listing) : indexRow(this.deps.market, listing);
    const text = row['markPx'] ?? row['idxPx'] ?? '';
    if (text === topic.pushedText && elapsedMs < MARK_IDLE_MS) return;
    topic.pushedText = text;
    this.push(topic, [row]);
  }

  private pushCandle(topic: OkxTopic, elapsedMs: number): void {
    const length = topic.barMs;
    if (length === null || elapsedMs < CANDLE_MS) return;
    const listing = listingOf(topic);
    const nowMs = this.deps.market.nowMs();
    const [before, current] = this.deps.market.candles(listing.ix, length, 2, nowMs);
    if (before === undefined || current === undefined) return;
    // The bar that was open at the last push has closed: say so once, before the new one.
    if (topic.pushedMs > 0 && topic.pushedMs < current.openMs) this.push(topic, [candleRow(listing, before, true)]);
    this.push(topic, [candleRow(listing, current, false)]);
  }

  private pushState(topic: OkxTopic): void {
    const data = this.stateOf(topic);
    if (data !== null) this.push(topic, data);
  }

  /** Null: the channel starts with the next event. */
  private stateOf(topic: OkxTopic): readonly unknown[] | null {
    const { market } = this.deps;
    const { listing } = topic;
    if (topic.channel === INSTRUMENTS) return this.instrumentRows(topic);
    if (listing === null) return null;
    if (topic.channel === 'books5') return this.booksData(topic, 5);
    if (topic.channel === 'bbo-tbt') return this.bboData(topic);
    if (topic.channel === 'tickers') return [tickerRow(market, listing)];
    if (topic.channel === 'mark-price') return [markRow(market, listing)];
    if (topic.channel === 'index-tickers') return [indexRow(market, listing)];
    if (topic.channel === 'funding-rate') return [fundingRow(market, listing)];
    if (topic.channel === 'open-interest') return [openInterestRow(market, listing)];
    const candle = topic.barMs === null ? undefined : market.candles(listing.ix, topic.barMs, 1, market.nowMs())[0];
    return candle === undefined ? null : [candleRow(listing, candle, false)];
  }

  private instrumentRows(topic: OkxTopic): readonly unknown[] {
    const { listings, market, topics } = this.deps;
    const listed = listings.all.filter(({ instType }) => topics.keyOf(INSTRUMENTS, instType) === topic.key);
    return listed.map((listing) => instrumentRow(market, listing));
  }

  private booksData(topic: OkxTopic, depth: number): readonly Record<string, unknown>[] {
    const listing = listingOf(topic);
    const { books, market } = this.deps;
    const levels = books.levels(listing, depth);
    return [{ ...levels, instId: listing.instId, ts: String(market.nowMs()), seqId: books.seqId(listing.ix) }];
  }

  private bboData(topic: OkxTopic): readonly Record<string, unknown>[] {
    const listing = listingOf(topic);
    const { books, market } = this.deps;
    return [{ ...books.levels(listing, 1), ts: String(market.nowMs()), seqId: books.seqId(listing.ix) }];
  }

  /** Pushes book data when its levels differ from those pushed last. */
  private pushIfChanged(topic: OkxTopic, data: readonly Record<string, unknown>[]): void {
    const text = JSON.stringify([data[0]?.['asks'], data[0]?.['bids']]);
    if (text === topic.pushedText) return;
    topic.pushedText = text;
    this.push(topic, data);
  }

  private flushLiquidations(): void {
    const rows = this.deps.liquidations.due(this.deps.market.nowMs());
    const topic = this.deps.topics.heard('liquidation-orders', 'SWAP');
    if (rows.length > 0 && topic !== null) this.push(topic, rows);
  }

  private push(topic: OkxTopic, data: readonly unknown[]): void {
    topic.pushedMs = this.deps.market.nowMs();
    send(topic, frame(topic, data), null);
  }

  private listing(ix: number): OkxListings['all'][number] {
    const listing = this.deps.listings.all[ix];
    if (listing === undefined) throw new Error(`Invariant: no listing ${ix}`);
    return listing;
  }
}

function listingOf(topic: OkxTopic): OkxListings['all'][number] {
  if (topic.listing === null) throw new Error(`Invariant: ${topic.key} has no instrument`);
  return topic.listing;
}

function frame(topic: OkxTopic, data: readonly unknown[]): string {
  return `{"arg":${topic.argText},"data":${JSON.stringify(data)}}`;
}

function bookFrame(topic: OkxTopic, action: 'snapshot' | 'update', data: Record<string, unknown>): string {
  return `{"arg":${topic.argText},"action":"${action}","data":[${JSON.stringify(data)}]}`;
}

function send(topic: OkxTopic, text: string, except: ServerSocket | null): void {
  for (const socket of topic.sockets) {
    if (socket !== except) socket.send(text, topic.key);
  }
}
