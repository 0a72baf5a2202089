import type { Candle, Instrument } from '@riptide/core/domain';
import type { RestReading } from '../decoding.ts';

/** A candle in wire units. */
export type WireCandle = Extract<RestReading, { kind: 'candles' }>['candles'][number];

/** Returns a candle of the canonical asset. A size unit of an inverse contract is quote, worth 1/price of base. */
export function toCandle(row: WireCandle, { pxDivisor, qtyScale, isInverse }: Instrument): Candle {
  const close = row.close / pxDivisor;
  return {
    openMs: row.openMs,
    open: row.open / pxDivisor,
    high: row.high / pxDivisor,
    low: row.low / pxDivisor,
    close,
    volumeBase: isInverse ? (row.volumeQty * qtyScale) / close : row.volumeQty * qtyScale,
  };
}
