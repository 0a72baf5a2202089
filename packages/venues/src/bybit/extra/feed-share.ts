import type { DecodeCounters, FeedSubscription } from '@riptide/core/domain';
import { FeedConnection, type DecodedSink, type FeedControl, type VenueDeps } from '../../kit/index.ts';
import type { BybitConfig } from '../config.ts';
import type { BybitProduct } from '../urls.ts';
import { BybitDecoder } from '../ws/parse.ts';
import { BybitPublicProtocol, depthTopic, topicsOf } from '../ws/public.ts';

export interface FeedShareOptions {
  readonly name: string;
  readonly product: BybitProduct;
  readonly members: readonly FeedSubscription[];
  readonly config: BybitConfig;
  readonly deps: VenueDeps;
  readonly url: string;
  readonly counters: DecodeCounters;
  readonly out: DecodedSink;
  /** Called before a frame's messages, so that the owner knows whose control frames it hears. */
  readonly onFrame: (share: FeedShare, recvMs: number) => void;
  readonly onDown: (share: FeedShare) => void;
}

/** One socket with its share of a product's instruments: what it subscribes, decodes, and obeys. */
export class FeedShare {
  readonly members: readonly FeedSubscription[];
  readonly connection: FeedConnection;
  readonly decoder: BybitDecoder;
  private readonly options: FeedShareOptions;
  private readonly protocol: BybitPublicProtocol;
  private readonly depthTopics: ReadonlyMap<number, string>;

  constructor(options: FeedShareOptions) {
    const { config, counters, deps, members, product } = options;
    this.options = options;
    this.members = members;
    this.protocol = new BybitPublicProtocol(options.url, product);
    this.decoder = new BybitDecoder({ product, subscriptions: members, out: options.out, counters });
    this.connection = new FeedConnection({
      name: options.name,
      deps,
      protocol: this.protocol,
      dataSilenceMs: config.dataSilenceMs,
      events: {
        onFrame: (bytes, start, end, recvMs) => {
          const readBefore = counters.fast + counters.keyed + counters.slow;
          options.onFrame(this, recvMs);
          this.decoder.decode(bytes, start, end, recvMs);
          if (counters.fast + counters.keyed + counters.slow !== readBefore) this.connection.dataSeen(recvMs);
        },
        onUp: () => undefined,
        onDown: () => options.onDown(this),
      },
    });
    this.depthTopics = new Map(members.map(({ ix, instrument }) => [ix, depthTopic(instrument, config.depth)]));
    for (const { instrument } of members) this.connection.add(topicsOf(instrument, config.depth));
  }

  /** Subscribes a book channel anew: the venue then sends a fresh snapshot. */
  renewDepth(ix: number): void {
    const topic = this.depthTopics.get(ix);
    if (topic !== undefined) this.connection.renew(topic);
  }

  /** True when the book channel of the instrument is subscribed, or was refused for good. */
  isDepthSettled(ix: number): boolean {
    const topic = this.depthTopics.get(ix);
    return topic !== undefined && ['confirmed', 'rejected'].includes(this.connection.topics.state(topic) ?? '');
  }

  /** Obeys a control frame. */
  onControl(control: FeedControl): void {
    const { topics } = this.connection;
    switch (control.kind) {
      case 'confirmed-request':
        return topics.confirmRequest(control.requestId);
      case 'rejected-request':
        return this.connection.refused(control.requestId, control.reason, control.mayRetry);
      case 'pong':
        return this.connection.pongSeen();
      case 'error':
        this.options.deps.log.warn('venue refused a message', {
          connection: this.options.name,
          reason: control.reason,
        });
        return;
      default:
    }
  }
}
