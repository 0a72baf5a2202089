import { ok, type DomainError, type Instrument, type Result } from '@riptide/core/domain';
import type { FeedProtocol } from '../../kit/index.ts';
import type { BybitDepth } from '../config.ts';
import { BYBIT_LIMITS } from '../limits.ts';
import type { BybitProduct } from '../urls.ts';

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

/**
 * The dialogue of a public socket: JSON pings, one acknowledgement per message.
 * QUIRK(bybit): one bad argument fails its whole message.
 */
export class BybitPublicProtocol implements FeedProtocol {
  readonly messagesPerSecond = BYBIT_LIMITS.messagesPerSecond;
  readonly heartbeat = {
    intervalMs: BYBIT_LIMITS.heartbeatMs,
    encode: (nowMs: number): string => JSON.stringify({ req_id: `ping-${nowMs}`, op: 'ping' }),
  };
  readonly waitsForWelcome = false;
  private readonly url: string;
  private readonly product: BybitProduct;

  constructor(url: string, product: BybitProduct) {
    this.url = url;
    this.product = product;
  }

  get topicsPerMessage(): number {
    return BYBIT_LIMITS.topicsPerMessage[this.product];
  }

  resolveUrl(): Promise<Result<string, DomainError>> {
    return Promise.resolve(ok(this.url));
  }

  encodeSubscribe(topics: readonly string[], id: number): string {
    return JSON.stringify({ req_id: String(id), op: 'subscribe', args: topics });
  }

  encodeUnsubscribe(topics: readonly string[], id: number): string {
    return JSON.stringify({ req_id: String(id), op: 'unsubscribe', args: topics });
  }
}
