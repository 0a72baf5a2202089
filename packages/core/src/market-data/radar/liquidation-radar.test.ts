import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { buildDepth } from '../../domain/build-messages.fixture.ts';
import { LiquidationMessage, VENUES, type RadarReading } from '../../domain/index.ts';
import type { NormalisedLiquidation } from '../liquidation-ring.ts';
import { MarketStore } from '../market-store.ts';
import { buildEvent } from './build-event.fixture.ts';
import { LiquidationRadar } from './liquidation-radar.ts';
import type { RadarSettings } from './radar-settings.ts';

const T0 = 1_700_000_000_000;
/** BTCUSDT on the four venues, in the order of `VENUES`; then ETHUSDT, and a contract that pays in coins. */
const INSTRUMENTS = [
  ...VENUES.map((venue) => buildInstrument({ venue })),
  buildInstrument({ baseAsset: 'ETH' }),
  buildInstrument({ symbol: 'BTCUSD', isInverse: true }),
];
const [BINANCE, BYBIT, OKX, KUCOIN, ETH, INVERSE] = [0, 1, 2, 3, 4, 5] as const;

function radarWith(settings: Partial<RadarSettings> = {}): LiquidationRadar {
  return new LiquidationRadar({ instruments: INSTRUMENTS, settings });
}

function at(afterMs: number, over: Partial<NormalisedLiquidation> = {}): NormalisedLiquidation {
  return buildEvent({ recvMs: T0 + afterMs, ...over });
}

function counted(reading: RadarReading | null): RadarReading {
  if (reading === null) throw new Error('the event did not count');
  return reading;
}

