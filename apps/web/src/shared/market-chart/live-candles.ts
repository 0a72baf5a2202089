import type { Candle } from '../../ui/candle-chart.tsx';
import { formatChangePct, formatPx } from '../../lib/format.ts';

export interface LivePoint {
  readonly price: number;
  /** Epoch seconds. */
  readonly atS: number;
}

/**
 * Carries candles on with a pushed price: the newest one moves, or a next one begins; its volume is not known then.
 *
 * A price from before the newest candle changes nothing. All candles but the newest stay the same objects.
 */
export function withLivePrice(
  candles: readonly Candle[],
  timeframeS: number,
  point: LivePoint | null,
): readonly Candle[] {
  const last = candles.at(-1);
  if (!last || point === null || point.atS < last.timestamp) return candles;
  const openS = Math.floor(point.atS / timeframeS) * timeframeS;
  const { price } = point;
  if (openS > last.timestamp) {
    const next = {
      timestamp: openS,
      open: last.close,
      high: Math.max(last.close, price),
      low: Math.min(last.close, price),
      close: price,
      volume: null,
    };
    return [...candles, next];
  }
  const moved = { ...last, high: Math.max(last.high, price), low: Math.min(last.low, price), close: price };
  return [...candles.slice(0, -1), moved];
}

/** Gives the opening of the candle that a moment belongs to. */
export function candleOf(atS: number, timeframeS: number): number {
  return Math.floor(atS / timeframeS) * timeframeS;
}

/** Decimals that the prices of a list have: as many as the finest of them, at most eight. */
export function decimalsOf(candles: readonly Candle[]): number {
  const places = candles
    .slice(-30)
    .flatMap(({ open, close }) => [open, close])
    .map((px) => (String(px).includes('e') ? 8 : (String(px).split('.')[1]?.length ?? 0)));
  return Math.min(8, Math.max(0, ...places));
}

interface SummaryFacts {
  readonly symbol: string;
  readonly candles: readonly Candle[];
  /** Percent. */
  readonly change24h: number | null;
  readonly formatTime: (atS: number) => string;
}

/** Says the chart in one sentence: newest price, change of the day, lowest and highest price in sight and when. */
export function wordChart({ symbol, candles, change24h, formatTime }: SummaryFacts): string {
  const last = candles.at(-1);
  if (!last) return `${symbol}: no candles`;
  const low = candles.reduce((least, candle) => (candle.low < least.low ? candle : least), last);
  const high = candles.reduce((most, candle) => (candle.high > most.high ? candle : most), last);
  const change = change24h === null ? '' : `, ${formatChangePct(change24h)} in 24 h`;
  return `${symbol} ${formatPx(last.close)}${change}, low ${formatPx(low.low)} at ${formatTime(low.timestamp)}, high ${formatPx(high.high)} at ${formatTime(high.timestamp)}`;
}
