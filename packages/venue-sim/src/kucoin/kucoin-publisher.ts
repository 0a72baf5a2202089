import type { SimLevelChange, SimTrade, SimVenueMarket } from '../market/model.ts';
import type { KucoinBooks } from './kucoin-books.ts';
import { figure, type KucoinListing, type KucoinListings, type KucoinProduct } from './kucoin-listing.ts';
import {
  candleTexts,
  futuresDay,
  futuresMatch,
  futuresQuote,
  spotMatch,
  spotSnapshotData,
  spotTicker,
} from './kucoin-rows.ts';
import { publish, type KucoinTopic, type KucoinTopics } from './kucoin-topics.ts';
import { bareNumber, nanos } from './kucoin-json.ts';

export interface KucoinPublisherDeps {
  readonly product: KucoinProduct;
  readonly market: SimVenueMarket;
  readonly listings: KucoinListings;
  readonly topics: KucoinTopics;
  readonly books: KucoinBooks;
}

/** Period of the depth pushes. */
export const KUCOIN_TICK_MS = 100;
const CANDLE_MS = 1_000;
const MARK_MS = 1_000;
const FUNDING_MS = 60_000;
const SPOT_DAY_MS = 2_000;
const FUTURES_DAY_MS = 5_000;

interface Names {
  readonly level2: string;
  readonly quote: string;
  readonly match: string;
}

const NAMES: Readonly<Record<KucoinProduct, Names>> = {
  spot: { level2: '/market/level2', quote: '/market/ticker', match: '/market/match' },
  futures: { level2: '/contractMarket/level2', quote: '/contractMarket/tickerV2', match: '/contractMarket/execution' },
};

/** Turns what happens in one product into pushes. */
export class KucoinPublisher {
  private readonly deps: KucoinPublisherDeps;
  private readonly names: Names;
  private readonly fundingPushedMs = new Map<string, number>();
  private readonly quoteTexts = new Map<number, string>();

  constructor(deps: KucoinPublisherDeps) {
    this.deps = deps;
    this.names = NAMES[deps.product];
  }

  /** Numbers the changes of a book and pushes them. */
  onBook(listing: KucoinListing, changes: readonly SimLevelChange[], atMs: number): void {
    const { books, topics } = this.deps;
    const topic = topics.heard(this.names.level2, listing.symbol);
    if (topic === null) books.skip(listing.ix, changes.length);
    else if (this.deps.product === 'spot') publish(topic, 'trade.l2update', books.spotUpdate(listing, changes, atMs));
    else for (const data of books.futuresUpdates(listing, changes, atMs)) publish(topic, 'level2', data);
    this.pushQuote(listing);
  }

  onTrade(listing: KucoinListing, trade: SimTrade): void {
    const topic = this.deps.topics.heard(this.names.match, listing.symbol);
    if (topic === null) return;
    const sequence = this.deps.books.sequence(listing.ix);
    if (this.deps.product === 'spot') publish(topic, 'trade.l3match', spotMatch(listing, trade, sequence));
    else publish(topic, 'match', futuresMatch(listing, trade, sequence));
  }

  /** Pushes what is due; called every `KUCOIN_TICK_MS`. */
  tick(): void {
    this.deps.topics.forEachHeard((topic) => {
      if (topic.listing !== null) this.tickTopic(topic, topic.listing);
    });
  }

  private tickTopic(topic: KucoinTopic, listing: KucoinListing): void {
    const elapsedMs = this.deps.market.nowMs() - topic.pushedMs;
    switch (topic.feed) {
      case 'depth5':
        this.pushDepth(topic, listing, 5);
        break;
      case 'depth50':
        this.pushDepth(topic, listing, 50);
        break;
      case 'candles':
        if (elapsedMs >= CANDLE_MS) this.pushCandle(topic, listing);
        break;
      case 'day':
        if (elapsedMs >= (this.deps.product === 'spot' ? SPOT_DAY_MS : FUTURES_DAY_MS)) this.pushDay(topic, listing);
        break;
      case 'instrument':
        if (elapsedMs >= MARK_MS) this.pushInstrument(topic, listing);
        break;
      case 'level2':
      case 'quote':
      case 'match':
      case 'announcement':
        break;
    }
  }

