import type { FeedSubscription, Instrument, MarketFeed, ReferenceData } from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKucoin } from '../src/kucoin/index.ts';
import { MapSink } from './kucoin/map-book.ts';

/** The adapter against the simulated venue, over real sockets on loopback. */

const WAIT = { timeout: 20_000, interval: 50 } as const;
const PERPS = 14;
const SPOTS = 10;

function decimalsOf(tick: string): number {
  return tick.split('.')[1]?.length ?? 0;
}

function subscribe(instruments: readonly Instrument[]): readonly FeedSubscription[] {
  const perps = instruments.filter(({ kind }) => kind === 'perp').slice(0, PERPS);
  const spots = instruments.filter(({ kind }) => kind === 'spot').slice(0, SPOTS);
  return [...perps, ...spots].map((instrument, ix) => ({
    ix,
    instrument,
    scale: { pxDecimals: decimalsOf(instrument.pxTick) },
  }));
}

describe('KuCoin against the simulator', () => {
  let sim: VenueSim;
  let reference: ReferenceData;
  let feed: MarketFeed;
  let sink: MapSink;
  let subscriptions: readonly FeedSubscription[];

  beforeAll(async () => {
    sim = await startVenueSim({ seed: 7, mode: { kind: 'sim' } });
  });

  afterAll(() => sim.stop());

  function create(channelSilenceMs: number): void {
    const target = { kind: 'simulator', baseUrl: sim.baseUrls.KUCOIN } as const;
    const deps = { clock: systemClock(), random: seededRandom(3), log: silentLog() };
    ({ reference, feed } = createKucoin({ target, dataSilenceMs: 3_000, channelSilenceMs }, deps));
  }

  beforeEach(async () => {
    create(Number.POSITIVE_INFINITY);
    const instruments = await reference.loadInstruments();
    if (!instruments.ok) throw new Error(instruments.error.detail);
    subscriptions = subscribe(instruments.value);
    sink = new MapSink();
    feed.start(subscriptions, sink);
    await vi.waitFor(() => expect(sink.liveCount).toBe(PERPS + SPOTS), WAIT);
  });

  afterEach(async () => {
    sim.faults('KUCOIN').heal();
    await feed.stop();
  });

  /** Waits until every listed book is live again and has moved on. */
  async function recovered(ixs: readonly number[]): Promise<void> {
    const before = ixs.map((ix) => sink.book(ix).deltas);
    await vi.waitFor(() => {
      for (const [at, ix] of ixs.entries()) {
        expect(sink.book(ix).isLive).toBe(true);
        expect(sink.book(ix).deltas).toBeGreaterThan(before[at]!);
      }
    }, WAIT);
  }

  const all = (): readonly number[] => subscriptions.map(({ ix }) => ix);
  const busiest = (): FeedSubscription => subscriptions.find(({ instrument }) => instrument.wireSymbol === 'XBTUSDTM')!;

  it('keeps every book in step, quote by quote, with its funding schedule', async () => {
    await vi.waitFor(() => {
      expect(sink.quoteChecks.checked).toBeGreaterThan(100);
      expect(sink.counts.trades).toBeGreaterThan(0);
      expect(sink.counts.tickers).toBeGreaterThan(PERPS + SPOTS);
      expect(sink.nextFundingMs.size).toBe(PERPS);
    }, WAIT);
    const { decode, connections } = feed.status();
    const { malformed, unknown, gaps, resyncs, slow, offTick } = decode;
    expect({ malformed, unknown, gaps, slow, offTick }).toEqual({
      malformed: 0,
      unknown: 0,
      gaps: 0,
      slow: 0,
      offTick: 0,
    });
    // A first snapshot may be older than the first frame and is then asked for again.
    expect(resyncs).toBeLessThanOrEqual(PERPS + SPOTS);
    expect(sink.resetCount).toBe(0);
    expect(sink.quoteChecks.mismatches).toBe(0);
    for (const ix of all()) expect(sink.book(ix).isCrossed).toBe(false);
    expect(sink.counts.liquidations).toBe(0);
    expect(connections.map(({ topicsConfirmed, topicsRejected }) => [topicsConfirmed, topicsRejected])).toEqual([
      [SPOTS * 4, 0],
      [PERPS * 5, 0],
    ]);
  });

  it('subscribes a depth channel anew that brings nothing while the others do', async () => {
    await feed.stop();
    create(1_500);
    sink = new MapSink();
    feed.start([busiest()], sink);
    const { ix, instrument } = busiest();
    await vi.waitFor(() => expect(sink.book(ix).isLive).toBe(true), WAIT);
    const where = { topic: '/contractMarket/level2', wireSymbol: instrument.wireSymbol };
    sim.faults('KUCOIN').frame({ kind: 'drop', ...where, count: 400 });
    await vi.waitFor(() => expect(sink.book(ix).resets).toContain('silent'), WAIT);
    await recovered([ix]);
    expect(feed.status().connections[0]).toMatchObject({ reconnects: 0, topicsRejected: 0 });
    expect(sink.quoteChecks.mismatches).toBe(0);
  });

  it('keeps trying when snapshots fail and recovers when they are answered again', async () => {
    const { ix } = busiest();
    sim.faults('KUCOIN').failRest('/futures/api/v1/level2/snapshot', 500, '{"code":"500000","msg":"busy"}', 4);
    const before = feed.status().decode.resyncs;
    feed.resync(ix);
    expect(sink.book(ix).isLive).toBe(false);
    await recovered([ix]);
    expect(feed.status().decode.resyncs).toBeGreaterThan(before);
  });

  it('reads candles, tickers and the clock', async () => {
    const perp = busiest().instrument;
    const spot = subscriptions.find(({ instrument }) => instrument.wireSymbol === 'BTC-USDT')!.instrument;
    for (const [instrument, timeframe] of [
      [perp, '1m'],
      [perp, '3m'],
      [spot, '1m'],
      [spot, '1h'],
    ] as const) {
      const candles = await reference.fetchCandles(instrument, timeframe, 24);
      if (!candles.ok) throw new Error(candles.error.detail);
      expect(candles.value).toHaveLength(24);
      const opens = candles.value.map(({ openMs }) => openMs);
      expect(opens).toEqual([...opens].sort((a, b) => a - b));
      for (const { open, high, low, close } of candles.value) {
        expect(high).toBeGreaterThanOrEqual(Math.max(open, close));
        expect(low).toBeLessThanOrEqual(Math.min(open, close));
      }
    }
    for (const kind of ['spot', 'perp'] as const) {
      const tickers = await reference.fetchDayTickers(kind);
      expect(tickers.ok && tickers.value.length).toBeGreaterThan(20);
    }
    const clock = await reference.measureClock();
    expect(clock.ok && Math.abs(clock.value.offsetMs)).toBeLessThan(1_000);
  });
});
