import type {
  SimLevel,
  SimLevelChange,
  SimLiquidation,
  SimMarketListener,
  SimTrade,
  SimVenueMarket,
} from '../market/model.ts';
import type { ServerSocket } from '../server/venue-server.ts';
import {
  aggTradeFrame,
  bookTickerFrame,
  coinMarkPriceFrame,
  contractInfoFrame,
  depthFrame,
  forceOrderFrame,
  markPriceFrame,
  miniTickerFrame,
  tickerFrame,
  tradeFrame,
} from './binance-frames.ts';
import { updateIdOf, type BinanceListing, type BinanceProduct } from './binance-product.ts';
import { dayOf, klineObject } from './binance-rows.ts';
import { parseBinanceStream, type BinanceStream } from './binance-streams.ts';
import { DepthWindow } from './depth-window.ts';

/** The publisher is called this often. */
export const BINANCE_TICK_MS = 50;
const FORCE_ORDER_WINDOW_MS = 1_000;
const ALL_BOOK_TICKER_MS = 5_000;

interface Topic {
  readonly name: string;
  readonly stream: BinanceStream;
  readonly sockets: Set<ServerSocket>;
  /** Depth streams only. */
  readonly window: DepthWindow | null;
  /** Something to send at the next due time. */
  isDirty: boolean;
  /** Kline streams: the candle last sent as open. */
  openMs: number;
}

/** A tradeable top of a book. */
interface Top {
  readonly bid: SimLevel;
  readonly ask: SimLevel;
}

/** Publishes the streams of one product to whoever subscribed. Nothing is worked out that nobody listens to. */
export class BinanceFeed implements SimMarketListener {
  private readonly product: BinanceProduct;
  private readonly market: SimVenueMarket;
  private readonly isCombined: (socket: ServerSocket) => boolean;
  private readonly topics = new Map<string, Topic>();
  private readonly byIx = new Map<number, Topic[]>();
  private readonly listingByIx: ReadonlyMap<number, BinanceListing>;
  private readonly lastTop = new Map<number, Top>();
  private readonly forced = new Map<number, SimLiquidation>();
  private readonly traded = new Set<number>();
  private ticks = 0;

  constructor(product: BinanceProduct, market: SimVenueMarket, isCombined: (socket: ServerSocket) => boolean) {
    this.product = product;
    this.market = market;
    this.isCombined = isCombined;
    this.listingByIx = new Map(product.listings.map((listing) => [listing.ix, listing]));
  }

  /** Adds a socket to a stream the product knows. */
  join(name: string, stream: BinanceStream, socket: ServerSocket): void {
    let topic = this.topics.get(name);
    if (topic === undefined) {
      const window = stream.kind === 'depth' || stream.kind === 'partial' ? this.windowOf(stream.listing) : null;
      topic = { name, stream, sockets: new Set(), window, isDirty: true, openMs: 0 };
      this.topics.set(name, topic);
      if ('listing' in stream) this.byIx.set(stream.listing.ix, [...(this.byIx.get(stream.listing.ix) ?? []), topic]);
    }
    topic.sockets.add(socket);
  }

  /** Takes a socket off a stream; a stream without sockets is forgotten. */
  leave(name: string, socket: ServerSocket): void {
    const topic = this.topics.get(name);
    if (topic === undefined) return;
    topic.sockets.delete(socket);
    if (topic.sockets.size > 0) return;
    this.topics.delete(name);
    if (!('listing' in topic.stream)) return;
    const { ix } = topic.stream.listing;
    this.byIx.set(
      ix,
      (this.byIx.get(ix) ?? []).filter((other) => other !== topic),
    );
  }

  /** Parses a stream name of this product. */
  parse(name: string): BinanceStream | null {
    return parseBinanceStream(this.product, name);
  }

  onBook(ix: number, changes: readonly SimLevelChange[], atMs: number): void {
    for (const topic of this.byIx.get(ix) ?? []) {
      const { stream, window } = topic;
      window?.add(changes);
      if (stream.kind === 'depth' && stream.speedMs === 0) this.flushDepth(topic, stream.listing, atMs);
      if (stream.kind === 'partial') topic.isDirty = true;
      if (stream.kind === 'bookTicker') this.sendTop(topic, stream.listing, atMs);
    }
  }

  onTrade(ix: number, trade: SimTrade): void {
    if (!this.listingByIx.has(ix)) return;
    this.traded.add(ix);
    for (const topic of this.byIx.get(ix) ?? []) {
      const { stream } = topic;
      if (stream.kind === 'aggTrade') this.send(topic, aggTradeFrame(stream.listing, trade, this.market.nowMs()));
      else if (stream.kind === 'trade') this.send(topic, tradeFrame(stream.listing, trade, this.market.nowMs()));
      else if (stream.kind === 'kline') topic.isDirty = true;
    }
  }

