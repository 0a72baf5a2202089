import type { ExecutionClient, MarketFeed, ReferenceData } from '@riptide/core/domain';
import { JsonClient, WeightBudget, type HttpAnswer, type PrivateVenueDeps, type VenueDeps } from '../kit/index.ts';
import { binanceSettings, type BinanceConfig, type BinanceProduct } from './config.ts';
import { answerCheck } from './errors.ts';
import { REST_WAITERS_MAX, REST_WEIGHT_PER_MINUTE, REST_WEIGHT_SHARED, REST_WINDOW_MS } from './limits.ts';
import { BinanceExecution } from './execution.ts';
import { BinanceFeed, type BinanceRest } from './market-data.ts';
import { BinanceReference } from './extra/reference.ts';
import { binanceUrls } from './urls.ts';

/** Builds the Binance adapter: one request budget per product, shared by reference data and book snapshots. */
export function createBinance(config: BinanceConfig, deps: VenueDeps): { reference: ReferenceData; feed: MarketFeed } {
  const settings = binanceSettings(config);
  const urls = binanceUrls(settings.target);
  const budgets = { spot: productBudget('spot', deps), usdm: productBudget('usdm', deps) };
  for (const [product, budget] of Object.entries(budgets)) deps.budgets?.watch('BINANCE', `public ${product}`, budget);
  const client = (product: BinanceProduct): JsonClient =>
    new JsonClient({
      deps,
      check: answerCheck(product),
      budget: budgets[product],
      weightLeft: (answer) => weightLeft(product, answer),
    });
  // The feed has clients of its own: stopping it must not end the reference requests.
  const openRest = (): BinanceRest => ({
    spot: { baseUrl: urls.spotRest, client: client('spot') },
    futures: { baseUrl: urls.usdmRest, client: client('usdm') },
  });
  return {
    reference: new BinanceReference({ deps, urls, ...openRest() }),
    feed: new BinanceFeed({ deps, settings, urls, openRest }),
  };
}

/** Builds the private side: orders, account and user streams of spot and USD-M under one key. */
export function createBinanceExecution(config: BinanceConfig, deps: PrivateVenueDeps): ExecutionClient {
  return new BinanceExecution(binanceUrls(binanceSettings(config).target), deps);
}

function productBudget(product: BinanceProduct, deps: VenueDeps): WeightBudget {
  return new WeightBudget({
    clock: deps.clock,
    capacity: REST_WEIGHT_PER_MINUTE[product],
    windowMs: REST_WINDOW_MS,
    waitersMax: REST_WAITERS_MAX,
  });
}

function weightLeft(product: BinanceProduct, { headers }: Pick<HttpAnswer, 'headers'>): number | null {
  const used = Number(headers['x-mbx-used-weight-1m'] ?? Number.NaN);
  return Number.isFinite(used) ? REST_WEIGHT_SHARED[product] - used : null;
}
