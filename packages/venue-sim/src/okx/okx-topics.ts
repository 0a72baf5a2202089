import type { ServerSocket } from '../server/venue-server.ts';
import { barMs } from './okx-bars.ts';
import type { OkxListing, OkxListings } from './okx-listing.ts';

/** The three addresses; a channel asked for on the wrong one does not exist there. */
export type OkxPath = '/ws/v5/public' | '/ws/v5/private' | '/ws/v5/business';

/** The argument of a subscription as the client wrote it. */
export interface OkxArg {
  readonly channel: string;
  readonly instId?: string;
  readonly instType?: string;
}

/** One channel of one instrument (or of one instrument type) and who listens to it. */
export interface OkxTopic {
  readonly channel: string;
  /** Null for channels of an instrument type. */
  readonly listing: OkxListing | null;
  /** Length of the bar for candle channels, else null. */
  readonly barMs: number | null;
  /** `{"channel":…,"instId":…}` as every push repeats it. */
  readonly argText: string;
  /** What frame faults select by, and the key of the topic. */
  readonly key: string;
  readonly sockets: Set<ServerSocket>;
  /** What was pushed last, for channels that push on change. */
  pushedText: string;
  pushedMs: number;
}

const PUBLIC_CHANNELS: ReadonlySet<string> = new Set([
  'books',
  'books5',
  'bbo-tbt',
  'trades',
  'tickers',
  'mark-price',
  'index-tickers',
  'funding-rate',
  'open-interest',
]);
const VIP_CHANNELS: ReadonlySet<string> = new Set(['books-l2-tbt', 'books50-l2-tbt']);
const LIQUIDATIONS = 'liquidation-orders';
export const INSTRUMENTS = 'instruments';
const TYPES_OF: Readonly<Record<string, readonly string[]>> = {
  [LIQUIDATIONS]: ['SWAP', 'FUTURES', 'MARGIN', 'OPTION'],
  [INSTRUMENTS]: ['SPOT', 'MARGIN', 'SWAP', 'FUTURES', 'OPTION'],
};
const SWAP_ONLY: ReadonlySet<string> = new Set(['mark-price', 'funding-rate', 'open-interest']);

/** What becomes of a subscription request. */
export type OkxTopicFound =
  { readonly kind: 'topic'; readonly topic: OkxTopic } | { readonly kind: 'needs-vip' } | { readonly kind: 'unknown' };

/** Every topic that has or had a listener. */
export class OkxTopics {
  private readonly byKey = new Map<string, OkxTopic>();
  private readonly listings: OkxListings;

  constructor(listings: OkxListings) {
    this.listings = listings;
  }

  /** Finds or makes the topic a client asks for on `path`. */
  find(path: OkxPath, arg: OkxArg): OkxTopicFound {
    if (VIP_CHANNELS.has(arg.channel) && path === '/ws/v5/public') return { kind: 'needs-vip' };
    if (arg.channel === LIQUIDATIONS || arg.channel === INSTRUMENTS) return this.ofType(path, arg);
    const length = arg.channel.startsWith('candle') ? barMs(arg.channel.slice('candle'.length)) : null;
    const isBusiness = arg.channel === 'trades-all' || length !== null;
    const isKnown = isBusiness
      ? path === '/ws/v5/business'
      : path === '/ws/v5/public' && PUBLIC_CHANNELS.has(arg.channel);
    const listing = isKnown ? this.listingFor(arg) : null;
    if (listing === null) return { kind: 'unknown' };
    const argText = JSON.stringify({ channel: arg.channel, instId: arg.instId });
    return { kind: 'topic', topic: this.obtain(arg.channel, arg.instId ?? '', { listing, barMs: length, argText }) };
  }

  /** Returns the topic of a channel of one instrument when somebody listens to it. */
  heard(channel: string, name: string): OkxTopic | null {
    const topic = this.byKey.get(this.keyOf(channel, name));
    return topic !== undefined && topic.sockets.size > 0 ? topic : null;
  }

  keyOf(channel: string, name: string): string {
    return `${channel}:${name}`;
  }

  /** Calls `visit` for every topic somebody listens to. */
  forEachHeard(visit: (topic: OkxTopic) => void): void {
    for (const topic of this.byKey.values()) {
      if (topic.sockets.size > 0) visit(topic);
    }
  }

  /** Takes a closed socket out of every topic. */
  leaveAll(socket: ServerSocket): void {
    for (const key of socket.subscriptions) this.byKey.get(key)?.sockets.delete(socket);
    socket.subscriptions.clear();
  }

  /** A channel of everything of a type. */
  private ofType(path: OkxPath, { channel, instType = '' }: OkxArg): OkxTopicFound {
    if (path !== '/ws/v5/public' || TYPES_OF[channel]?.includes(instType) !== true) return { kind: 'unknown' };
    const argText = JSON.stringify({ channel, instType });
    return { kind: 'topic', topic: this.obtain(channel, instType, { listing: null, barMs: null, argText }) };
  }

  private listingFor(arg: OkxArg): OkxListing | null {
    const instId = arg.instId ?? '';
    if (arg.channel === 'index-tickers') {
      const family = this.listings.all.filter((listing) => listing.family === instId);
      return family.find((listing) => listing.instType === 'SWAP') ?? family[0] ?? null;
    }
    const listing = this.listings.byId(instId);
    return listing !== null && SWAP_ONLY.has(arg.channel) && listing.instType !== 'SWAP' ? null : listing;
  }

  private obtain(channel: string, name: string, made: Pick<OkxTopic, 'listing' | 'barMs' | 'argText'>): OkxTopic {
    const key = this.keyOf(channel, name);
    const known = this.byKey.get(key);
    if (known !== undefined) return known;
    const topic: OkxTopic = { channel, key, sockets: new Set(), pushedText: '', pushedMs: 0, ...made };
    this.byKey.set(key, topic);
    return topic;
  }
}
