import type { Random } from '@riptide/core/kernel';
import type { ServerSocket } from '../server/venue-server.ts';
import { barMs } from './kucoin-bars.ts';
import { KEY_ORDER_COUNT, pushText } from './kucoin-json.ts';
import type { KucoinListing, KucoinListings, KucoinProduct } from './kucoin-listing.ts';

/** What a topic prefix carries. */
export type KucoinFeed =
  'level2' | 'depth5' | 'depth50' | 'quote' | 'match' | 'candles' | 'day' | 'instrument' | 'announcement';

/** One topic of one symbol and who listens to it. */
export interface KucoinTopic {
  /** `/market/level2:BTC-USDT`; every push repeats it. */
  readonly name: string;
  readonly feed: KucoinFeed;
  /** Null for topics over all symbols. */
  readonly listing: KucoinListing | null;
  readonly barMs: number | null;
  readonly keyOrder: number;
  readonly sockets: Set<ServerSocket>;
  pushedText: string;
  pushedMs: number;
}

const SPOT_FEEDS: Readonly<Record<string, KucoinFeed>> = {
  '/market/level2': 'level2',
  '/spotMarket/level2Depth5': 'depth5',
  '/spotMarket/level2Depth50': 'depth50',
  '/market/ticker': 'quote',
  '/market/match': 'match',
  '/market/candles': 'candles',
  '/market/snapshot': 'day',
};
const FUTURES_FEEDS: Readonly<Record<string, KucoinFeed>> = {
  '/contractMarket/level2': 'level2',
  '/contractMarket/level2Depth5': 'depth5',
  '/contractMarket/level2Depth50': 'depth50',
  '/contractMarket/tickerV2': 'quote',
  '/contractMarket/execution': 'match',
  '/contractMarket/limitCandle': 'candles',
  '/contractMarket/snapshot': 'day',
  '/contract/instrument': 'instrument',
  '/contract/announcement': 'announcement',
};

/** All topics of one product. */
export class KucoinTopics {
  private readonly byName = new Map<string, KucoinTopic>();
  private readonly product: KucoinProduct;
  private readonly listings: KucoinListings;
  private readonly random: Random;

  constructor(product: KucoinProduct, listings: KucoinListings, random: Random) {
    this.product = product;
    this.listings = listings;
    this.random = random;
  }

  /**
   * Splits `prefix:A,B` into topics of one symbol each. Returns null where the venue answers "not found".
   * Unknown spot symbols are accepted and stay silent; unknown contracts are not found.
   */
  find(asked: string): readonly KucoinTopic[] | null {
    const colon = asked.indexOf(':');
    const prefix = colon < 0 ? asked : asked.slice(0, colon);
    const feed = (this.product === 'spot' ? SPOT_FEEDS : FUTURES_FEEDS)[prefix];
    if (feed === undefined) return null;
    if (feed === 'announcement' && colon < 0) return [this.obtain(prefix, { feed, listing: null, barMs: null })];
    const names =
      colon < 0
        ? []
        : asked
            .slice(colon + 1)
            .split(',')
            .filter((name) => name !== '');
    if (names.length === 0) return null;
    const topics: KucoinTopic[] = [];
    for (const name of names) {
      const topic = this.one(prefix, feed, name);
      if (topic === null) return null;
      topics.push(topic);
    }
    return topics;
  }

  /** Returns a topic when somebody listens to it. */
  heard(prefix: string, symbol: string): KucoinTopic | null {
    const topic = this.byName.get(`${prefix}:${symbol}`);
    return topic !== undefined && topic.sockets.size > 0 ? topic : null;
  }

  /** Calls `visit` for every topic somebody listens to. */
  forEachHeard(visit: (topic: KucoinTopic) => void): void {
    for (const topic of this.byName.values()) {
      if (topic.sockets.size > 0) visit(topic);
    }
  }

  /** Takes a closed socket out of every topic. */
  leaveAll(socket: ServerSocket): void {
    for (const name of socket.subscriptions) this.byName.get(name)?.sockets.delete(socket);
    socket.subscriptions.clear();
  }

  private one(prefix: string, feed: KucoinFeed, name: string): KucoinTopic | null {
    const cut = feed === 'candles' ? name.lastIndexOf('_') : -1;
    const symbol = cut < 0 ? name : name.slice(0, cut);
    const length = cut < 0 ? null : barMs(name.slice(cut + 1));
    if (feed === 'candles' && length === null) return null;
    const listing = this.listings.bySymbol(symbol);
    if (listing === null && this.product === 'futures') return null;
    return this.obtain(`${prefix}:${name}`, { feed, listing, barMs: length });
  }

  private obtain(name: string, made: Pick<KucoinTopic, 'feed' | 'listing' | 'barMs'>): KucoinTopic {
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    const keyOrder = Math.floor(this.random() * KEY_ORDER_COUNT);
    const topic: KucoinTopic = { name, keyOrder, sockets: new Set(), pushedText: '', pushedMs: 0, ...made };
    this.byName.set(name, topic);
    return topic;
  }
}

/** Sends one push to everybody who listens to a topic. */
export function publish(topic: KucoinTopic, subject: string, data: unknown): void {
  const text = pushText(topic.keyOrder, { topic: topic.name, subject, data });
  for (const socket of topic.sockets) socket.send(text, topic.name);
}