  /** Pushes the best quotes when they changed, to the symbol's topic and to the spot topic over all symbols. */
  private pushQuote(listing: KucoinListing): void {
    const { books, market, product, topics } = this.deps;
    const own = topics.heard(this.names.quote, listing.symbol);
    const all = product === 'spot' ? topics.heard(this.names.quote, 'all') : null;
    if (own === null && all === null) return;
    const { bestBid, bestAsk } = market.book(listing.ix);
    const text = `${bestBid?.ticks} ${bestBid?.lots} ${bestAsk?.ticks} ${bestAsk?.lots}`;
    if (this.quoteTexts.get(listing.ix) === text) return;
    this.quoteTexts.set(listing.ix, text);
    const sequence = books.sequence(listing.ix);
    const data = product === 'spot' ? spotTicker(market, listing, sequence) : futuresQuote(market, listing, sequence);
    if (own !== null) publish(own, product === 'spot' ? 'trade.ticker' : 'tickerV2', data);
    if (all !== null) publish(all, listing.symbol, data);
  }

  private pushDepth(topic: KucoinTopic, listing: KucoinListing, depth: number): void {
    const version = String(this.deps.market.book(listing.ix).version);
    if (version === topic.pushedText) return;
    topic.pushedText = version;
    topic.pushedMs = this.deps.market.nowMs();
    publish(topic, 'level2', this.deps.books.depth(listing, depth));
  }

  private pushCandle(topic: KucoinTopic, listing: KucoinListing): void {
    const { market, product } = this.deps;
    const nowMs = market.nowMs();
    const candle = topic.barMs === null ? undefined : market.candles(listing.ix, topic.barMs, 1, nowMs)[0];
    if (candle === undefined) return;
    const candles = candleTexts(listing, candle);
    const text = candles.join();
    topic.pushedMs = nowMs;
    if (text === topic.pushedText) return;
    topic.pushedText = text;
    if (product === 'spot')
      publish(topic, 'trade.candles.update', { symbol: listing.symbol, candles, time: nanos(nowMs) });
    else publish(topic, 'candle.stick', { symbol: listing.symbol, candles, time: nowMs });
  }

  private pushDay(topic: KucoinTopic, listing: KucoinListing): void {
    const { books, market, product } = this.deps;
    topic.pushedMs = market.nowMs();
    if (product === 'futures') {
      publish(topic, 'snapshot.24h', futuresDay(market, listing));
      return;
    }
    const sequence = String(books.sequence(listing.ix));
    publish(topic, 'trade.snapshot', { sequence, data: spotSnapshotData(market, listing) });
  }

  private pushInstrument(topic: KucoinTopic, listing: KucoinListing): void {
    const { market } = this.deps;
    const nowMs = market.nowMs();
    const mark = market.mark(listing.ix);
    const px = (value: number): string => bareNumber(figure(value, listing.instrument.pxDecimals + 1));
    topic.pushedMs = nowMs;
    publish(topic, 'mark.index.price', {
      markPrice: px(mark.markPx),
      indexPrice: px(mark.indexPx),
      granularity: MARK_MS,
      timestamp: nowMs,
    });
    const fundingMs = this.fundingPushedMs.get(topic.name) ?? 0;
    if (nowMs - fundingMs < FUNDING_MS) return;
    this.fundingPushedMs.set(topic.name, nowMs);
    const fundingRate = bareNumber(figure(mark.fundingRateFrac, 8));
    publish(topic, 'funding.rate', { granularity: FUNDING_MS, fundingRate, timestamp: nowMs });
  }
}
