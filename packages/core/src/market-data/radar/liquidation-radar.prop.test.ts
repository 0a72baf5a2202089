import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { VENUES } from '../../domain/index.ts';
import type { NormalisedLiquidation } from '../liquidation-ring.ts';
import { buildEvent } from './build-event.fixture.ts';
import { LiquidationRadar } from './liquidation-radar.ts';

const T0 = 1_700_000_000_000;
const WINDOW_MS = 60_000;
const GAP_MS = 5_000;
const COUNTED_VENUES = ['BINANCE', 'BYBIT', 'KUCOIN'] as const;
const INSTRUMENTS = ['BTC', 'ETH'].flatMap((baseAsset) => VENUES.map((venue) => buildInstrument({ venue, baseAsset })));

const row = fc.record({
  ix: fc.oneof({ weight: 4, arbitrary: fc.nat({ max: 3 }) }, fc.nat({ max: INSTRUMENTS.length - 1 })),
  liquidatedSide: fc.constantFrom('LONG' as const, 'LONG' as const, 'SHORT' as const),
  // Some come with an earlier time than the one before.
  gapMs: fc.oneof(fc.integer({ min: -50, max: 900 }), fc.integer({ min: 4_900, max: 5_100 }), fc.nat({ max: 90_000 })),
  usd: fc.double({ min: 0.01, max: 1e7, noNaN: true }),
  isLowerBound: fc.boolean(),
  isInferred: fc.nat({ max: 9 }).map((n) => n === 0),
});

function eventsOf(rows: readonly (typeof row extends fc.Arbitrary<infer R> ? R : never)[]): NormalisedLiquidation[] {
  let recvMs = T0;
  return rows.map(({ gapMs, ...rest }) => buildEvent({ ...rest, recvMs: (recvMs += gapMs) }));
}

/** The same figures from the list of all events so far, in the plainest way. */
class NaiveRadar {
  private readonly seen: (NormalisedLiquidation & { readonly atMs: number; readonly symbol: string })[] = [];
  private readonly windows: { readonly name: string; readonly usd: number }[] = [];

  onLiquidation(event: NormalisedLiquidation) {
    const { venue, symbol } = INSTRUMENTS[event.ix]!;
    if (event.isInferred || !COUNTED_VENUES.some((one) => one === venue)) return null;
    const atMs = Math.max(event.recvMs, ...this.seen.map((one) => one.atMs));
    this.seen.push({ ...event, atMs, symbol });
    const { liquidatedSide } = event;
    const name = `${symbol} ${liquidatedSide}`;
    const same = this.seen.filter((one) => one.symbol === symbol && one.liquidatedSide === liquidatedSide);
    const inside = same.filter((one) => one.atMs > atMs - WINDOW_MS);
    const past = this.windows.filter((one) => one.name === name).map(({ usd }) => usd);
    const windowUsd = usdOf(inside);
    this.windows.push({ name, usd: windowUsd });
    const cascadeFrom = same.findLastIndex((one, nth) => nth === 0 || one.atMs - same[nth - 1]!.atMs > GAP_MS);
    return {
      atMs,
      windowUsd,
      windowCount: inside.length,
      firstMs: inside[0]?.atMs,
      isLowerBound: inside.some((one) => one.isLowerBound),
      windowP95Usd: percentile(past, 0.95),
      windowP97Usd: percentile(past, 0.97),
      flow30Usd: this.flow(symbol, atMs, 30_000),
      flow120Usd: this.flow(symbol, atMs, 120_000),
      flow300Usd: this.flow(symbol, atMs, 300_000),
      cascade: { startedMs: same[cascadeFrom]!.atMs, events: same.length - cascadeFrom },
    };
  }

  private flow(symbol: string, atMs: number, widthMs: number): number {
    const inside = this.seen.filter((one) => one.symbol === symbol && one.atMs > atMs - widthMs);
    const sideUsd = (side: string): number => usdOf(inside.filter((one) => one.liquidatedSide === side));
    return sideUsd('SHORT') - sideUsd('LONG');
  }
}

function usdOf(events: readonly { readonly usd: number }[]): number {
  return events.reduce((sum, { usd }) => sum + Math.round(usd * 10_000), 0) / 10_000;
}

function percentile(past: readonly number[], frac: number): number {
  if (past.length < 50) return Number.NaN;
  return past.toSorted((a, b) => a - b)[Math.ceil(frac * past.length) - 1]!;
}

describe('LiquidationRadar', () => {
  // Long streams, so that percentiles are known as well.
  test.prop([fc.array(row, { maxLength: 400, size: 'max' })], { numRuns: 25 })(
    'equals a radar that works everything out anew from all events, after each of them',
    (rows) => {
      const radar = new LiquidationRadar({ instruments: INSTRUMENTS, settings: { venues: COUNTED_VENUES } });
      const naive = new NaiveRadar();
      const events = eventsOf(rows);
      const expected = events.map((event) => naive.onLiquidation(event));
      expect(events.map((event) => radar.onLiquidation(event))).toMatchObject(expected);
    },
  );

  test.prop([fc.array(row, { maxLength: 60 })])('gives equal readings for equal streams', (rows) => {
    const run = (): unknown[] => {
      const radar = new LiquidationRadar({ instruments: INSTRUMENTS });
      return eventsOf(rows).map((event) => radar.onLiquidation(event));
    };
    expect(JSON.stringify(run())).toBe(JSON.stringify(run()));
  });
});
