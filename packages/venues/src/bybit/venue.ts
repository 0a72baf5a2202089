import type { MarketFeed, ReferenceData } from '@riptide/core/domain';
import { JsonClient, WeightBudget, type VenueDecoding, type VenueDeps } from '../kit/index.ts';
import { bybitConfig, type BybitSettings } from './config.ts';
import { checkBybitAnswer } from './errors.ts';
import { BybitReference } from './extra/reference.ts';
import { BYBIT_LIMITS } from './limits.ts';
import { BybitFeed } from './market-data.ts';
import { readBybitRest } from './rest/parse.ts';
import { BYBIT_PRODUCTS, bybitUrls, type BybitProduct } from './urls.ts';
import { BybitDecoder } from './ws/parse.ts';

/** Builds the Bybit adapter. Nothing connects before `feed.start` or the first request. */
export function createBybit(
  settings: BybitSettings,
  deps: VenueDeps,
): { readonly reference: ReferenceData; readonly feed: MarketFeed } {
  const config = bybitConfig(settings);
  const urls = bybitUrls(config.target);
  const budget = new WeightBudget({
    clock: deps.clock,
    capacity: BYBIT_LIMITS.restCapacity,
    windowMs: BYBIT_LIMITS.restWindowMs,
    waitersMax: BYBIT_LIMITS.restWaitersMax,
  });
  const client = new JsonClient({ deps, check: checkBybitAnswer, budget });
  return {
    reference: new BybitReference({ client, baseUrl: urls.rest }, deps),
    feed: new BybitFeed({ config, urls, deps }),
  };
}

/** Bybit's reading of bytes, without sockets. Both products list the same names. */
export const bybitDecoding: VenueDecoding<BybitProduct> = {
  products: BYBIT_PRODUCTS,
  createDecoder: (options) => new BybitDecoder(options),
  readRest: readBybitRest,
};
