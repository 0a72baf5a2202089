import { ok, type DomainError, type FeedSubscription, type Instrument, type Result } from '@riptide/core/domain';
import type { FeedProtocol } from '../../kit/index.ts';
import type { BybitDepth } from '../config.ts';
import { BYBIT_LIMITS } from '../limits.ts';
import type { BybitProduct } from '../urls.ts';

const REQUESTS_REMEMBERED_MAX = 1_000;

/** Returns the book topic of an instrument. */
export function depthTopic(instrument: Instrument, depth: BybitDepth): string {
  return `orderbook.${depth}.${instrument.wireSymbol}`;
}

/** Returns the topics of one instrument, its book first. Mark, index and funding come with the linear ticker. */
export function topicsOf(instrument: Instrument, depth: BybitDepth): readonly string[] {
  const { wireSymbol, kind } = instrument;
  const topics = [
    depthTopic(instrument, depth),
    `orderbook.1.${wireSymbol}`,
    `publicTrade.${wireSymbol}`,
    `tickers.${wireSymbol}`,
  ];
  if (kind === 'perp') topics.push(`allLiquidation.${wireSymbol}`);
  return topics;
}

/** Cuts the subscriptions of one product into the shares of several connections. */
export function shards(
  subscriptions: readonly FeedSubscription[],
  perConnection: number,
): readonly (readonly FeedSubscription[])[] {
  const shares: FeedSubscription[][] = [];
  for (let at = 0; at < subscriptions.length; at += perConnection)
    shares.push(subscriptions.slice(at, at + perConnection));
  return shares;
}

/**
 * The dialogue of a public socket: JSON pings, one acknowledgement per message.
 *
 * QUIRK(bybit): one bad argument fails its whole message, so after a refused message of several topics each is asked for alone
 * until the next connection.
 */
export class BybitPublicProtocol implements FeedProtocol {
  readonly messagesPerSecond = BYBIT_LIMITS.messagesPerSecond;
  readonly heartbeat = {
    intervalMs: BYBIT_LIMITS.heartbeatMs,
    encode: (nowMs: number): string => JSON.stringify({ req_id: `ping-${nowMs}`, op: 'ping' }),
  };
  readonly waitsForWelcome = false;
  isSingly = false;
  private readonly url: string;
  private readonly product: BybitProduct;
  private readonly topicCounts = new Map<number, number>();

  constructor(url: string, product: BybitProduct) {
    this.url = url;
    this.product = product;
  }

  get topicsPerMessage(): number {
    return this.isSingly ? 1 : BYBIT_LIMITS.topicsPerMessage[this.product];
  }

  resolveUrl(): Promise<Result<string, DomainError>> {
    return Promise.resolve(ok(this.url));
  }

  encodeSubscribe(topics: readonly string[], id: number): string {
    if (this.topicCounts.size >= REQUESTS_REMEMBERED_MAX) this.topicCounts.clear();
    this.topicCounts.set(id, topics.length);
    return JSON.stringify({ req_id: String(id), op: 'subscribe', args: topics });
  }

  encodeUnsubscribe(topics: readonly string[], id: number): string {
    return JSON.stringify({ req_id: String(id), op: 'unsubscribe', args: topics });
  }

  /** Returns how many topics a subscribe message carried; 0 when it is not remembered. */
  topicCount(id: number): number {
    return this.topicCounts.get(id) ?? 0;
  }

  /** A fresh connection trusts its topics again. */
  restart(): void {
    this.isSingly = false;
    this.topicCounts.clear();
  }
}
