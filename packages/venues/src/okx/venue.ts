import type { ExecutionClient, MarketFeed, ReferenceData } from '@riptide/core/domain';
import { JsonClient, WeightBudget, type PrivateVenueDeps, type VenueDecoding, type VenueDeps } from '../kit/index.ts';
import { okxConfig, type OkxSettings } from './config.ts';
import { checkOkxAnswer } from './errors.ts';
import { OkxExecution } from './execution.ts';
import { OkxReference } from './extra/reference.ts';
import { OKX_LIMITS } from './limits.ts';
import { OkxFeed } from './market-data.ts';
import { readOkxRest } from './rest/parse.ts';
import { okxUrls } from './urls.ts';
import { BookSync } from './ws/book-sync.ts';
import { OkxDecoder } from './ws/parse.ts';

/** Builds the OKX adapter. Nothing connects before `feed.start` or the first request. */
export function createOkx(
  settings: OkxSettings,
  deps: VenueDeps,
): { readonly reference: ReferenceData; readonly feed: MarketFeed } {
  const config = okxConfig(settings);
  const urls = okxUrls(config);
  const budget = new WeightBudget({
    clock: deps.clock,
    capacity: OKX_LIMITS.restCapacity,
    windowMs: OKX_LIMITS.restWindowMs,
    waitersMax: OKX_LIMITS.restWaitersMax,
  });
  deps.budgets?.watch('OKX', 'public', budget);
  // Two clients over one budget: stopping the feed must not end the reference requests.
  const newRest = (): { readonly client: JsonClient; readonly baseUrl: string } => ({
    client: new JsonClient({ deps, check: checkOkxAnswer, budget, headers: urls.restHeaders }),
    baseUrl: urls.rest,
  });
  return {
    reference: new OkxReference(newRest(), deps, config.kinds),
    feed: new OkxFeed({ config, urls, rest: newRest(), deps }),
  };
}

/** Builds the private side of the OKX adapter for one account. Nothing connects before `start` or the first call. */
export function createOkxExecution(settings: OkxSettings, deps: PrivateVenueDeps): ExecutionClient {
  const config = okxConfig(settings);
  return new OkxExecution({ config, urls: okxUrls(config), deps });
}

/** OKX's reading of bytes, without sockets. One product: spot and derivatives share one wire. */
export const okxDecoding: VenueDecoding<'v5'> = {
  products: ['v5'],
  createDecoder: (options) => new OkxDecoder(options),
  createSequence: (_product, slots) => new BookSync(slots),
  readRest: readOkxRest,
};
