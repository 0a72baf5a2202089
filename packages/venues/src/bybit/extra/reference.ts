import {
  ok,
  type BorrowRate,
  type Candle,
  type DayTicker,
  type DomainError,
  type FundingSettlement,
  type Instrument,
  type PriceLimits,
  type ReferenceData,
  type Result,
  type Timeframe,
} from '@riptide/core/domain';
import { measureClock, readFundingPages, toCandle, type ClockOffset, type VenueDeps } from '../../kit/index.ts';
import { BYBIT_INTERVALS, productOf } from '../enums.ts';
import { BYBIT_LIMITS } from '../limits.ts';
import { getFundingHistory, getPerps } from '../rest/futures.ts';
import { getCandles, getInstruments, getTickers, getTime, type BybitRest } from '../rest/spot.ts';
import { getBorrowRates, getPriceLimits } from './terms.ts';

/** Bybit's part of the reference data: instruments, past candles, 24 h summaries, clock. */
export class BybitReference implements ReferenceData {
  readonly venue = 'BYBIT';
  /** No public channel tells what halts. */
  readonly listEveryMs = 20_000;
  private readonly rest: BybitRest;
  private readonly deps: VenueDeps;

  constructor(rest: BybitRest, deps: VenueDeps) {
    this.rest = rest;
    this.deps = deps;
  }

  async loadInstruments(): Promise<Result<readonly Instrument[], DomainError>> {
    const spot = await getInstruments(this.rest, 'spot');
    if (!spot.ok) return spot;
    const perps = await getPerps(this.rest);
    if (!perps.ok) return perps;
    const skipped = spot.value.skipped + perps.value.skipped;
    if (skipped > 0) this.deps.log.warn('instruments left out', { venue: 'BYBIT', skipped });
    return ok([...spot.value.instruments, ...perps.value.instruments]);
  }

  async fetchCandles(
    instrument: Instrument,
    timeframe: Timeframe,
    limit: number,
  ): Promise<Result<readonly Candle[], DomainError>> {
    const answer = await getCandles(this.rest, {
      category: productOf(instrument.kind),
      wireSymbol: instrument.wireSymbol,
      interval: BYBIT_INTERVALS[timeframe],
      limit: Math.min(limit, BYBIT_LIMITS.candlesMax),
    });
    if (!answer.ok) return answer;
    return ok(answer.value.candles.map((row) => toCandle(row, instrument)).reverse());
  }

  fetchFundingHistory(
    instrument: Instrument,
    sinceMs: number,
  ): Promise<Result<readonly FundingSettlement[], DomainError>> {
    const span = { sinceMs, nowMs: this.deps.clock.nowMs(), pageRows: BYBIT_LIMITS.fundingRowsMax };
    return readFundingPages(instrument, span, (fromMs, toMs) =>
      getFundingHistory(this.rest, instrument, { fromMs, toMs }),
    );
  }

  fetchBorrowRates(): Promise<Result<readonly BorrowRate[], DomainError>> {
    return getBorrowRates(this.rest);
  }

  fetchPriceLimits(instrument: Instrument): Promise<Result<PriceLimits, DomainError>> {
    return getPriceLimits(this.rest, instrument);
  }

  async fetchDayTickers(kind: 'spot' | 'perp'): Promise<Result<readonly DayTicker[], DomainError>> {
    const tickers = await getTickers(this.rest, productOf(kind));
    return tickers.ok ? ok(tickers.value.tickers) : tickers;
  }

  measureClock(): Promise<Result<ClockOffset, DomainError>> {
    return measureClock(this.deps.clock, () => getTime(this.rest));
  }
}
