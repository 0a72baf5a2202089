import type { PrivateCallName, SimKey } from '../../account/model.ts';
import type { PrivateSide } from '../../account/private-side.ts';
import type { SimVenueMarket } from '../../market/model.ts';
import type { OkxListing, OkxListings } from '../okx-listing.ts';
import type { OkxAlgos } from './okx-algos.ts';
import type { OkxAnswer } from './okx-answer.ts';

/** Parameters of a call: the query, the body, or the items of a batch. */
export type OkxParams = Readonly<Record<string, unknown>>;

/** What the signed calls stand on. */
export interface OkxPrivateContext {
  readonly market: SimVenueMarket;
  readonly listings: OkxListings;
  readonly side: PrivateSide;
  readonly algos: OkxAlgos;
}

/** Who calls, after the key was checked. */
export interface OkxCaller {
  readonly key: SimKey;
  readonly accountId: number;
  /** At most this share of a new order fills at once, by a planned fault; null: all of it. */
  readonly fillFrac: number | null;
}

/** One signed endpoint. */
export interface OkxCall {
  /** The name that planned faults know it by. */
  readonly name: PrivateCallName;
  /** True when a read-only key may not call it. */
  readonly needsTrade: boolean;
  /** How often in two seconds, per account; `perInstrument`: per account and instrument. */
  readonly per2s: number;
  readonly perInstrument?: boolean;
  /** True when refusals are told per item rather than for the call. */
  readonly isOrderOperation?: boolean;
  answer(caller: OkxCaller, items: readonly OkxParams[]): OkxAnswer;
}

/** Endpoints by method and path. */
export type OkxCalls = Readonly<Record<string, OkxCall>>;

/** Builds a call that reads one set of parameters. */
export function okxCall(
  head: Pick<OkxCall, 'name' | 'needsTrade' | 'per2s'>,
  answer: (caller: OkxCaller, params: OkxParams) => OkxAnswer,
): OkxCall {
  return { ...head, answer: (caller, [params = {}]) => answer(caller, params) };
}

/** The listing at a market index. */
export function okxListingAt({ listings }: Pick<OkxPrivateContext, 'listings'>, ix: number): OkxListing {
  const found = listings.all[ix];
  if (found === undefined) throw new Error(`Invariant: no listing at ${ix}`);
  return found;
}
