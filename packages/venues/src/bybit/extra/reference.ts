import {
  ok,
  type Candle,
  type DayTicker,
  type DomainError,
  type Instrument,
  type ReferenceData,
  type Result,
  type Timeframe,
} from '@riptide/core/domain';
import type { VenueDeps } from '../../kit/index.ts';
import { BYBIT_INTERVALS, productOf } from '../enums.ts';
import { BYBIT_LIMITS } from '../limits.ts';
import { getPerps } from '../rest/futures.ts';
import { getCandles, getInstruments, getTickers, getTime, type BybitRest } from '../rest/spot.ts';

const NS_PER_MS = 1e6;
const CLOCK_SAMPLES = 3;

/** Bybit's part of the reference data: instruments, past candles, 24 h summaries, clock. */
export class BybitReference implements ReferenceData {
  readonly venue = 'BYBIT';
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
    const candles = answer.value.candles.map((row) => ({
      openMs: row.openMs,
      open: row.open / instrument.pxDivisor,
      high: row.high / instrument.pxDivisor,
      low: row.low / instrument.pxDivisor,
      close: row.close / instrument.pxDivisor,
      volumeBase: row.volumeQty * instrument.qtyScale,
    }));
    return ok(candles.reverse());
  }

  async fetchDayTickers(kind: 'spot' | 'perp'): Promise<Result<readonly DayTicker[], DomainError>> {
    const tickers = await getTickers(this.rest, productOf(kind));
    return tickers.ok ? ok(tickers.value.tickers) : tickers;
  }

  /** The best of three: the shortest round trip bounds the error of the offset most tightly. */
  async measureClock(): Promise<Result<{ readonly offsetMs: number; readonly roundTripMs: number }, DomainError>> {
    const { clock } = this.deps;
    let best: { readonly offsetMs: number; readonly roundTripMs: number } | null = null;
    for (let sample = 0; sample < CLOCK_SAMPLES; sample += 1) {
      const sentNs = clock.nowNs();
      const answer = await getTime(this.rest);
      const recvMs = clock.nowMs();
      if (!answer.ok) return best === null ? answer : ok(best);
      const roundTripMs = (clock.nowNs() - sentNs) / NS_PER_MS;
      if (best !== null && roundTripMs >= best.roundTripMs) continue;
      best = { offsetMs: answer.value.venueMs - (recvMs - roundTripMs / 2), roundTripMs };
    }
    if (best === null) throw new Error('Invariant: no clock sample and no error');
    return ok(best);
  }
}
