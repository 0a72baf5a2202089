import type { FeedSubscription } from '@riptide/core/domain';
import {
  FeedConnection,
  type FeedConnectionEvents,
  type FeedControl,
  type VenueDeps,
  type WeightBudget,
} from '../../kit/index.ts';
import type { OkxConfig } from '../config.ts';
import { OKX_LIMITS } from '../limits.ts';
import { OkxPublicProtocol, topicsOf } from '../ws/public.ts';
import { topicOf } from '../ws/wire.ts';

const HOUR_MS = 3_600_000;
const UPGRADE_NOTICE = /\b64008\b/;

export interface FeedShareOptions {
  readonly name: string;
  readonly members: readonly FeedSubscription[];
  readonly config: OkxConfig;
  readonly deps: VenueDeps;
  readonly url: string;
  readonly connects: Pick<WeightBudget, 'take'>;
  readonly events: Pick<FeedConnectionEvents, 'onFrame' | 'onDown'>;
}

/** One socket with its share of the instruments: what it subscribes, and what the venue's control frames do to it. */
export class FeedShare {
  readonly connection: FeedConnection;
  readonly members: readonly FeedSubscription[];
  private readonly options: FeedShareOptions;
  private readonly protocol: OkxPublicProtocol;
  private readonly depthTopics = new Map<number, string>();
  private readonly ixOfDepth = new Map<string, number>();
  /** Renewals that may still be sent; refilled by the hour. */
  private renewals: number = OKX_LIMITS.renewalsPerHour;
  private renewalsAtMs: number;
  private lastRenewalMs = Number.NEGATIVE_INFINITY;

  constructor(options: FeedShareOptions) {
    const { config, deps, members } = options;
    this.options = options;
    this.members = members;
    this.protocol = new OkxPublicProtocol(options.url, options.connects);
    this.renewalsAtMs = deps.clock.nowMs();
    this.connection = new FeedConnection({
      name: options.name,
      deps,
      protocol: this.protocol,
      dataSilenceMs: config.dataSilenceMs,
      events: {
        onFrame: options.events.onFrame,
        onUp: () => undefined,
        onDown: options.events.onDown,
      },
    });
    for (const { ix, instrument } of members) {
      const topic = topicOf({ channel: config.depthChannel, instId: instrument.wireSymbol });
      this.depthTopics.set(ix, topic);
      this.ixOfDepth.set(topic, ix);
      this.connection.add(topicsOf(instrument, config.depthChannel));
    }
  }

  /**
   * Subscribes a book channel anew. Renewals of one sweep share a message and count once; false when the hour's messages are
   * used up.
   */
  renewDepth(ix: number, nowMs: number): boolean {
    const topic = this.depthTopics.get(ix);
    if (topic === undefined) return false;
    if (nowMs !== this.lastRenewalMs && !this.takeRenewal(nowMs)) return false;
    this.lastRenewalMs = nowMs;
    this.connection.renew(topic);
    return true;
  }

  /** Obeys a control frame; returns the index of the book channel it confirmed, if any. */
  onControl(control: FeedControl): number | null {
    const { connection } = this;
    switch (control.kind) {
      case 'confirmed-topic':
        connection.topics.confirm(control.topic);
        return this.ixOfDepth.get(control.topic) ?? null;
      case 'rejected-request':
        connection.refused(control.requestId, control.reason, control.mayRetry);
        return null;
      case 'pong':
        connection.pongSeen();
        return null;
      case 'notice':
        this.onNotice(control.text);
        return null;
      case 'error':
        this.options.deps.log.warn('venue refused a message', {
          connection: this.options.name,
          venueCode: control.reason,
        });
        return null;
      default:
        return null;
    }
  }

  /** The venue closes the socket a minute after such a notice; going first costs no more and needs no waiting. */
  private onNotice(text: string): void {
    this.options.deps.log.info('venue notice', { connection: this.options.name, text });
    if (UPGRADE_NOTICE.test(text)) this.connection.drop('upgrade-notice', text);
  }

  private takeRenewal(nowMs: number): boolean {
    const refill = ((nowMs - this.renewalsAtMs) / HOUR_MS) * OKX_LIMITS.renewalsPerHour;
    this.renewals = Math.min(OKX_LIMITS.renewalsPerHour, this.renewals + refill);
    this.renewalsAtMs = nowMs;
    if (this.renewals < 1) return false;
    this.renewals -= 1;
    return true;
  }
}
