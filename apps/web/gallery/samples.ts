import type { Candle } from '../src/ui/candle-chart.tsx';

/** Epoch seconds of the moment the page was opened; every sample time counts from it. */
export const startedS = Math.floor(Date.now() / 1000);

const wave = (at: number, length: number): number => Math.sin(at / length) + Math.sin(at / (length * 2.7)) / 2;

/** A line of values, oldest first. */
export const SPARK: readonly number[] = Array.from({ length: 40 }, (_, at) => 100 + at / 4 + 6 * wave(at, 3));

/** A day of five-minute times, epoch seconds, with an equity line over them that has a gap. */
export const DAY_S: readonly number[] = Array.from({ length: 288 }, (_, at) => startedS - (288 - at) * 300);
export const EQUITY: readonly (number | null)[] = DAY_S.map((_, at) =>
  at > 180 && at < 192 ? null : 40_000 + at * 9 + 420 * wave(at, 14),
);
export const COST: readonly number[] = DAY_S.map((_, at) => 40_300 + at * 6);

/** Two hours of one-minute candles; the volume of some is not known. */
export const CANDLES: readonly Candle[] = Array.from({ length: 120 }, (_, at) => {
  const open = 91_000 + 180 * wave(at, 9);
  const close = 91_000 + 180 * wave(at + 1, 9);
  return {
    timestamp: Math.floor(startedS / 60) * 60 - (120 - at) * 60,
    open,
    close,
    high: Math.max(open, close) + 24,
    low: Math.min(open, close) - 24,
    volume: at % 17 === 0 ? null : 20 + 10 * Math.abs(wave(at, 4)),
  };
});

export interface SampleRow {
  readonly id: string;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly px: number;
  readonly pnl: number | null;
}

const SYMBOLS = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'XRPUSDT', 'DOGEUSDT', '1000PEPEUSDT', 'SUIUSDT'];

/** As many rows as asked for; each seventh has an unknown P&L. */
export function sampleRows(count: number): readonly SampleRow[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `row-${at}`,
    symbol: SYMBOLS[at % SYMBOLS.length] ?? 'BTCUSDT',
    side: at % 2 === 0 ? 'long' : 'short',
    px: 91_482.3 / (1 + (at % 11) ** 2),
    pnl: at % 7 === 6 ? null : Math.round(5000 * wave(at, 2)) / 100,
  }));
}
