import type { Clock, Random } from '@riptide/core/kernel';
import type { PrivateSide } from '../../account/private-side.ts';
import type { SimVenueMarket } from '../../market/model.ts';
import type { BybitCategory, BybitListings } from '../bybit-listing.ts';
import { AttachedStops } from './attached-stops.ts';
import { bybitAccountCalls } from './bybit-account-calls.ts';
import type { BybitPrivateContext } from './bybit-context.ts';
import { bybitOrderCalls } from './bybit-order-calls.ts';
import { bybitPositionCalls } from './bybit-position-calls.ts';
import { BybitPrivateRest } from './bybit-private-rest.ts';
import { BybitPrivateSockets } from './bybit-private-sockets.ts';
import { bybitQueryCalls } from './bybit-query-calls.ts';
import { BybitUserEvents } from './bybit-user-events.ts';
import { FundingLog } from './funding-log.ts';

/** The signed half of the venue. */
export interface BybitPrivate {
  readonly rest: BybitPrivateRest;
  readonly sockets: BybitPrivateSockets;
  /** Starts listening to the accounts; returns how to stop. */
  start(): () => void;
}

/** Builds the signed half over the accounts. */
export function createBybitPrivate(
  market: SimVenueMarket,
  categories: Readonly<Record<BybitCategory, BybitListings>>,
  deps: { readonly side: PrivateSide; readonly clock: Clock; readonly random: Random },
): BybitPrivate {
  const { side } = deps;
  const stops = new AttachedStops(side.accounts, side.clock);
  const context: BybitPrivateContext = { market, categories, side, stops, funding: new FundingLog() };
  const rest = new BybitPrivateRest(context, {
    ...bybitOrderCalls(context),
    ...bybitQueryCalls(context),
    ...bybitPositionCalls(context),
    ...bybitAccountCalls(context),
  });
  const sockets = new BybitPrivateSockets(context, rest, deps);
  const events = new BybitUserEvents(context, sockets.tell);
  return { rest, sockets, start: () => side.accounts.subscribe(events) };
}
