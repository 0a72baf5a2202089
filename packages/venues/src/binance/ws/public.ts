import { ok, type FeedSubscription } from '@riptide/core/domain';
import { shards, type FeedProtocol } from '../../kit/index.ts';
import type { BinanceProduct, BinanceSettings } from '../config.ts';
import { SOCKET_MESSAGES_PER_SECOND, STREAMS_PER_CONNECTION, STREAMS_PER_MESSAGE } from '../limits.ts';
import { toStreamSymbol } from '../symbols.ts';
import type { BinanceUrls } from '../urls.ts';

/** One socket to open: what it carries, and for which instruments it brings depth. */
export interface ConnectionPlan {
  /** e.g. `binance-perp-public-1`. */
  readonly name: string;
  readonly url: string;
  readonly topics: readonly string[];
  /** Depth stream by instrument index; empty on sockets without books. */
  readonly depthTopics: ReadonlyMap<number, string>;
}

/** Forced orders of every symbol: one quiet stream instead of one per symbol. */
const LIQUIDATIONS = '!forceOrder@arr';
/** What is listed, halted or delisted. Spot has no such stream. */
const STATUS = '!contractInfo';

/** Returns the protocol of the combined streams: control messages alike on every path, the venue pings by protocol frames. */
export function binanceProtocol(product: BinanceProduct, url: string): FeedProtocol {
  const encode = (method: string, params: readonly string[], id: number): string =>
    JSON.stringify({ method, params, id });
  return {
    resolveUrl: () => Promise.resolve(ok(url)),
    encodeSubscribe: (topics, id) => encode('SUBSCRIBE', topics, id),
    encodeUnsubscribe: (topics, id) => encode('UNSUBSCRIBE', topics, id),
    topicsPerMessage: STREAMS_PER_MESSAGE,
    messagesPerSecond: SOCKET_MESSAGES_PER_SECOND[product],
    heartbeat: null,
    waitsForWelcome: false,
  };
}

/** Returns the sockets one product needs for these instruments. */
export function planConnections(
  product: BinanceProduct,
  subscriptions: readonly FeedSubscription[],
  urls: BinanceUrls,
  settings: BinanceSettings,
): readonly ConnectionPlan[] {
  if (subscriptions.length === 0) return [];
  if (product === 'spot') return plansOf('binance-spot', urls.spotStream, subscriptions, spotTopics);
  const books = plansOf('binance-perp-public', urls.usdmPublicStream, subscriptions, (name) => ({
    depth: `${name}@depth@${settings.futuresDepthMs}ms`,
    others: [`${name}@bookTicker`],
  }));
  const rest = plansOf('binance-perp-market', urls.usdmMarketStream, subscriptions, (name) => ({
    depth: null,
    others: [`${name}@aggTrade`, `${name}@markPrice@1s`, `${name}@ticker`],
  }));
  return [
    ...books,
    ...rest.map((plan, n) => (n > 0 ? plan : { ...plan, topics: [LIQUIDATIONS, STATUS, ...plan.topics] })),
  ];
}

interface InstrumentTopics {
  readonly depth: string | null;
  readonly others: readonly string[];
}

function spotTopics(name: string): InstrumentTopics {
  return { depth: `${name}@depth@100ms`, others: [`${name}@bookTicker`, `${name}@trade`, `${name}@ticker`] };
}

function plansOf(
  name: string,
  url: string,
  subscriptions: readonly FeedSubscription[],
  topicsOf: (streamSymbol: string) => InstrumentTopics,
): ConnectionPlan[] {
  const named = subscriptions.map(({ ix, instrument }) => ({ ix, ...topicsOf(toStreamSymbol(instrument.wireSymbol)) }));
  const perInstrument = (named[0]?.others.length ?? 0) + (named[0]?.depth === null ? 0 : 1);
  const size = Math.floor(STREAMS_PER_CONNECTION / perInstrument);
  return shards(named, size).map((part, at) => ({
    name: `${name}-${at + 1}`,
    url,
    topics: part.flatMap(({ depth, others }) => (depth === null ? others : [depth, ...others])),
    depthTopics: new Map(part.flatMap(({ ix, depth }) => (depth === null ? [] : [[ix, depth] as const]))),
  }));
}
