import type { PrivateCallName, SimAccounts, SimKey, SimOrder } from '../../account/model.ts';
import type { PrivateSide } from '../../account/private-side.ts';
import type { SimVenueMarket } from '../../market/model.ts';
import type { KucoinListing, KucoinListings, KucoinProduct } from '../kucoin-listing.ts';
import type { KucoinAttached } from './kucoin-attached.ts';
import type { ClosedPositions } from './closed-positions.ts';
import type { FundingLog } from './funding-log.ts';

/** What a call answers: data under the good code, or a refusal. */
export interface KucoinReply {
  readonly code: string;
  readonly msg?: string;
  readonly data?: unknown;
  /** HTTP status; 200 unless the call never reached the exchange. */
  readonly status?: number;
}

/** Parameters of a call: the query or the body; `id` is the part of the path that names an order. */
export type KucoinParams = Readonly<Record<string, unknown>>;

/** What the signed calls of both products stand on. */
export interface KucoinPrivateContext {
  readonly market: SimVenueMarket;
  readonly listings: Readonly<Record<KucoinProduct, KucoinListings>>;
  readonly side: PrivateSide;
  readonly attached: KucoinAttached;
  readonly funding: FundingLog;
  readonly closed: ClosedPositions;
}

/** Who calls, after the key was checked. */
export interface KucoinCaller {
  readonly key: SimKey;
  readonly accountId: number;
  /** At most this share of a new order fills at once, by a planned fault; null: all of it. */
  readonly fillFrac: number | null;
}

/** The pools that weights are taken from, each of 30 s. */
export type KucoinPool = 'spot' | 'futures' | 'management';

/** One signed endpoint. */
export interface KucoinCall {
  /** The name that planned faults know it by. */
  readonly name: PrivateCallName;
  readonly needs: 'spot' | 'futures' | 'transfer' | 'general';
  readonly pool: KucoinPool;
  readonly weight: number;
  answer(caller: KucoinCaller, params: KucoinParams): KucoinReply;
}

/** Endpoints by method and path; `{id}` stands for one part of a path. */
export type KucoinCalls = Readonly<Record<string, KucoinCall>>;

/** Answers with data. */
export function good(data: unknown): KucoinReply {
  return { code: '200000', data };
}

/** Refuses in the venue's words. */
export function bad(code: string, msg: string, status = 200): KucoinReply {
  return { code, msg, status };
}

/** The listing at a market index. */
export function kucoinListingAt({ listings, market }: KucoinPrivateContext, ix: number): KucoinListing {
  const product = market.instruments[ix]?.kind === 'spot' ? 'spot' : 'futures';
  const found = listings[product].bySymbol(market.instruments[ix]?.wireSymbol ?? '');
  if (found === null) throw new Error(`Invariant: no listing at ${ix}`);
  return found;
}

/** An order as the futures count it: a conditional order keeps its id when it fires. */
export interface KucoinOrderView {
  /** What was asked for. */
  readonly asked: SimOrder;
  /** What stands in the book or was filled; the same order unless a conditional one has fired. */
  readonly live: SimOrder;
}

/** Joins a conditional order with the order that it became. */
export function kucoinViewOf(accounts: SimAccounts, order: SimOrder): KucoinOrderView {
  if (order.parentOrderId !== null) {
    return { asked: accounts.order(order.accountId, { id: order.parentOrderId }) ?? order, live: order };
  }
  if (order.firedOrderId === null) return { asked: order, live: order };
  return { asked: order, live: accounts.order(order.accountId, { id: order.firedOrderId }) ?? order };
}

/** True for stops, fired or not. */
export function isConditional({ request }: SimOrder): boolean {
  return request.type !== 'market' && request.type !== 'limit';
}
