import { ok, type Instrument } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { subscriptionFor } from '../../../test/kucoin/recording-sink.ts';
import type { JsonClient } from '../../kit/index.ts';
import { fetchCandles, mergeCandles } from './candle-history.ts';
import type { KucoinApis } from './rest-api.ts';

const NOW_MS = 1_795_768_215_123;

/** A venue whose every minute opens at its own number and trades ten lots. */
function minuteVenue(rowsMax: number) {
  const asked: URLSearchParams[] = [];
  const get = ({ url }: { readonly url: string }) => {
    const query = new URL(url).searchParams;
    asked.push(query);
    const first = Math.ceil(Number(query.get('from')) / 60_000);
    const last = Math.floor(Number(query.get('to')) / 60_000);
    const rows = Array.from({ length: Math.min(rowsMax, last - first + 1) }, (_, at) => {
      const minute = first + at;
      return [minute * 60_000, minute, minute + 2, minute - 2, minute + 1, 10];
    });
    return Promise.resolve(ok({ code: '200000', data: rows }));
  };
  const api = { baseUrl: 'https://futures.test', client: { get } as unknown as JsonClient };
  return { apis: { spot: api, futures: api } satisfies KucoinApis, asked };
}

const perp = (more: Partial<Instrument>): Instrument => subscriptionFor(0, 'XBTUSDTM', 1, more).instrument;

describe('fetchCandles', () => {
  it('pages back in windows the venue never cuts off', async () => {
    const { apis, asked } = minuteVenue(200);
    const candles = await fetchCandles(apis, {
      instrument: perp({ qtyScale: 0.001 }),
      timeframe: '1m',
      limit: 450,
      nowMs: NOW_MS,
    });
    const value = candles.ok ? candles.value : [];
    expect(value).toHaveLength(450);
    expect(asked).toHaveLength(3);
    for (const [at, candle] of value.entries()) expect(candle.openMs).toBe(value[0]!.openMs + at * 60_000);
    expect(value.at(-1)).toMatchObject({ openMs: 1_795_768_200_000, volumeBase: 0.01 });
  });

  it('builds the three minutes the venue does not have from ones', async () => {
    const { apis, asked } = minuteVenue(200);
    const candles = await fetchCandles(apis, { instrument: perp({}), timeframe: '3m', limit: 20, nowMs: NOW_MS });
    const value = candles.ok ? candles.value : [];
    expect(asked[0]!.get('granularity')).toBe('1');
    expect(value).toHaveLength(20);
    const [first] = value;
    const minute = first!.openMs / 60_000;
    expect(first).toEqual({
      openMs: first!.openMs,
      open: minute,
      high: minute + 4,
      low: minute - 2,
      close: minute + 3,
      volumeBase: 30,
    });
    expect(minute % 3).toBe(0);
  });

  it('divides prices by the multiplier in the name', async () => {
    const { apis } = minuteVenue(200);
    const instrument = perp({ pxDivisor: 1000, qtyScale: 10_000 });
    const candles = await fetchCandles(apis, { instrument, timeframe: '1m', limit: 1, nowMs: NOW_MS });
    const candle = candles.ok ? candles.value[0]! : null;
    expect(candle).toMatchObject({
      open: Math.floor(NOW_MS / 60_000) / 1000,
      volumeBase: 100_000,
    });
  });
});

describe('mergeCandles', () => {
  it('passes candles of the width through', () => {
    const rows = [0, 60_000].map((openMs) => ({ openMs, open: 1, high: 2, low: 1, close: 2, volumeQty: 3 }));
    expect(mergeCandles(rows, 60_000)).toEqual(rows);
  });
});
