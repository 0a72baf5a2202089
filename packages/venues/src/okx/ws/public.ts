import { ok, type DomainError, type FeedSubscription, type Instrument, type Result } from '@riptide/core/domain';
import type { FeedProtocol, WeightBudget } from '../../kit/index.ts';
import type { OkxDepthChannel } from '../config.ts';
import { OKX_LIMITS } from '../limits.ts';
import { indexOf } from '../symbols.ts';
import { argOf, topicOf } from './wire.ts';

/** One subscription for the forced orders of every swap. */
export const LIQUIDATIONS_TOPIC = topicOf({ channel: 'liquidation-orders', instType: 'SWAP' });
const REQUESTS_REMEMBERED_MAX = 1_000;

/** Returns the topics of one instrument, its book first. */
export function topicsOf(instrument: Instrument, depthChannel: OkxDepthChannel): readonly string[] {
  const { kind, wireSymbol: instId } = instrument;
  const topics = [depthChannel, 'bbo-tbt', 'trades', 'tickers'].map((channel) => topicOf({ channel, instId }));
  if (kind === 'spot') return topics;
  topics.push(
    topicOf({ channel: 'mark-price', instId }),
    topicOf({ channel: 'index-tickers', instId: indexOf(instId) }),
  );
  if (kind === 'perp') topics.push(topicOf({ channel: 'funding-rate', instId }));
  return topics;
}

/** Cuts the subscriptions into the shares of several connections. */
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
 * The dialogue of the public socket: text `ping`, one acknowledgement per argument, errors by request id.
 *
 * QUIRK(okx): an error names the faulty argument only in its text, so after a refused message of several topics each is asked for
 * alone until the next connection.
 */
export class OkxPublicProtocol implements FeedProtocol {
  readonly messagesPerSecond = OKX_LIMITS.messagesPerSecond;
  readonly heartbeat = { intervalMs: OKX_LIMITS.heartbeatMs, encode: (): string => 'ping' };
  readonly waitsForWelcome = false;
  isSingly = false;
  private readonly url: string;
  private readonly connects: WeightBudget;
  private readonly topicCounts = new Map<number, number>();

  /** `connects` paces the connections of all sockets: the venue counts them by address. */
  constructor(url: string, connects: WeightBudget) {
    this.url = url;
    this.connects = connects;
  }

  get topicsPerMessage(): number {
    return this.isSingly ? 1 : OKX_LIMITS.topicsPerMessage;
  }

  async resolveUrl(): Promise<Result<string, DomainError>> {
    const admitted = await this.connects.take(1);
    return admitted.ok ? ok(this.url) : admitted;
  }

  encodeSubscribe(topics: readonly string[], id: number): string {
    if (this.topicCounts.size >= REQUESTS_REMEMBERED_MAX) this.topicCounts.clear();
    this.topicCounts.set(id, topics.length);
    return encode('subscribe', topics, id);
  }

  encodeUnsubscribe(topics: readonly string[], id: number): string {
    return encode('unsubscribe', topics, id);
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

function encode(op: 'subscribe' | 'unsubscribe', topics: readonly string[], id: number): string {
  return JSON.stringify({ id: String(id), op, args: topics.map(argOf) });
}
