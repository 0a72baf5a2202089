import type { SimLevelChange, SimLiquidation, SimMarketListener, SimTrade, SimVenueMarket } from '../market/model.ts';
import type { ServerSocket } from '../server/venue-server.ts';
import { BybitBookTopic } from './bybit-book-topic.ts';
import { envelope, type BybitListing, type BybitListings } from './bybit-listing.ts';
import { fastTickerFields, klineRow, seqNow, slowLinearFields, slowSpotFields, streamTradeJson } from './bybit-rows.ts';
import type { BybitTopicName } from './bybit-topics.ts';

/** The publisher is called this often. */
export const BYBIT_TICK_MS = 50;
/** Depths 1 and 50 are pushed within 20 ms, so with every change; the others are gathered. */
const BOOK_PERIOD_MS: Readonly<Record<number, number>> = { 1: 0, 50: 0, 200: 100, 1_000: 200 };
const TICKER_PERIOD_MS = 100;
const MARK_PERIOD_MS = 1_000;
const KLINE_PERIOD_MS = 1_000;
const LIQUIDATION_PERIOD_MS = 500;
const TRADES_PER_FRAME_MAX = 1_024;

interface Topic {
  readonly name: string;
  readonly parsed: BybitTopicName;
  readonly sockets: Set<ServerSocket>;
  /** Order book topics only. */
  readonly book: BybitBookTopic | null;
  /** Linear tickers: the fields last sent. */
  fields: Record<string, string>;
  /** Trades or liquidations waiting for the next frame. */
  readonly rows: string[];
  isDirty: boolean;
  openMs: number;
}

/** Publishes the topics of one category to whoever subscribed. */
export class BybitFeed implements SimMarketListener {
  private readonly market: SimVenueMarket;
  private readonly listings: BybitListings;
  private readonly topics = new Map<string, Topic>();
  private readonly byIx = new Map<number, Topic[]>();
  private readonly lastTicks = new Map<number, { readonly ticks: number; readonly direction: string }>();
  private ticks = 0;

  constructor(listings: BybitListings, market: SimVenueMarket) {
    this.listings = listings;
    this.market = market;
  }

  /** Adds a socket to a topic and sends the snapshot the topic begins with. */
  join(name: string, parsed: BybitTopicName, socket: ServerSocket): void {
    const topic = this.topics.get(name) ?? this.create(name, parsed);
    if (topic.sockets.has(socket)) return;
    if (topic.book?.isDirty === true) this.sendMaybe(topic, topic.book.update(this.market.nowMs()));
    topic.sockets.add(socket);
    const nowMs = this.market.nowMs();
    if (topic.book !== null) socket.send(topic.book.snapshot(nowMs), name);
    if (parsed.kind === 'tickers') socket.send(this.tickerSnapshot(topic, parsed.listing, nowMs), name);
  }

  /** Takes a socket off a topic; a topic without sockets is forgotten. */
  leave(name: string, socket: ServerSocket): void {
    const topic = this.topics.get(name);
    if (topic === undefined) return;
    topic.sockets.delete(socket);
    if (topic.sockets.size > 0) return;
    this.topics.delete(name);
    const { ix } = topic.parsed.listing;
    this.byIx.set(
      ix,
      (this.byIx.get(ix) ?? []).filter((other) => other !== topic),
    );
  }

  /** Sends every book topic of a symbol anew with `u` 1, as after a restart of the service. */
  restart(symbol: string): boolean {
    const listing = this.listings.bySymbol.get(symbol);
    if (listing === undefined) return false;
    for (const topic of this.byIx.get(listing.ix) ?? []) {
      if (topic.book !== null) this.send(topic, topic.book.restart(this.market.nowMs()));
    }
    return true;
  }

  onBook(ix: number, _changes: readonly SimLevelChange[], atMs: number): void {
    for (const topic of this.byIx.get(ix) ?? []) {
      const { parsed, book } = topic;
      if (book !== null && parsed.kind === 'orderbook' && BOOK_PERIOD_MS[parsed.depth] === 0) {
        this.sendMaybe(topic, book.update(atMs));
      }
      if (parsed.kind === 'tickers') topic.isDirty = true;
      if (parsed.kind === 'publicTrade') this.flushRows(topic);
    }
  }

