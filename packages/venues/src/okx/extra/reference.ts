import {
  ok,
  type BorrowRate,
  type Candle,
  type DayTicker,
  type DomainError,
  type FundingSettlement,
  type Instrument,
  type InstrumentKind,
  type PriceLimits,
  type ReferenceData,
  type Result,
  type Timeframe,
} from '@riptide/core/domain';
import { measureClock, readFundingPages, toCandle, type ClockOffset, type VenueDeps } from '../../kit/index.ts';
import { instTypeOf, OKX_BARS } from '../enums.ts';
import { OKX_LIMITS } from '../limits.ts';
import { getFundingHistory, getFundingHours } from '../rest/futures.ts';
import { getCandles, getInstruments, getTickers, getTime, type OkxRest } from '../rest/spot.ts';
import { getBorrowRates, getPriceLimits } from './terms.ts';

/** OKX's part of the reference data: instruments, past candles, 24 h summaries, clock. */
export class OkxReference implements ReferenceData {
  readonly venue = 'OKX';
  private readonly rest: OkxRest;
  private readonly kinds: readonly InstrumentKind[];
  private readonly deps: VenueDeps;

  constructor(rest: OkxRest, deps: VenueDeps, kinds: readonly InstrumentKind[]) {
    this.rest = rest;
    this.kinds = kinds;
    this.deps = deps;
  }

  /** Without the funding answer the interval of perps is unknown, and the instruments are still good. */
  async loadInstruments(): Promise<Result<readonly Instrument[], DomainError>> {
    const instruments: Instrument[] = [];
    let skipped = 0;
    for (const kind of this.kinds) {
      const listed = await getInstruments(this.rest, instTypeOf(kind));
      if (!listed.ok) return listed;
      instruments.push(...listed.value.instruments);
      skipped += listed.value.skipped;
    }
    if (skipped > 0) this.deps.log.warn('instruments left out', { venue: 'OKX', skipped });
    const hours = await getFundingHours(this.rest);
    if (hours.ok) return ok(instruments.map((one) => withFunding(one, hours.value)));
    this.deps.log.warn('funding intervals unknown', {
      venue: 'OKX',
      code: hours.error.code,
      detail: hours.error.detail,
    });
    return ok(instruments);
  }

  async fetchCandles(
    instrument: Instrument,
    timeframe: Timeframe,
    limit: number,
  ): Promise<Result<readonly Candle[], DomainError>> {
    const newestFirst: Candle[] = [];
    let beforeMs: number | null = null;
    while (newestFirst.length < limit) {
      const wanted = Math.min(OKX_LIMITS.candlesMax, limit - newestFirst.length);
      const page = await getCandles(this.rest, {
        instId: instrument.wireSymbol,
        bar: OKX_BARS[timeframe],
        limit: wanted,
        beforeMs,
      });
      if (!page.ok) return page;
      newestFirst.push(...page.value.candles.map((row) => toCandle(row, instrument)));
      const oldest = page.value.candles.at(-1);
      if (oldest === undefined || page.value.candles.length < wanted) break;
      beforeMs = oldest.openMs;
    }
    return ok(newestFirst.toReversed());
  }

  fetchFundingHistory(
    instrument: Instrument,
    sinceMs: number,
  ): Promise<Result<readonly FundingSettlement[], DomainError>> {
    const span = { sinceMs, nowMs: this.deps.clock.nowMs(), pageRows: OKX_LIMITS.fundingRowsMax };
    return readFundingPages(instrument, span, (_fromMs, toMs) => getFundingHistory(this.rest, instrument, toMs));
  }

  fetchBorrowRates(): Promise<Result<readonly BorrowRate[], DomainError>> {
    return getBorrowRates(this.rest);
  }

  fetchPriceLimits(instrument: Instrument): Promise<Result<PriceLimits, DomainError>> {
    return getPriceLimits(this.rest, instrument);
  }

  async fetchDayTickers(kind: 'spot' | 'perp'): Promise<Result<readonly DayTicker[], DomainError>> {
    const tickers = await getTickers(this.rest, instTypeOf(kind));
    return tickers.ok ? ok(tickers.value.tickers) : tickers;
  }

  measureClock(): Promise<Result<ClockOffset, DomainError>> {
    return measureClock(this.deps.clock, () => getTime(this.rest));
  }
}

function withFunding(instrument: Instrument, hours: ReadonlyMap<string, number>): Instrument {
  return instrument.kind === 'perp'
    ? { ...instrument, fundingIntervalHours: hours.get(instrument.wireSymbol) ?? null }
    : instrument;
}