describe('LiquidationRadar: windows', () => {
  it('sums a symbol and side over venues and keeps other sides and symbols out', () => {
    const radar = radarWith();
    radar.onLiquidation(at(0, { usd: 100 }));
    radar.onLiquidation(at(10, { ix: BYBIT, usd: 30, px: 101 }));
    radar.onLiquidation(at(20, { liquidatedSide: 'SHORT', usd: 7 }));
    radar.onLiquidation(at(30, { ix: ETH, usd: 1_000 }));
    const reading = counted(radar.onLiquidation(at(40, { ix: OKX, usd: 5, venueMs: 9 })));
    expect(reading).toMatchObject({
      symbol: 'BTCUSDT',
      liquidatedSide: 'LONG',
      atMs: T0 + 40,
      windowUsd: 135,
      windowCount: 3,
      firstMs: T0,
      eventUsd: 5,
      isLowerBound: false,
    });
    expect(reading.eventIds.at(-1)).toBe('OKX|BTCUSDT|LONG|9|100|2');
    expect(reading.eventIds).toHaveLength(3);
  });

  it('lets an event go exactly when it is as old as the window', () => {
    const radar = radarWith({ windowMs: 1_000 });
    radar.onLiquidation(at(0));
    expect(radar.onLiquidation(at(999))).toMatchObject({ windowCount: 2 });
    expect(radar.onLiquidation(at(1_000))).toMatchObject({ windowCount: 2, firstMs: T0 + 999 });
  });

  it('names the last 20 events of the window at most, newest last', () => {
    const radar = radarWith();
    let reading = null;
    for (let nth = 0; nth < 25; nth += 1) reading = radar.onLiquidation(at(nth, { venueMs: nth }));
    expect(counted(reading).eventIds).toHaveLength(20);
    expect(counted(reading).eventIds[19]).toContain('|24|');
  });

  it('shows a throttled burst as a lower bound, and no longer once it left the window', () => {
    const radar = radarWith();
    for (let nth = 0; nth < 3; nth += 1) {
      expect(radar.onLiquidation(at(nth * 1_000, { isLowerBound: true }))).toMatchObject({ isLowerBound: true });
    }
    expect(radar.onLiquidation(at(30_000, { ix: BYBIT }))).toMatchObject({ isLowerBound: true, windowCount: 4 });
    expect(radar.onLiquidation(at(90_000, { ix: BYBIT }))).toMatchObject({ isLowerBound: false, windowCount: 1 });
  });

  it.each([
    { name: 'an inferred event', event: at(0, { ix: KUCOIN, isInferred: true }), counter: 'inferred' },
    { name: 'a venue that is not enabled', event: at(0, { ix: OKX }), counter: 'disabledVenue' },
    { name: 'a contract that pays in coins', event: at(0, { ix: INVERSE }), counter: 'inverse' },
    { name: 'an event of no worth', event: at(0, { usd: 0 }), counter: 'worthless' },
    { name: 'an event of unknown worth', event: at(0, { usd: Number.NaN }), counter: 'worthless' },
  ] as const)('does not count $name, and says so', ({ event, counter }) => {
    const radar = radarWith({ venues: ['BINANCE', 'BYBIT', 'KUCOIN'] });
    expect(radar.onLiquidation(event)).toBeNull();
    expect(radar.counters).toMatchObject({ counted: 0, [counter]: 1 });
    expect(radar.readings(T0)).toEqual([]);
    expect(radar.cascades(T0)).toEqual([]);
  });

  it('shows sums as lower bounds until the window has been watched whole, and cascades that may be older', () => {
    const radar = radarWith({ windowMs: 60_000, cascadeGapMs: 5_000 });
    radar.watchFrom(T0);
    expect(counted(radar.onLiquidation(at(1_000))).isLowerBound).toBe(true);
    expect(radar.readings(T0 + 30_000)[0]?.isLowerBound).toBe(true);
    expect(radar.readings(T0 + 60_001)).toMatchObject([{ isLowerBound: false }]);
    expect(counted(radar.onLiquidation(at(59_999))).isLowerBound).toBe(true);
    expect(counted(radar.onLiquidation(at(60_000))).isLowerBound).toBe(false);
    expect(radar.cascades(T0 + 60_000).map(({ isLowerBound }) => isLowerBound)).toEqual([false, true]);
    radar.configure({ windowMs: 120_000 }, T0 + 70_000);
    expect(radar.readings(T0 + 70_000)[0]?.isLowerBound).toBe(true);
  });

  it('counts inferred events when asked to', () => {
    const reading = radarWith({ countInferred: true }).onLiquidation(at(0, { ix: KUCOIN, isInferred: true }));
    expect(reading).toMatchObject({ windowCount: 1 });
  });

  it('tells signed flows of both sides, forced buying positive', () => {
    const radar = radarWith();
    radar.onLiquidation(at(0, { usd: 1_000, liquidatedSide: 'SHORT' }));
    radar.onLiquidation(at(200_000, { usd: 100 }));
    expect(radar.onLiquidation(at(240_000, { usd: 10, liquidatedSide: 'SHORT' }))).toMatchObject({
      flow30Usd: 10,
      flow120Usd: -90,
      flow300Usd: 910,
    });
  });

  it('measures an event by the samples before it, and knows no percentile with fewer than 50', () => {
    const radar = radarWith({ windowMs: 10 });
    let last: RadarReading | null = null;
    for (let nth = 1; nth <= 101; nth += 1) {
      last = radar.onLiquidation(at(nth * 20, { usd: nth }));
      if (nth === 50) expect(last).toMatchObject({ samples: 49, windowP95Usd: Number.NaN, eventP95Usd: Number.NaN });
      if (nth === 51) expect(last).toMatchObject({ samples: 50, windowP95Usd: 48, windowP97Usd: 49, eventP95Usd: 48 });
    }
    expect(last).toMatchObject({ samples: 100, windowP95Usd: 95, windowP97Usd: 97, eventP95Usd: 95, windowUsd: 101 });
  });

  it('takes an event with an earlier time as of the newest one', () => {
    const radar = radarWith();
    radar.onLiquidation(at(5_000));
    expect(radar.onLiquidation(at(4_000))).toMatchObject({ atMs: T0 + 5_000, windowCount: 2 });
  });

  it('goes on with another window from what it still holds', () => {
    const radar = radarWith({ windowMs: 1_000 });
    radar.onLiquidation(at(0));
    radar.onLiquidation(at(2_000));
    radar.configure({ windowMs: 60_000 }, T0 + 2_000);
    expect(radar.onLiquidation(at(2_100))).toMatchObject({ windowMs: 60_000, windowCount: 3 });
    expect(() => radar.configure({ windowMs: 0 }, T0)).toThrow(/Invariant/);
  });

  it('begins the percentiles of sums anew with another width, and keeps those of single events', () => {
    const radar = radarWith({ windowMs: 10 });
    for (let nth = 1; nth <= 60; nth += 1) radar.onLiquidation(at(nth * 20, { usd: nth }));
    radar.configure({ windowMs: 60_000 }, T0 + 1_200);
    expect(radar.onLiquidation(at(1_220))).toMatchObject({ samples: 0, windowP95Usd: Number.NaN, eventP95Usd: 57 });
  });

  it('shows how every side stands without changing what follows', () => {
    const looked = radarWith();
    const left = radarWith();
    for (let nth = 0; nth < 30; nth += 1) {
      const event = at(nth * 7_000, { usd: nth + 1, liquidatedSide: nth % 3 === 0 ? 'SHORT' : 'LONG' });
      looked.readings(T0 + nth * 7_000 + 300_000);
      looked.cascades(T0 + nth * 7_000 + 300_000);
      expect(looked.onLiquidation(event)).toEqual(left.onLiquidation(event));
    }
    const now = T0 + 29 * 7_000 + 20_000;
    expect(looked.readings(now).map((reading) => [reading.liquidatedSide, reading.windowCount])).toEqual([
      ['LONG', 4],
      ['SHORT', 2],
    ]);
    expect(looked.readings(now + 60_000)).toEqual([]);
  });
});