  onTrade(ix: number, trade: SimTrade): void {
    for (const topic of this.byIx.get(ix) ?? []) {
      const { parsed } = topic;
      if (parsed.kind === 'publicTrade') {
        const direction = this.directionOf(ix, trade);
        topic.rows.push(streamTradeJson(parsed.listing, trade, seqNow(this.market, parsed.listing), direction));
        if (topic.rows.length >= TRADES_PER_FRAME_MAX) this.flushRows(topic);
      } else if (parsed.kind === 'kline' || parsed.kind === 'tickers') {
        topic.isDirty = true;
      }
    }
  }

  /** `S` is the side of the position: Buy when a long was liquidated; `p` is its bankruptcy price. */
  onLiquidation(ix: number, one: SimLiquidation): void {
    for (const topic of this.byIx.get(ix) ?? []) {
      const { parsed } = topic;
      if (parsed.kind !== 'allLiquidation') continue;
      const side = one.liquidatedSide === 'LONG' ? 'Buy' : 'Sell';
      const { symbol } = parsed.listing;
      topic.rows.push(
        `{"T":${one.atMs},"s":"${symbol}","S":"${side}","v":"${parsed.listing.qty(one.lots)}","p":"${parsed.listing.px(one.bankruptcyTicks)}"}`,
      );
    }
  }

  /** Sends what has fallen due; called every 50 ms. */
  tick(): void {
    this.ticks += 1;
    for (const topic of this.topics.values()) this.tickTopic(topic);
  }

  private tickTopic(topic: Topic): void {
    const { parsed, book } = topic;
    const { ix } = parsed.listing;
    const nowMs = this.market.nowMs();
    switch (parsed.kind) {
      case 'orderbook': {
        const periodMs = BOOK_PERIOD_MS[parsed.depth] ?? 0;
        if (book === null) return;
        if (periodMs === 0) this.sendMaybe(topic, book.repeat(nowMs));
        else if (book.isDirty && this.isDue(periodMs, ix)) this.sendMaybe(topic, book.update(nowMs));
        return;
      }
      case 'publicTrade':
        this.flushRows(topic);
        return;
      case 'allLiquidation':
        if (this.isDue(LIQUIDATION_PERIOD_MS, ix)) this.flushRows(topic);
        return;
      case 'tickers':
        if (parsed.listing.category === 'spot') this.tickSpotTicker(topic, parsed.listing, nowMs);
        else this.tickLinearTicker(topic, parsed.listing, nowMs);
        return;
      case 'kline':
        if (this.isDue(KLINE_PERIOD_MS, ix)) this.sendKline(topic, parsed, nowMs);
        return;
    }
  }

  private create(name: string, parsed: BybitTopicName): Topic {
    const { listing } = parsed;
    const book =
      parsed.kind === 'orderbook'
        ? new BybitBookTopic(name, listing, parsed.depth, {
            book: this.market.book(listing.ix),
            nowMs: this.market.nowMs(),
          })
        : null;
    const topic: Topic = { name, parsed, sockets: new Set(), book, fields: {}, rows: [], isDirty: true, openMs: 0 };
    this.topics.set(name, topic);
    this.byIx.set(listing.ix, [...(this.byIx.get(listing.ix) ?? []), topic]);
    return topic;
  }

  private isDue(periodMs: number, spread: number): boolean {
    return (this.ticks + spread) % Math.max(1, Math.round(periodMs / BYBIT_TICK_MS)) === 0;
  }

  private flushRows(topic: Topic): void {
    if (topic.rows.length === 0) return;
    const data = `[${topic.rows.splice(0).join(',')}]`;
    this.send(
      topic,
      envelope(topic.parsed.listing, { topic: topic.name, type: 'snapshot', tsMs: this.market.nowMs(), data }),
    );
  }

  private directionOf(ix: number, trade: SimTrade): string {
    const before = this.lastTicks.get(ix);
    const isUp = before?.direction.startsWith('Plus') ?? true;
    let direction = isUp ? 'ZeroPlusTick' : 'ZeroMinusTick';
    if (before !== undefined && trade.ticks > before.ticks) direction = 'PlusTick';
    if (before !== undefined && trade.ticks < before.ticks) direction = 'MinusTick';
    this.lastTicks.set(ix, { ticks: trade.ticks, direction: direction.replace('Zero', '') });
    return direction;
  }

