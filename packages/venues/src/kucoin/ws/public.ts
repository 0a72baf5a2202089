import {
  domainError,
  err,
  ok,
  type DomainError,
  type FeedSubscription,
  type Instrument,
  type Result,
} from '@riptide/core/domain';
import { shards, type FeedProtocol, type VenueDeps } from '../../kit/index.ts';
import { productOf, type KucoinProduct } from '../enums.ts';
import type { RestApi } from '../extra/rest-api.ts';
import {
  MESSAGES_PER_SECOND,
  PING_INTERVAL_MS,
  TOPICS_PER_CONNECTION,
  TOPICS_PER_MESSAGE,
  WEIGHTS,
} from '../limits.ts';
import { readBullet } from '../rest/parse.ts';
import { TOPICS } from './wire.ts';

const SPOT_CHANNELS = [TOPICS.spotLevel2, TOPICS.spotTicker, TOPICS.spotMatch, TOPICS.spotSnapshot] as const;
const FUTURES_CHANNELS = [
  TOPICS.futuresLevel2,
  TOPICS.futuresTicker,
  TOPICS.futuresExecution,
  TOPICS.futuresInstrument,
  TOPICS.futuresSnapshot,
] as const;

/** Returns the topics one instrument is followed by, depth first. There is no liquidation channel. */
export function topicsFor(instrument: Instrument): readonly string[] {
  const channels = productOf(instrument.kind) === 'spot' ? SPOT_CHANNELS : FUTURES_CHANNELS;
  return channels.map((channel) => `${channel}:${instrument.wireSymbol}`);
}

/** Returns the depth topic of an instrument. */
export function depthTopic(instrument: Instrument): string {
  return `${productOf(instrument.kind) === 'spot' ? TOPICS.spotLevel2 : TOPICS.futuresLevel2}:${instrument.wireSymbol}`;
}

/** Returns the best-quote topic of an instrument. */
export function quoteTopic(instrument: Instrument): string {
  return `${productOf(instrument.kind) === 'spot' ? TOPICS.spotTicker : TOPICS.futuresTicker}:${instrument.wireSymbol}`;
}

/** What one connection carries. */
export interface ConnectionPlan {
  readonly product: KucoinProduct;
  /** e.g. `kucoin-futures-public-1`. */
  readonly name: string;
  readonly subscriptions: readonly FeedSubscription[];
}

/** Spreads instruments over connections within the venue's topic limit; kinds the venue does not have are left out. */
export function planConnections(subscriptions: readonly FeedSubscription[]): readonly ConnectionPlan[] {
  return (['spot', 'futures'] as const).flatMap((product) => {
    const own = subscriptions.filter(({ instrument }) => productOf(instrument.kind) === product);
    const perConnection = Math.floor(
      TOPICS_PER_CONNECTION / (product === 'spot' ? SPOT_CHANNELS : FUTURES_CHANNELS).length,
    );
    return shards(own, perConnection).map((share, at) => ({
      product,
      name: `kucoin-${product}-public-${at + 1}`,
      subscriptions: share,
    }));
  });
}

/**
 * The classic public socket: a fresh token and address before every connect, nothing sent before the welcome, text pings, and one
 * channel with a list of symbols per subscribe message.
 *
 * @source docs/venues/kucoin.md#socket
 */
export class KucoinProtocol implements FeedProtocol {
  readonly topicsPerMessage = TOPICS_PER_MESSAGE;
  readonly messagesPerSecond = MESSAGES_PER_SECOND;
  readonly waitsForWelcome = true;
  readonly heartbeat: FeedProtocol['heartbeat'];
  private readonly api: RestApi;
  private readonly deps: VenueDeps;
  private pingIntervalMs = PING_INTERVAL_MS;

  constructor(api: RestApi, deps: VenueDeps) {
    this.api = api;
    this.deps = deps;
    const intervalMs = (): number => this.pingIntervalMs;
    this.heartbeat = {
      get intervalMs() {
        return intervalMs();
      },
      encode: (nowMs) => JSON.stringify({ id: String(nowMs), type: 'ping' }),
    };
  }

  /** Returns the address with a fresh token. @errors those of `JsonClient.post`; VENUE_ANSWER_MALFORMED. */
  async resolveUrl(): Promise<Result<string, DomainError>> {
    const body = await this.api.client.post({
      url: `${this.api.baseUrl}/api/v1/bullet-public`,
      weight: WEIGHTS.bulletPublic,
    });
    if (!body.ok) return body;
    const bullet = readBullet(body.value);
    if (bullet === null || !URL.canParse(bullet.endpoint))
      return err(domainError('VENUE_ANSWER_MALFORMED', 'bullet-public names no socket'));
    if (bullet.pingIntervalMs > 0) this.pingIntervalMs = bullet.pingIntervalMs;
    const url = new URL(bullet.endpoint);
    url.searchParams.set('token', bullet.token);
    url.searchParams.set('connectId', Math.floor(this.deps.random() * Number.MAX_SAFE_INTEGER).toString(36));
    return ok(url.toString());
  }

  topicGroup = channelOf;

  encodeSubscribe(topics: readonly string[], id: number): string {
    return encode('subscribe', topics, id);
  }

  encodeUnsubscribe(topics: readonly string[], id: number): string {
    return encode('unsubscribe', topics, id);
  }
}

function channelOf(topic: string): string {
  return topic.slice(0, topic.indexOf(':'));
}

function encode(type: 'subscribe' | 'unsubscribe', topics: readonly string[], id: number): string {
  const channel = channelOf(topics[0] ?? ':');
  const symbols = topics.map((topic) => topic.slice(channel.length + 1)).join(',');
  return JSON.stringify({
    id: String(id),
    type,
    topic: `${channel}:${symbols}`,
    privateChannel: false,
    response: true,
  });
}