describe('LiquidationRadar: cascades', () => {
  it('starts one at the first event, goes on over venues and ends it after the gap', () => {
    const radar = radarWith();
    radar.onLiquidation(at(0, { usd: 100 }));
    radar.onLiquidation(at(250, { ix: OKX, usd: 200 }));
    const { cascade } = counted(radar.onLiquidation(at(2_000, { ix: BYBIT, usd: 700 })));
    expect(cascade).toEqual({
      clusterId: '1',
      startedMs: T0,
      lastMs: T0 + 2_000,
      events: 3,
      usd: 1_000,
      usdPerS: 500,
      venues: ['BINANCE', 'BYBIT', 'OKX'],
      leadVenue: 'BINANCE',
      leadMs: 250,
      isRunning: true,
    });
    expect(radar.onLiquidation(at(7_000))).toMatchObject({ cascade: { clusterId: '1', events: 4 } });
    expect(radar.cascades(T0 + 12_000)).toMatchObject([{ isRunning: true }]);
    expect(radar.cascades(T0 + 12_001)).toMatchObject([{ isRunning: false }]);
    expect(radar.onLiquidation(at(12_001))).toMatchObject({
      cascade: { clusterId: '2', events: 1, leadMs: Number.NaN, usdPerS: 200 },
    });
    expect(radar.cascades(T0 + 12_001).map(({ clusterId }) => clusterId)).toEqual(['2', '1']);
  });

  it('counts two venues in one millisecond as a lead of nothing', () => {
    const radar = radarWith();
    radar.onLiquidation(at(0));
    expect(radar.onLiquidation(at(0, { ix: BYBIT }))).toMatchObject({ cascade: { leadVenue: 'BINANCE', leadMs: 0 } });
  });

  it('keeps the last 200', () => {
    const radar = radarWith();
    for (let nth = 0; nth < 250; nth += 1) radar.onLiquidation(at(nth * 6_000));
    const rows = radar.cascades(T0 + 2_000_000);
    expect([rows.length, rows[0]?.clusterId, rows[199]?.clusterId]).toEqual([200, '250', '51']);
  });

  it('remembers the farthest mid with the flow and the one 60 s after the last event', () => {
    let midPx = 1_000;
    const radar = new LiquidationRadar({ instruments: INSTRUMENTS, midPxOf: () => midPx });
    const moveTo = (px: number, afterMs: number): void => {
      midPx = px;
      radar.onBook(BINANCE, T0 + afterMs);
    };
    radar.onLiquidation(at(0));
    moveTo(999, 10);
    radar.onLiquidation(at(1_000));
    moveTo(995, 2_000);
    moveTo(Number.NaN, 3_000);
    moveTo(998, 60_000);
    expect(radar.cascades(T0 + 61_000)).toMatchObject([{ startPx: 1_000, afterBps: Number.NaN }]);
    moveTo(1_001, 61_000);
    moveTo(900, 61_001);
    const [row] = radar.cascades(T0 + 61_001);
    expect(row?.extremeBps).toBeCloseTo(-50, 8);
    expect(row?.afterBps).toBeCloseTo(10, 8);
  });

  it('knows no move without a book', () => {
    const radar = radarWith();
    radar.onLiquidation(at(0));
    radar.onBook(BINANCE, T0 + 5);
    expect(radar.cascades(T0 + 99_000)).toMatchObject([
      { startPx: Number.NaN, extremeBps: Number.NaN, afterBps: Number.NaN },
    ]);
  });

  it('tells for every two venues which one is first, by how much and how often', () => {
    const radar = radarWith();
    const cascades = [
      [BINANCE, BYBIT, 100],
      [BINANCE, BYBIT, 300],
      [BYBIT, BINANCE, 50],
      [BINANCE, BYBIT, 200],
    ] as const;
    for (const [nth, [first, second, lagMs]] of cascades.entries()) {
      radar.onLiquidation(at(nth * 60_000, { ix: first }));
      radar.onLiquidation(at(nth * 60_000 + lagMs, { ix: second }));
    }
    radar.onLiquidation(at(400_000, { ix: OKX }));
    expect(radar.leadLag()).toEqual([
      { leadVenue: 'BINANCE', lagVenue: 'BYBIT', medianMs: 150, firstFrac: 0.75, n: 4 },
    ]);
  });
});

