import {
  domainError,
  err,
  ok,
  type BorrowRate,
  type Candle,
  type DayTicker,
  type DomainError,
  type ExecutionClient,
  type FundingSettlement,
  type Instrument,
  type MarketFeed,
  type ReferenceData,
  type Result,
  type Timeframe,
  type VenueKey,
} from '@riptide/core/domain';
import {
  JsonClient,
  measureClock,
  readFundingPages,
  WeightBudget,
  type ClockOffset,
  type HttpAnswer,
  type PrivateVenueDeps,
  type VenueDecoding,
  type VenueDeps,
} from '../kit/index.ts';
import type { KucoinConfig } from './config.ts';
import { KUCOIN_PRODUCTS, type KucoinProduct } from './enums.ts';
import { checkAnswer } from './errors.ts';
import { KucoinExecution } from './execution.ts';
import { fetchBorrowRates } from './extra/borrow-rates.ts';
import { fetchCandles } from './extra/candle-history.ts';
import { newDecoderState } from './extra/decoder-state.ts';
import { KucoinSequence } from './extra/feed-sequence.ts';
import type { KucoinApis, RestApi } from './extra/rest-api.ts';
import { FUNDING_ROWS_SURE, PUBLIC_POOL } from './limits.ts';
import { KucoinFeed } from './market-data.ts';
import { getActiveContracts, getContractTickers, getFundingRates } from './rest/futures.ts';
import { readRest } from './rest/parse.ts';
import { getAllSymbols, getAllTickers, getServerTime } from './rest/spot.ts';
import { fromWireSymbol } from './symbols.ts';
import { resolveUrls, type KucoinUrls } from './urls.ts';
import { KucoinDecoder } from './ws/parse.ts';

/** Share of the venue's pool that the public side leaves alone. */
const RESERVED_SHARE = 0.1;

/** Reads KuCoin's bytes without sockets. Both products share one frame format and differ in topics and symbols. */
export const kucoinDecoding: VenueDecoding<KucoinProduct> = {
  products: KUCOIN_PRODUCTS,
  createDecoder: ({ subscriptions, out, counters }) =>
    new KucoinDecoder(newDecoderState({ subscriptions, out, counters })),
  createSequence: (_product, slots) => new KucoinSequence(slots),
  readRest,
};

/**
 * Builds KuCoin's public side: reference data and the live feed, which share one request budget.
 * KuCoin has no testnet: with that target every read answers VENUE_NOT_READY and the feed connects to nothing.
 */
export function createKucoin(
  config: KucoinConfig,
  deps: VenueDeps,
): { readonly reference: ReferenceData; readonly feed: MarketFeed } {
  const urls = resolveUrls(config.target);
  const budget = new WeightBudget({ clock: deps.clock, ...PUBLIC_POOL });
  deps.budgets?.watch('KUCOIN', 'public', budget);
  const openApis = (): KucoinApis | null => (urls === null ? null : openBoth(urls, deps, budget));
  return { reference: new KucoinReference(openApis(), config, deps), feed: new KucoinFeed({ config, deps, openApis }) };
}

/** Builds KuCoin's private side. With the testnet target every call answers VENUE_NOT_READY: there is none. */
export function createKucoinExecution(config: KucoinConfig, deps: PrivateVenueDeps): ExecutionClient {
  return new KucoinExecution(config, deps);
}

function openBoth(urls: KucoinUrls, deps: VenueDeps, budget: WeightBudget): KucoinApis {
  const open = (product: KucoinProduct): RestApi => ({
    baseUrl: urls[product],
    client: new JsonClient({ deps, budget, weightLeft, check: (answer) => checkAnswer(product, answer) }),
  });
  return { spot: open('spot'), futures: open('futures') };
}

/** Plain reads of both products. */
class KucoinReference implements ReferenceData {
  readonly venue = 'KUCOIN';
  /** No channel of the futures tells what halts. */
  readonly listEveryMs = 20_000;
  private readonly apis: KucoinApis | null;
  private readonly config: KucoinConfig;
  private readonly deps: VenueDeps;

  constructor(apis: KucoinApis | null, config: KucoinConfig, deps: VenueDeps) {
    this.apis = apis;
    this.config = config;
    this.deps = deps;
  }

  async loadInstruments(): Promise<Result<readonly Instrument[], DomainError>> {
    if (this.apis === null) return noTestnet();
    const [spot, futures] = await Promise.all([getAllSymbols(this.apis.spot), getActiveContracts(this.apis.futures)]);
    if (!spot.ok) return spot;
    if (!futures.ok) return futures;
    const skipped = spot.value.skipped + futures.value.skipped;
    if (skipped > 0) this.deps.log.warn('instruments left out', { venue: this.venue, skipped });
    return ok([...spot.value.instruments, ...futures.value.instruments]);
  }

  async fetchCandles(
    instrument: Instrument,
    timeframe: Timeframe,
    limit: number,
  ): Promise<Result<readonly Candle[], DomainError>> {
    if (this.apis === null) return noTestnet();
    return fetchCandles(this.apis, { instrument, timeframe, limit, nowMs: this.deps.clock.nowMs() });
  }

  async fetchFundingHistory(
    instrument: Instrument,
    sinceMs: number,
  ): Promise<Result<readonly FundingSettlement[], DomainError>> {
    const { apis } = this;
    if (apis === null) return noTestnet();
    const span = { sinceMs, nowMs: this.deps.clock.nowMs(), pageRows: FUNDING_ROWS_SURE };
    return readFundingPages(instrument, span, (fromMs, toMs) =>
      getFundingRates(apis.futures, instrument, { fromMs, toMs }),
    );
  }

  async fetchBorrowRates(key: VenueKey | null): Promise<Result<readonly BorrowRate[], DomainError>> {
    if (this.apis === null) return noTestnet();
    if (key === null) return err(domainError('CREDENTIALS_MISSING', 'borrowRate', { outcome: 'not-sent' }));
    return fetchBorrowRates({ spot: this.apis.spot, config: this.config, deps: this.deps }, key);
  }

  async fetchDayTickers(kind: 'spot' | 'perp'): Promise<Result<readonly DayTicker[], DomainError>> {
    if (this.apis === null) return noTestnet();
    if (kind === 'perp') return getContractTickers(this.apis.futures);
    const reading = await getAllTickers(this.apis.spot);
    if (!reading.ok) return reading;
    return ok(
      reading.value.tickers.map((ticker) => {
        const factor = fromWireSymbol(ticker.wireSymbol, 'spot')?.factor ?? 1;
        return { ...ticker, lastPx: ticker.lastPx / factor };
      }),
    );
  }

  async measureClock(): Promise<Result<ClockOffset, DomainError>> {
    const { apis } = this;
    return apis === null ? noTestnet() : measureClock(this.deps.clock, () => getServerTime(apis.spot));
  }
}

function noTestnet(): Result<never, DomainError> {
  return err(domainError('VENUE_NOT_READY', 'KuCoin has no testnet', { outcome: 'not-sent' }));
}

/** The venue's own count, less a share for what else uses the address. */
function weightLeft({ headers }: Pick<HttpAnswer, 'headers'>): number | null {
  const limit = Number(headers['gw-ratelimit-limit'] ?? Number.NaN);
  const remaining = Number(headers['gw-ratelimit-remaining'] ?? Number.NaN);
  return limit > 0 && remaining >= 0 ? remaining - limit * RESERVED_SHARE : null;
}
