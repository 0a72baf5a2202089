import {
  domainError,
  err,
  ok,
  type BorrowRate,
  type Candle,
  type DayTicker,
  type DomainError,
  type FundingSettlement,
  type Instrument,
  type ReferenceData,
  type Result,
  type Timeframe,
  type VenueKey,
} from '@riptide/core/domain';
import {
  measureClock,
  readBorrowRows,
  readCandleRows,
  readFundingPages,
  readFundingRows,
  toCandle,
  type ClockOffset,
  type VenueDeps,
} from '../../kit/index.ts';
import { WIRE_INTERVALS } from '../enums.ts';
import { FUNDING_ROWS_PER_REQUEST, KLINES_PER_REQUEST } from '../limits.ts';
import {
  getFundingInfo,
  getFundingRates,
  getFuturesDayTickers,
  getFuturesExchangeInfo,
  getFuturesKlines,
  getFuturesTime,
  type FuturesRest,
} from '../rest/futures.ts';
import { parseDayTickers, parseTime } from '../rest/parse.ts';
import { parseFundingHours, parseInstruments } from './parse-instruments.ts';
import { getSpotDayTickers, getSpotExchangeInfo, getSpotKlines, type SpotRest } from '../rest/spot.ts';
import { buildCrossMarginData } from '../rest/account.ts';
import { nameMultiplier } from '../symbols.ts';
import type { BinanceUrls } from '../urls.ts';
import { PrivateCalls } from './private-calls.ts';

const BORROW_FIELDS = { asset: 'coin', rate: 'dailyInterest', hours: 24, isLent: 'borrowable' } as const;
const FUNDING_FIELDS = { time: 'fundingTime', rate: 'fundingRate', mark: 'markPrice' } as const;

export interface BinanceReferenceOptions {
  readonly deps: VenueDeps;
  readonly spot: SpotRest;
  readonly futures: FuturesRest;
  readonly urls: BinanceUrls;
}

/** Everything read by plain requests. */
export class BinanceReference implements ReferenceData {
  readonly venue = 'BINANCE';
  private readonly options: BinanceReferenceOptions;

  constructor(options: BinanceReferenceOptions) {
    this.options = options;
  }

  /** Returns spot pairs, perpetuals and dated futures. @errors those of the requests; VENUE_ANSWER_MALFORMED. */
  async loadInstruments(): Promise<Result<readonly Instrument[], DomainError>> {
    const { spot, futures, deps } = this.options;
    const [spotInfo, futuresInfo, funding] = await Promise.all([
      getSpotExchangeInfo(spot),
      getFuturesExchangeInfo(futures),
      getFundingInfo(futures),
    ]);
    if (!spotInfo.ok) return spotInfo;
    if (!futuresInfo.ok) return futuresInfo;
    // Without the list of exceptions every interval would be a guess: null says so.
    const hours = funding.ok ? parseFundingHours(funding.value) : null;
    if (!funding.ok) deps.log.warn('funding intervals unknown', { code: funding.error.code });
    const spotReading = parseInstruments('spot', spotInfo.value);
    const futuresReading = parseInstruments('usdm', futuresInfo.value, hours);
    if (spotReading === null || futuresReading === null) return malformed('exchangeInfo');
    deps.log.info('instruments loaded', {
      spot: spotReading.instruments.length,
      futures: futuresReading.instruments.length,
      skipped: spotReading.skipped + futuresReading.skipped,
    });
    return ok([...spotReading.instruments, ...futuresReading.instruments]);
  }

  async fetchCandles(
    instrument: Instrument,
    timeframe: Timeframe,
    limit: number,
  ): Promise<Result<readonly Candle[], DomainError>> {
    const candles: Candle[] = [];
    let endTime: number | null = null;
    while (candles.length < limit) {
      const wanted = Math.min(KLINES_PER_REQUEST, limit - candles.length);
      const page = await this.fetchPage(instrument, timeframe, wanted, endTime);
      if (!page.ok) return page;
      candles.unshift(...page.value);
      const first = page.value[0];
      if (first === undefined || page.value.length < wanted) break;
      endTime = first.openMs - 1;
    }
    return ok(candles);
  }

  fetchFundingHistory(
    instrument: Instrument,
    sinceMs: number,
  ): Promise<Result<readonly FundingSettlement[], DomainError>> {
    const { futures, deps } = this.options;
    const span = { sinceMs, nowMs: deps.clock.nowMs(), pageRows: FUNDING_ROWS_PER_REQUEST };
    return readFundingPages(instrument, span, async (startTime, endTime) => {
      const answer = await getFundingRates(futures, { symbol: instrument.wireSymbol, startTime, endTime });
      if (!answer.ok) return answer;
      const rows = readFundingRows(answer.value, FUNDING_FIELDS, instrument);
      return rows === null ? malformed('fundingRate') : ok(rows);
    });
  }

  /** Cross margin. VENUE_NOT_READY on the testnet, which has no wallet host. */
  async fetchBorrowRates(key: VenueKey | null): Promise<Result<readonly BorrowRate[], DomainError>> {
    if (key === null) return err(domainError('CREDENTIALS_MISSING', 'crossMarginData', { outcome: 'not-sent' }));
    // A client of its own for each read: seldom needed, and the key may be another one next time.
    const calls = new PrivateCalls({ ...this.options.deps, key, offsetMs: () => 0 }, this.options.urls);
    try {
      const answer = await calls.send(buildCrossMarginData(), 'read');
      if (!answer.ok) return answer;
      const rates = readBorrowRows(answer.value, BORROW_FIELDS, (coin) =>
        coin.slice(nameMultiplier(coin).prefix.length),
      );
      return rates === null ? malformed('crossMarginData') : ok(rates);
    } finally {
      await calls.close();
    }
  }

  async fetchDayTickers(kind: 'spot' | 'perp'): Promise<Result<readonly DayTicker[], DomainError>> {
    const { spot, futures } = this.options;
    const answer = await (kind === 'spot' ? getSpotDayTickers(spot) : getFuturesDayTickers(futures));
    if (!answer.ok) return answer;
    const reading = parseDayTickers(answer.value);
    if (reading === null) return malformed('ticker/24hr');
    return ok(reading.tickers.map((t) => ({ ...t, lastPx: t.lastPx / nameMultiplier(t.wireSymbol).multiplier })));
  }

  measureClock(): Promise<Result<ClockOffset, DomainError>> {
    const { futures, deps } = this.options;
    return measureClock(deps.clock, async () => {
      const answer = await getFuturesTime(futures);
      if (!answer.ok) return answer;
      const reading = parseTime(answer.value);
      return reading === null ? malformed('time') : ok(reading);
    });
  }

  private async fetchPage(
    instrument: Instrument,
    timeframe: Timeframe,
    limit: number,
    endTime: number | null,
  ): Promise<Result<readonly Candle[], DomainError>> {
    const { spot, futures } = this.options;
    const end = endTime === null ? {} : { endTime };
    const query = { symbol: instrument.wireSymbol, interval: WIRE_INTERVALS[timeframe], limit, ...end };
    const answer = await (instrument.kind === 'spot' ? getSpotKlines(spot, query) : getFuturesKlines(futures, query));
    if (!answer.ok) return answer;
    const reading = readCandleRows(answer.value);
    return reading === null ? malformed('klines') : ok(reading.candles.map((row) => toCandle(row, instrument)));
  }
}

function malformed(what: string): Result<never, DomainError> {
  return err(domainError('VENUE_ANSWER_MALFORMED', what));
}
