import {
  err,
  ok,
  type Candle,
  type DomainError,
  type Instrument,
  type Result,
  type Timeframe,
} from '@riptide/core/domain';
import { toCandle, type WireCandle } from '../../kit/index.ts';
import { futuresGranularity, productOf, timeframeMinutes } from '../enums.ts';
import { CANDLES_PER_CALL } from '../limits.ts';
import { getKlines as getFuturesKlines } from '../rest/futures.ts';
import { getKlines as getSpotKlines } from '../rest/spot.ts';
import type { KucoinApis } from './rest-api.ts';

const MS_PER_MINUTE = 60_000;
/** Pages one read fetches at most; what is older is left out. */
const PAGES_MAX = 10;

export interface CandleRequest {
  readonly instrument: Instrument;
  readonly timeframe: Timeframe;
  readonly limit: number;
  readonly nowMs: number;
}

/** Returns the newest `limit` candles, oldest first, page by page backwards. @errors those of the candle endpoints. */
export async function fetchCandles(
  apis: KucoinApis,
  request: CandleRequest,
): Promise<Result<readonly Candle[], DomainError>> {
  const { instrument, timeframe, limit, nowMs } = request;
  const isSpot = productOf(instrument.kind) === 'spot';
  const wireMinutes = isSpot ? timeframeMinutes(timeframe) : futuresGranularity(timeframe);
  const widthMs = timeframeMinutes(timeframe) * MS_PER_MINUTE;
  const pageMs = (isSpot ? CANDLES_PER_CALL.spot : CANDLES_PER_CALL.futures) * wireMinutes * MS_PER_MINUTE;
  const firstMs = Math.floor(nowMs / widthMs) * widthMs - (limit - 1) * widthMs;
  const byOpen = new Map<number, WireCandle>();
  let toMs = nowMs;
  for (let page = 0; page < PAGES_MAX && toMs >= firstMs; page += 1) {
    const fromMs = Math.max(firstMs, toMs - pageMs + wireMinutes * MS_PER_MINUTE);
    const query = { symbol: instrument.wireSymbol, timeframe, fromMs, toMs };
    const reading = isSpot ? await getSpotKlines(apis.spot, query) : await getFuturesKlines(apis.futures, query);
    if (!reading.ok) return err(reading.error);
    for (const candle of reading.value.candles) byOpen.set(candle.openMs, candle);
    // Nothing older: the listing is younger than what was asked for.
    if (reading.value.candles.length === 0) break;
    toMs = fromMs - 1;
  }
  const rows = [...byOpen.values()].sort((a, b) => a.openMs - b.openMs);
  return ok(
    mergeCandles(rows, widthMs)
      .slice(-limit)
      .map((row) => toCandle(row, instrument)),
  );
}

/** Returns candles of `widthMs` made from narrower ones, oldest first; candles of that width already pass unchanged. */
export function mergeCandles(rows: readonly WireCandle[], widthMs: number): readonly WireCandle[] {
  const merged: WireCandle[] = [];
  for (const row of rows) {
    const openMs = Math.floor(row.openMs / widthMs) * widthMs;
    const last = merged.at(-1);
    if (last?.openMs !== openMs) {
      merged.push({ ...row, openMs });
      continue;
    }
    merged[merged.length - 1] = {
      openMs,
      open: last.open,
      high: Math.max(last.high, row.high),
      low: Math.min(last.low, row.low),
      close: row.close,
      volumeQty: last.volumeQty + row.volumeQty,
    };
  }
  return merged;
}
