import {
  domainError,
  err,
  ok,
  type DomainError,
  type FeedStatus,
  type FeedSubscription,
  type MarketFeed,
  type MarketSink,
  type Result,
} from '@riptide/core/domain';
import { newDecodeCounters, type VenueDeps } from '../kit/index.ts';
import { BINANCE_PRODUCTS, type BinanceProduct, type BinanceSettings } from './config.ts';
import { getFuturesDepth, type FuturesRest } from './rest/futures.ts';
import { parseDepth } from './rest/parse.ts';
import { getSpotDepth, type SpotRest } from './rest/spot.ts';
import type { BinanceUrls } from './urls.ts';
import { ProductFeed } from './extra/product-feed.ts';
import { planConnections } from './ws/public.ts';
import type { DepthReading } from './extra/snapshot-queue.ts';

export interface BinanceFeedOptions {
  readonly deps: VenueDeps;
  readonly settings: BinanceSettings;
  readonly urls: BinanceUrls;
  /** Opens the feed's own clients. */
  readonly openRest: () => BinanceRest;
}

/** The clients of both products. */
export interface BinanceRest {
  readonly spot: SpotRest;
  readonly futures: FuturesRest;
}

/** The live feed of both products. */
export class BinanceFeed implements MarketFeed {
  readonly venue = 'BINANCE';
  private readonly options: BinanceFeedOptions;
  private readonly counters = newDecodeCounters();
  private products: readonly ProductFeed[] = [];
  private rest: BinanceRest | null = null;

  constructor(options: BinanceFeedOptions) {
    this.options = options;
  }

  start(subscriptions: readonly FeedSubscription[], sink: MarketSink): void {
    if (this.products.length > 0) throw new Error('Invariant: the feed runs already');
    const { deps, settings, urls, openRest } = this.options;
    const rest = openRest();
    this.rest = rest;
    this.products = BINANCE_PRODUCTS.flatMap((product) => {
      const own = subscriptions.filter(({ instrument }) => (instrument.kind === 'spot') === (product === 'spot'));
      const plans = planConnections(product, own, urls, settings);
      const fetchDepth = (wireSymbol: string) => fetchBook(rest, product, wireSymbol);
      const { counters } = this;
      const options = { product, plans, subscriptions: own, sink, counters, deps, settings, fetchDepth };
      return own.length === 0 ? [] : [new ProductFeed(options)];
    });
    for (const product of this.products) product.start();
  }

  resync(ix: number): void {
    for (const product of this.products) if (product.has(ix)) product.resync(ix);
  }

  status(): FeedStatus {
    return {
      venue: this.venue,
      connections: this.products.flatMap((product) => product.status()),
      decode: this.counters,
    };
  }

  async stop(): Promise<void> {
    for (const product of this.products) product.stop();
    this.products = [];
    const { rest } = this;
    this.rest = null;
    if (rest !== null) await Promise.all([rest.spot.client.close(), rest.futures.client.close()]);
  }
}

async function fetchBook(
  { spot, futures }: BinanceRest,
  product: BinanceProduct,
  symbol: string,
): Promise<Result<DepthReading, DomainError>> {
  const answer = await (product === 'spot' ? getSpotDepth(spot, symbol) : getFuturesDepth(futures, symbol));
  if (!answer.ok) return answer;
  const reading = parseDepth(answer.value, symbol);
  return reading === null ? err(domainError('VENUE_ANSWER_MALFORMED', `depth symbol=${symbol}`)) : ok(reading);
}
