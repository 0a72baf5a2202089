import type { ExecutionClient, MarketFeed, ReferenceData } from '@riptide/core/domain';
import {
  JsonClient,
  measureClock,
  WeightBudget,
  type PrivateVenueDeps,
  type AccountConfig,
  type VenueDecoding,
  type VenueDeps,
} from '../kit/index.ts';
import { bybitConfig, type BybitSettings } from './config.ts';
import { checkBybitAnswer } from './errors.ts';
import { BybitExecution } from './execution.ts';
import { BybitSequence } from './extra/feed-sequence.ts';
import { BybitReference } from './extra/reference.ts';
import { VenueTime } from './extra/venue-time.ts';
import { BYBIT_LIMITS } from './limits.ts';
import { BybitFeed } from './market-data.ts';
import { readBybitRest } from './rest/parse.ts';
import { getTime } from './rest/spot.ts';
import { BYBIT_PRODUCTS, bybitUrls, type BybitProduct } from './urls.ts';
import { BybitDecoder } from './ws/parse.ts';

/** Builds the Bybit adapter. Nothing connects before `feed.start` or the first request. */
export function createBybit(
  settings: BybitSettings,
  deps: VenueDeps,
): { readonly reference: ReferenceData; readonly feed: MarketFeed } {
  const config = bybitConfig(settings);
  const urls = bybitUrls(config.target);
  const client = publicClient(deps);
  return {
    reference: new BybitReference({ client, baseUrl: urls.rest }, deps),
    feed: new BybitFeed({ config, urls, deps }),
  };
}

/** Builds the private side of one account. Nothing connects before `start` or the first call. */
export function createBybitExecution(config: AccountConfig, deps: PrivateVenueDeps): ExecutionClient {
  const urls = bybitUrls(config.target);
  const client = publicClient(deps);
  const rest = { client, baseUrl: urls.rest };
  const time = new VenueTime(deps.offsetMs, () => measureClock(deps.clock, () => getTime(rest)));
  return new BybitExecution({
    urls,
    deps,
    time,
    isOrderSocketUsed: config.orderEntry === 'socket',
    onStop: () => client.close(),
  });
}

/** Bybit's reading of bytes, without sockets. Both products list the same names. */
export const bybitDecoding: VenueDecoding<BybitProduct> = {
  products: BYBIT_PRODUCTS,
  createDecoder: (options) => new BybitDecoder(options),
  createSequence: (_product, slots) => new BybitSequence(slots),
  readRest: readBybitRest,
};

function publicClient(deps: VenueDeps): JsonClient {
  const budget = new WeightBudget({
    clock: deps.clock,
    capacity: BYBIT_LIMITS.restCapacity,
    windowMs: BYBIT_LIMITS.restWindowMs,
    waitersMax: BYBIT_LIMITS.restWaitersMax,
  });
  deps.budgets?.watch('BYBIT', 'public', budget);
  return new JsonClient({ deps, check: checkBybitAnswer, budget });
}
