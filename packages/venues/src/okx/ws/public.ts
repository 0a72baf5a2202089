import { ok, type DomainError, type Instrument, type Result } from '@riptide/core/domain';
import type { FeedProtocol, WeightBudget } from '../../kit/index.ts';
import type { OkxDepthChannel } from '../config.ts';
import { OKX_LIMITS } from '../limits.ts';
import { instTypeOf } from '../enums.ts';
import { indexOf } from '../symbols.ts';
import { argOf, STATUS_CHANNEL, topicOf } from './wire.ts';

/** One subscription for the forced orders of every swap. */
export const LIQUIDATIONS_TOPIC = topicOf({ channel: 'liquidation-orders', instType: 'SWAP' });

/** One subscription for what halts and is delisted among all instruments of a kind; its first push is the whole list. */
export function statusTopic(kind: Instrument['kind']): string {
  return topicOf({ channel: STATUS_CHANNEL, instType: instTypeOf(kind) });
}

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

/**
 * The dialogue of the public socket: text `ping`, one acknowledgement per argument, errors by request id.
 * QUIRK(okx): an error names the faulty argument only in its text.
 */
export class OkxPublicProtocol implements FeedProtocol {
  readonly topicsPerMessage = OKX_LIMITS.topicsPerMessage;
  readonly messagesPerSecond = OKX_LIMITS.messagesPerSecond;
  readonly heartbeat = { intervalMs: OKX_LIMITS.heartbeatMs, encode: (): string => 'ping' };
  readonly waitsForWelcome = false;
  private readonly url: string;
  private readonly connects: Pick<WeightBudget, 'take'>;

  /** `connects` paces the connections of all sockets: the venue counts them by address. */
  constructor(url: string, connects: Pick<WeightBudget, 'take'>) {
    this.url = url;
    this.connects = connects;
  }

  async resolveUrl(): Promise<Result<string, DomainError>> {
    const admitted = await this.connects.take(1);
    return admitted.ok ? ok(this.url) : admitted;
  }

  encodeSubscribe(topics: readonly string[], id: number): string {
    return encode('subscribe', topics, id);
  }

  encodeUnsubscribe(topics: readonly string[], id: number): string {
    return encode('unsubscribe', topics, id);
  }
}

function encode(op: 'subscribe' | 'unsubscribe', topics: readonly string[], id: number): string {
  return JSON.stringify({ id: String(id), op, args: topics.map(argOf) });
}
