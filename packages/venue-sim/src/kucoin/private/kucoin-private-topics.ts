import type { ServerSocket } from '../../server/venue-server.ts';
import { wireJson } from '../kucoin-json.ts';
import type { KucoinListings, KucoinProduct } from '../kucoin-listing.ts';
import { uidOf } from './spot-account-calls.ts';

/** Topics of accounts; those that may name a symbol are `bySymbol`. */
const TOPICS: Readonly<Record<KucoinProduct, Readonly<Record<string, 'plain' | 'bySymbol' | 'either'>>>> = {
  spot: {
    '/spotMarket/tradeOrdersV2': 'plain',
    '/spotMarket/tradeOrders': 'plain',
    '/spotMarket/advancedOrders': 'plain',
    '/account/balance': 'plain',
  },
  futures: {
    '/contractMarket/tradeOrders': 'either',
    '/contractMarket/advancedOrders': 'plain',
    '/contract/positionAll': 'plain',
    '/contract/position': 'bySymbol',
    '/contractAccount/wallet': 'plain',
    '/contract/marginMode': 'plain',
    '/contract/crossLeverage': 'plain',
  },
};

/** One push to an account. */
interface KucoinUserPush {
  readonly topic: string;
  readonly subject: string;
  /** '' where the topic names none. */
  readonly symbol: string;
  readonly data: unknown;
}

/** Where pushes go. */
export type KucoinSink = (accountId: number, push: KucoinUserPush) => void;

/** The private topics of one product and the sockets whose token belongs to an account. */
export class KucoinPrivateTopics {
  private readonly product: KucoinProduct;
  private readonly listings: KucoinListings;
  private readonly owners = new Map<ServerSocket, { readonly accountId: number; readonly topics: Set<string> }>();

  constructor(product: KucoinProduct, listings: KucoinListings) {
    this.product = product;
    this.listings = listings;
  }

  /** Notes whose socket it is. */
  open(socket: ServerSocket, accountId: number): void {
    this.owners.set(socket, { accountId, topics: new Set() });
  }

  close(socket: ServerSocket): void {
    this.owners.delete(socket);
  }

  /** True for topics of accounts, known symbol or not. */
  isPrivate(asked: string): boolean {
    return Object.hasOwn(TOPICS[this.product], prefixOf(asked));
  }

  /** Subscribes or unsubscribes; returns what is wrong, null for nothing. */
  change(
    socket: ServerSocket,
    type: 'subscribe' | 'unsubscribe',
    asked: string,
  ): { code: number; data: string } | null {
    const owner = this.owners.get(socket);
    if (owner === undefined) return { code: 403, data: 'login is required' };
    const prefix = prefixOf(asked);
    const names = asked === prefix ? [] : asked.slice(prefix.length + 1).split(',');
    const kind = TOPICS[this.product][prefix];
    const fits = kind === 'either' || (kind === 'plain') === (names.length === 0);
    const areKnown = names.every((name) => this.listings.bySymbol(name) !== null);
    if (!fits || !areKnown) return { code: 404, data: `topic ${asked} is not found` };
    for (const topic of names.length === 0 ? [prefix] : names.map((name) => `${prefix}:${name}`)) {
      if (type === 'subscribe') owner.topics.add(topic);
      else owner.topics.delete(topic);
    }
    return null;
  }

  /** Sends a push to the account's sockets that listen to its topic. */
  readonly tell: KucoinSink = (accountId, { topic, subject, symbol, data }) => {
    const text = wireJson({
      topic,
      type: 'message',
      subject,
      userId: String(uidOf(accountId)),
      channelType: 'private',
      data,
    });
    for (const [socket, owner] of this.owners) {
      if (owner.accountId === accountId && owner.topics.has(topic))
        socket.send(text, symbol === '' ? topic : `${prefixOf(topic)}:${symbol}`);
    }
  };
}

function prefixOf(topic: string): string {
  const colon = topic.indexOf(':');
  return colon < 0 ? topic : topic.slice(0, colon);
}