  /** Keeps the largest forced order per symbol until its second is over; the venue publishes no more than that. */
  onLiquidation(ix: number, liquidation: SimLiquidation): void {
    if (!this.listingByIx.has(ix)) return;
    const kept = this.forced.get(ix);
    if (kept === undefined || kept.lots < liquidation.lots) this.forced.set(ix, liquidation);
  }

  /** Spot has no stream that tells it. */
  onHalt(ix: number, isHalted: boolean): void {
    const listing = this.listingByIx.get(ix);
    const topic = this.topics.get('!contractInfo');
    if (listing === undefined || topic === undefined) return;
    this.send(topic, contractInfoFrame(listing, isHalted ? 'SETTLING' : 'TRADING', this.market.nowMs()));
  }

  /** Sends what has fallen due; called every 50 ms. */
  tick(): void {
    this.ticks += 1;
    this.sendForced();
    for (const topic of this.topics.values()) this.tickTopic(topic);
    if (this.isDue(1_000, 0)) this.traded.clear();
  }

  private tickTopic(topic: Topic): void {
    const { stream } = topic;
    const nowMs = this.market.nowMs();
    const isSpot = this.product.kind === 'spot';
    switch (stream.kind) {
      case 'depth':
        if (stream.speedMs > 0 && this.isDue(stream.speedMs, stream.listing.ix)) {
          this.flushDepth(topic, stream.listing, nowMs);
        }
        return;
      case 'partial':
        if (topic.isDirty && this.isDue(stream.speedMs, stream.listing.ix)) this.sendPartial(topic, stream, nowMs);
        return;
      case 'kline':
        if (this.isDue(isSpot ? 2_000 : 250, stream.listing.ix)) this.sendKline(topic, stream, nowMs);
        return;
      case 'markPrice':
        if (this.isDue(stream.speedMs, 0)) {
          this.send(topic, markPriceFrame(stream.listing, this.market.mark(stream.listing.ix), nowMs));
        }
        return;
      case 'markPriceArr':
        if (this.isDue(stream.speedMs, 0)) this.send(topic, this.allMarks(nowMs));
        return;
      case 'ticker':
        if (this.isDue(isSpot ? 1_000 : 2_000, stream.listing.ix)) this.send(topic, this.ticker(stream.listing, nowMs));
        return;
      case 'miniTicker':
        if (this.isDue(isSpot ? 1_000 : 2_000, stream.listing.ix))
          this.send(topic, this.miniTicker(stream.listing, nowMs));
        return;
      case 'tickerArr':
        if (this.isDue(1_000, 0)) this.sendArray(topic, (listing) => this.ticker(listing, nowMs));
        return;
      case 'miniTickerArr':
        if (this.isDue(1_000, 0)) this.sendArray(topic, (listing) => this.miniTicker(listing, nowMs));
        return;
      case 'bookTickerArr':
        if (this.isDue(ALL_BOOK_TICKER_MS, 0)) this.sendAllTops(topic, nowMs);
        return;
      case 'bookTicker':
      case 'trade':
      case 'aggTrade':
      case 'forceOrder':
      case 'forceOrderArr':
      case 'contractInfo':
        return;
    }
  }

  /** Listings are spread over the period so that not everything is sent at one moment. */
  private isDue(periodMs: number, spread: number): boolean {
    const period = Math.max(1, Math.round(periodMs / BINANCE_TICK_MS));
    return (this.ticks + spread) % period === 0;
  }

  private windowOf(listing: BinanceListing): DepthWindow {
    return new DepthWindow(this.market.book(listing.ix).version);
  }

  private idsOf(listing: BinanceListing, fromVersion: number): { first: number; last: number; previous: number } {
    const { version } = this.market.book(listing.ix);
    return {
      first: updateIdOf(listing, Math.min(version, fromVersion + 1)),
      last: updateIdOf(listing, version),
      previous: updateIdOf(listing, fromVersion),
    };
  }

  private flushDepth(topic: Topic, listing: BinanceListing, actedMs: number): void {
    const { window } = topic;
    if (window === null || window.isEmpty) return;
    const ids = this.idsOf(listing, window.fromVersion);
    const levels = window.take(this.market.book(listing.ix).version);
    this.send(topic, depthFrame(listing, { sentMs: this.market.nowMs(), actedMs }, ids, levels));
  }

  private sendPartial(topic: Topic, stream: BinanceStream & { kind: 'partial' }, actedMs: number): void {
    const { listing, levels: count } = stream;
    const book = this.market.book(listing.ix);
    const levels = { bids: book.levels('bid', count), asks: book.levels('ask', count) };
    const ids = this.idsOf(listing, topic.window?.fromVersion ?? book.version);
    topic.window?.take(book.version);
    topic.isDirty = false;
    if (listing.instrument.kind === 'perp') {
      this.send(topic, depthFrame(listing, { sentMs: this.market.nowMs(), actedMs }, ids, levels));
      return;
    }
    const rows = (side: readonly SimLevel[]): string =>
      `[${side.map(({ ticks, lots }) => `["${listing.text.px(ticks)}","${listing.text.qty(lots)}"]`).join(',')}]`;
    this.send(topic, `{"lastUpdateId":${ids.last},"bids":${rows(levels.bids)},"asks":${rows(levels.asks)}}`);
  }