  private tickerSnapshot(topic: Topic, listing: BybitListing, nowMs: number): string {
    const isSpot = listing.category === 'spot';
    if (Object.keys(topic.fields).length === 0) {
      topic.fields = isSpot
        ? slowSpotFields(this.market, listing)
        : { ...slowLinearFields(this.market, listing), ...fastTickerFields(this.market, listing) };
    }
    const direction = isSpot ? {} : { tickDirection: this.lastTicks.get(listing.ix)?.direction ?? 'PlusTick' };
    return this.tickerFrame(topic, { type: 'snapshot', fields: { ...direction, ...topic.fields }, nowMs });
  }

  private tickSpotTicker(topic: Topic, listing: BybitListing, nowMs: number): void {
    if (!topic.isDirty || !this.isDue(TICKER_PERIOD_MS, listing.ix)) return;
    topic.isDirty = false;
    const fields = slowSpotFields(this.market, listing);
    const isSame =
      fields['lastPrice'] === topic.fields['lastPrice'] && fields['volume24h'] === topic.fields['volume24h'];
    topic.fields = fields;
    if (!isSame) this.send(topic, this.tickerFrame(topic, { type: 'snapshot', fields, nowMs }));
  }

  /** A delta carries only the fields that changed; the mark moves once a second. */
  private tickLinearTicker(topic: Topic, listing: BybitListing, nowMs: number): void {
    const isMarkDue = this.isDue(MARK_PERIOD_MS, listing.ix);
    if (!isMarkDue && !(topic.isDirty && this.isDue(TICKER_PERIOD_MS, listing.ix))) return;
    topic.isDirty = false;
    const slow = isMarkDue ? slowLinearFields(this.market, listing) : {};
    const changed: Record<string, string> = {};
    for (const [name, value] of Object.entries({ ...slow, ...fastTickerFields(this.market, listing) })) {
      if (topic.fields[name] !== value) changed[name] = value;
    }
    if (Object.keys(changed).length === 0) return;
    Object.assign(topic.fields, changed);
    this.send(topic, this.tickerFrame(topic, { type: 'delta', fields: changed, nowMs }));
  }

  private tickerFrame(
    topic: Topic,
    frame: { readonly type: 'snapshot' | 'delta'; readonly fields: Record<string, string>; readonly nowMs: number },
  ): string {
    const { listing } = topic.parsed;
    const seq = `"cs":${seqNow(this.market, listing)}`;
    const data = JSON.stringify({ symbol: listing.symbol, ...frame.fields });
    if (listing.category === 'spot') {
      return `{"topic":"${topic.name}","ts":${frame.nowMs},"type":"${frame.type}",${seq},"data":${data}}`;
    }
    return `{"topic":"${topic.name}","type":"${frame.type}","data":${data},${seq},"ts":${frame.nowMs}}`;
  }

  private sendKline(topic: Topic, parsed: BybitTopicName & { kind: 'kline' }, nowMs: number): void {
    const { listing, interval, intervalMs } = parsed;
    const openMs = nowMs - (nowMs % intervalMs);
    const isTurned = topic.openMs !== 0 && topic.openMs !== openMs;
    if (!topic.isDirty && !isTurned) return;
    topic.isDirty = false;
    for (const candle of this.market.candles(listing.ix, intervalMs, 2, nowMs)) {
      const confirm = candle.openMs < openMs;
      if (confirm && !(isTurned && candle.openMs === topic.openMs)) continue;
      const [, open, high, low, close, volume, turnover] = klineRow(listing, candle);
      const row = { start: candle.openMs, end: candle.openMs + intervalMs - 1, interval, open, close, high, low };
      const data = JSON.stringify([{ ...row, volume, turnover, confirm, timestamp: nowMs }]);
      this.send(topic, envelope(listing, { topic: topic.name, type: 'snapshot', tsMs: nowMs, data }));
    }
    topic.openMs = openMs;
  }

  private sendMaybe(topic: Topic, text: string | null): void {
    if (text !== null) this.send(topic, text);
  }

  private send(topic: Topic, text: string): void {
    for (const socket of topic.sockets) socket.send(text, topic.name);
  }
}