describe('LiquidationRadar behind a store', () => {
  it('counts the events of a duplicated socket once, and those of a throttled venue as a lower bound', () => {
    const readings: RadarReading[] = [];
    const radar = radarWith();
    const store = new MarketStore(INSTRUMENTS, {
      isQuoteChecked: false,
      listener: {
        onTopChanged: () => undefined,
        onResyncNeeded: () => undefined,
        onLiquidation: (event) => void readings.push(counted(radar.onLiquidation(event))),
      },
    });
    store.onBookSnapshot(BINANCE, buildDepth([[1000, 1]], [[1001, 2]]), T0);
    const message = new LiquidationMessage();
    message.isLowerBound = true;
    for (const [afterMs, px] of [
      [0, 100],
      [1_000, 99],
      [2_000, 98],
    ] as const) {
      message.px = px;
      message.qty = 3;
      message.venueMs = T0 + afterMs;
      store.onLiquidation(BINANCE, message, T0 + afterMs + 40);
      store.onLiquidation(BINANCE, message, T0 + afterMs + 90);
    }
    expect(readings.map(({ windowUsd, windowCount, isLowerBound }) => [windowUsd, windowCount, isLowerBound])).toEqual([
      [300, 1, true],
      [597, 2, true],
      [891, 3, true],
    ]);
    expect(store.liquidations.duplicates).toBe(3);
    expect(store.liquidations.takeAll()).toHaveLength(3);
  });
});
