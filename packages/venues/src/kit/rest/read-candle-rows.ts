import type { RestReading } from '../decoding.ts';
import { listOf, numberOf } from './json-values.ts';

/** Reads `[[openMs, open, high, low, close, volume, …],…]` in the order sent; null when a row can't be read. */
export function readCandleRows(value: unknown): Extract<RestReading, { kind: 'candles' }> | null {
  const rows = listOf(value);
  if (rows === null) return null;
  const candles: Extract<RestReading, { kind: 'candles' }>['candles'][number][] = [];
  for (const row of rows) {
    const cells = listOf(row);
    const [openMs, open, high, low, close, volumeQty] = [0, 1, 2, 3, 4, 5].map((at) =>
      numberOf(cells?.[at]),
    ) as SixNumbers;
    if (Number.isNaN(openMs + open + high + low + close + volumeQty)) return null;
    candles.push({ openMs, open, high, low, close, volumeQty });
  }
  return { kind: 'candles', candles };
}

type SixNumbers = [number, number, number, number, number, number];
