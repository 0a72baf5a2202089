import type { SimKey } from '../../account/model.ts';
import type { PrivateSide } from '../../account/private-side.ts';
import type { SimVenueMarket } from '../../market/model.ts';
import type { BybitCategory, BybitListing, BybitListings } from '../bybit-listing.ts';
import type { AttachedStops } from './attached-stops.ts';
import type { BybitAnswer } from './bybit-answer.ts';
import type { BybitParams } from './bybit-fields.ts';
import type { FundingLog } from './funding-log.ts';
import type { PrivateCallName } from '../../account/model.ts';

/** What the signed calls stand on. */
export interface BybitPrivateContext {
  readonly market: SimVenueMarket;
  readonly categories: Readonly<Record<BybitCategory, BybitListings>>;
  readonly side: PrivateSide;
  readonly stops: AttachedStops;
  readonly funding: FundingLog;
}

/** Who calls, after the key was checked. */
export interface BybitCaller {
  readonly key: SimKey;
  readonly accountId: number;
  /** At most this share of a new order fills at once, by a planned fault; null: all of it. */
  readonly fillFrac: number | null;
}

/** One signed endpoint. */
export interface BybitCall {
  /** The name that planned faults know it by. */
  readonly name: PrivateCallName;
  /** Which permission it needs: by the category in its parameters, futures, or none. */
  readonly needs: 'category' | 'futures' | 'none';
  /** Calls of one account in a second. */
  perSecond(params: BybitParams): number;
  /** How many calls it counts as. */
  cost(params: BybitParams): number;
  answer(caller: BybitCaller, params: BybitParams): BybitAnswer;
}

/** Endpoints by method and path. */
export type BybitCalls = Readonly<Record<string, BybitCall>>;

/** Builds a call. */
export function bybitCall(
  head: Pick<BybitCall, 'name' | 'needs'> & { readonly perSecond: number; readonly spotPerSecond?: number },
  answer: BybitCall['answer'],
): BybitCall {
  const { name, needs, perSecond, spotPerSecond = perSecond } = head;
  return {
    name,
    needs,
    perSecond: (params) => (params['category'] === 'spot' ? spotPerSecond : perSecond),
    cost: () => 1,
    answer,
  };
}

/** The listing at a market index. */
export function listingAt(context: BybitPrivateContext, ix: number): BybitListing {
  const kind = context.market.instruments[ix]?.kind === 'spot' ? 'spot' : 'linear';
  const found = context.categories[kind].all.find((listing) => listing.ix === ix);
  if (found === undefined) throw new Error(`Invariant: no listing at ${ix}`);
  return found;
}