  private topOf(listing: BinanceListing): Top | null {
    const { bestBid: bid, bestAsk: ask } = this.market.book(listing.ix);
    return bid === null || ask === null ? null : { bid, ask };
  }

  private sendTop(topic: Topic, listing: BinanceListing, actedMs: number): void {
    const top = this.topOf(listing);
    const last = this.lastTop.get(listing.ix);
    if (top === null || (last !== undefined && isSameTop(last, top))) return;
    this.lastTop.set(listing.ix, top);
    const id = updateIdOf(listing, this.market.book(listing.ix).version);
    this.send(topic, bookTickerFrame(listing, { sentMs: this.market.nowMs(), actedMs }, { id, ...top }));
  }

  private sendAllTops(topic: Topic, nowMs: number): void {
    for (const listing of this.product.listings) {
      const top = this.topOf(listing);
      if (top === null) continue;
      const id = updateIdOf(listing, this.market.book(listing.ix).version);
      this.send(topic, bookTickerFrame(listing, { sentMs: nowMs, actedMs: nowMs }, { id, ...top }));
    }
  }

  private sendKline(topic: Topic, stream: BinanceStream & { kind: 'kline' }, nowMs: number): void {
    const { listing, interval, intervalMs } = stream;
    const openMs = nowMs - (nowMs % intervalMs);
    const isTurned = topic.openMs !== 0 && openMs !== topic.openMs;
    if (!topic.isDirty && !isTurned) return;
    topic.isDirty = false;
    const candles = this.market.candles(listing.ix, intervalMs, 2, nowMs);
    const lastTradeId = this.market.recentTrades(listing.ix, 1)[0]?.id ?? 0;
    for (const candle of candles) {
      const isClosed = candle.openMs < openMs;
      if (isClosed && !(isTurned && candle.openMs === topic.openMs)) continue;
      const k = klineObject(listing, candle, { interval, intervalMs, isClosed, lastTradeId });
      this.send(topic, JSON.stringify({ e: 'kline', E: nowMs, s: listing.instrument.wireSymbol, k }));
    }
    topic.openMs = openMs;
  }

  private allMarks(nowMs: number): string {
    const rows = this.product.listings.map((listing) => markPriceFrame(listing, this.market.mark(listing.ix), nowMs));
    const first = this.product.listings[0];
    if (first !== undefined) rows.push(coinMarkPriceFrame(this.market.mark(first.ix), nowMs));
    return `[${rows.join(',')}]`;
  }

  private ticker(listing: BinanceListing, nowMs: number): string {
    const top = this.topOf(listing);
    if (top === null) throw new Error(`Invariant: ${listing.instrument.wireSymbol} has an empty book`);
    return tickerFrame(listing, dayOf(this.market, listing), nowMs, top);
  }

  private miniTicker(listing: BinanceListing, nowMs: number): string {
    return miniTickerFrame(listing, dayOf(this.market, listing), nowMs);
  }

  /** An all-market array carries only the symbols that traded since the last one. */
  private sendArray(topic: Topic, row: (listing: BinanceListing) => string): void {
    const rows = this.product.listings.filter(({ ix }) => this.traded.has(ix)).map(row);
    if (rows.length > 0) this.send(topic, `[${rows.join(',')}]`);
  }

  private sendForced(): void {
    for (const [ix, liquidation] of this.forced) {
      if (!this.isDue(FORCE_ORDER_WINDOW_MS, ix)) continue;
      this.forced.delete(ix);
      const listing = this.listingByIx.get(ix);
      if (listing === undefined) continue;
      const text = forceOrderFrame(listing, liquidation, this.market.nowMs());
      for (const name of [`${listing.streamSymbol}@forceOrder`, '!forceOrder@arr']) {
        const topic = this.topics.get(name);
        if (topic !== undefined) this.send(topic, text);
      }
    }
  }

  private send(topic: Topic, data: string): void {
    let wrapped: string | null = null;
    for (const socket of topic.sockets) {
      if (this.isCombined(socket)) wrapped ??= `{"stream":"${topic.name}","data":${data}}`;
      socket.send(this.isCombined(socket) && wrapped !== null ? wrapped : data, topic.name);
    }
  }
}

function isSameTop(one: Top, two: Top): boolean {
  return (
    one.bid.ticks === two.bid.ticks &&
    one.bid.lots === two.bid.lots &&
    one.ask.ticks === two.ask.ticks &&
    one.ask.lots === two.ask.lots
  );
}
