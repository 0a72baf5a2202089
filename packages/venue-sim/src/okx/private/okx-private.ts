import type { PrivateSide } from '../../account/private-side.ts';
import type { SimVenueMarket } from '../../market/model.ts';
import type { OkxListings } from '../okx-listing.ts';
import { okxAccountCalls } from './okx-account-calls.ts';
import { okxAlgoCalls } from './okx-algo-calls.ts';
import { OkxAlgos } from './okx-algos.ts';
import type { OkxPrivateContext } from './okx-context.ts';
import { okxOrderCalls } from './okx-order-calls.ts';
import { OkxPrivateRest } from './okx-private-rest.ts';
import { OkxPrivateSockets } from './okx-private-sockets.ts';
import { okxQueryCalls } from './okx-query-calls.ts';
import { OkxUserEvents } from './okx-user-events.ts';

/** The signed half of the venue. */
export interface OkxPrivate {
  readonly rest: OkxPrivateRest;
  readonly sockets: OkxPrivateSockets;
  /** Starts listening to the accounts; returns how to stop. */
  start(): () => void;
}

/** Builds the signed half over the accounts. */
export function createOkxPrivate(market: SimVenueMarket, listings: OkxListings, side: PrivateSide): OkxPrivate {
  const algos = new OkxAlgos(side.accounts, side.clock);
  const context: OkxPrivateContext = { market, listings, side, algos };
  const rest = new OkxPrivateRest(context, {
    ...okxOrderCalls(context),
    ...okxAlgoCalls(context),
    ...okxQueryCalls(context),
    ...okxAccountCalls(context),
  });
  const sockets = new OkxPrivateSockets(context, rest);
  const events = new OkxUserEvents(context, sockets.tell);
  return { rest, sockets, start: () => side.accounts.subscribe(events) };
}
