import type { PrivateSide } from '../../account/private-side.ts';
import type { SimVenueMarket } from '../../market/model.ts';
import type { KucoinListings, KucoinProduct } from '../kucoin-listing.ts';
import { ClosedPositions } from './closed-positions.ts';
import { FundingLog } from './funding-log.ts';
import { futuresAccountCalls } from './futures-account-calls.ts';
import { futuresOrderCalls } from './futures-order-calls.ts';
import { KucoinAttached } from './kucoin-attached.ts';
import type { KucoinPrivateContext } from './kucoin-context.ts';
import { KucoinPrivateRest } from './kucoin-private-rest.ts';
import { KucoinPrivateTopics } from './kucoin-private-topics.ts';
import { KucoinUserEvents } from './kucoin-user-events.ts';
import { spotAccountCalls } from './spot-account-calls.ts';
import { spotOrderCalls } from './spot-order-calls.ts';
import { spotQueryCalls } from './spot-query-calls.ts';
import { spotStopCalls } from './spot-stop-calls.ts';

/** The signed half of one host. */
export interface KucoinSigned {
  readonly rest: KucoinPrivateRest;
  readonly topics: KucoinPrivateTopics;
}

/** The signed half of the venue: two hosts over one account engine. */
export interface KucoinPrivate {
  readonly spot: KucoinSigned;
  readonly futures: KucoinSigned;
  /** Starts listening to the accounts; returns how to stop. */
  start(): () => void;
}

/** Builds the signed half over the accounts. */
export function createKucoinPrivate(
  market: SimVenueMarket,
  listings: Readonly<Record<KucoinProduct, KucoinListings>>,
  side: PrivateSide,
): KucoinPrivate {
  const attached = new KucoinAttached(side.accounts, side.clock);
  const logs = { funding: new FundingLog(), closed: new ClosedPositions() };
  const context: KucoinPrivateContext = { market, listings, side, attached, ...logs };
  const spot: KucoinSigned = {
    rest: new KucoinPrivateRest(context, 'spot', {
      ...spotOrderCalls(context),
      ...spotQueryCalls(context),
      ...spotStopCalls(context),
      ...spotAccountCalls(context),
    }),
    topics: new KucoinPrivateTopics('spot', listings.spot),
  };
  const futures: KucoinSigned = {
    rest: new KucoinPrivateRest(context, 'futures', { ...futuresOrderCalls(context), ...futuresAccountCalls(context) }),
    topics: new KucoinPrivateTopics('futures', listings.futures),
  };
  const events = new KucoinUserEvents(context, { spot: spot.topics.tell, futures: futures.topics.tell });
  return { spot, futures, start: () => side.accounts.subscribe(events) };
}
