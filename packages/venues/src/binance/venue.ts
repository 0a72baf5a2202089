import type { MarketFeed, ReferenceData } from '@riptide/core/domain';
import { JsonClient, WeightBudget, type VenueDeps } from '../kit/index.ts';
import { binanceSettings, type BinanceConfig, type BinanceProduct } from './config.ts';
import { answerCheck } from './errors.ts';
import { REST_WAITERS_MAX, REST_WEIGHT_PER_MINUTE, REST_WINDOW_MS } from './limits.ts';
import { BinanceFeed } from './market-data.ts';
import { BinanceReference } from './extra/reference.ts';
import { binanceUrls } from './urls.ts';

/** Builds the Binance adapter: one request budget per product, shared by reference data and book snapshots. */
export function createBinance(config: BinanceConfig, deps: VenueDeps): { reference: ReferenceData; feed: MarketFeed } {
  const settings = binanceSettings(config);
  const urls = binanceUrls(settings.target);
  const spot = { baseUrl: urls.spotRest, client: productClient('spot', deps) };
  const futures = { baseUrl: urls.usdmRest, client: productClient('usdm', deps) };
  return {
    reference: new BinanceReference({ deps, spot, futures }),
    feed: new BinanceFeed({ deps, settings, urls, spot, futures }),
  };
}

function productClient(product: BinanceProduct, deps: VenueDeps): JsonClient {
  const budget = new WeightBudget({
    clock: deps.clock,
    capacity: REST_WEIGHT_PER_MINUTE[product],
    windowMs: REST_WINDOW_MS,
    waitersMax: REST_WAITERS_MAX,
  });
  return new JsonClient({ deps, check: answerCheck(product), budget });
}
