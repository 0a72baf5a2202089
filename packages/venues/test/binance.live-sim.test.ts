import type { FeedSubscription, Instrument, MarketFeed, ReferenceData } from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBinance } from '../src/binance/index.ts';
import { CountingSink } from './binance/counting-sink.ts';

const SEED = 7;
/** BTC and ETH are busy in every seed; the rest makes the books many. */
const SYMBOLS_MAX = 15;

function decimalsOf(pxTick: string): number {
  return pxTick.split('.')[1]?.length ?? 0;
}

function subscriptionsOf(instruments: readonly Instrument[]): FeedSubscription[] {
  const perKind = (kind: string): Instrument[] =>
    instruments.filter((i) => i.kind === kind && i.quoteAsset === 'USDT').slice(0, SYMBOLS_MAX);
  return [...perKind('spot'), ...perKind('perp')].map((instrument, ix) => ({
    ix,
    instrument,
    scale: { pxDecimals: decimalsOf(instrument.pxTick) },
  }));
}

describe('the Binance adapter over the simulated venue', () => {
  let sim: VenueSim;
  let reference: ReferenceData;
  let feed: MarketFeed;
  let sink: CountingSink;
  let subscriptions: FeedSubscription[];

  async function start(silence = { dataSilenceMs: 15_000, channelSilenceMs: 90_000 }): Promise<void> {
    const deps = { clock: systemClock(), random: seededRandom(SEED), log: silentLog() };
    const target = { kind: 'simulator', baseUrl: sim.baseUrls.BINANCE } as const;
    ({ reference, feed } = createBinance({ target, ...silence }, deps));
    const loaded = await reference.loadInstruments();
    if (!loaded.ok) throw new Error(loaded.error.detail);
    subscriptions = subscriptionsOf(loaded.value);
    sink = new CountingSink(subscriptions);
    feed.start(subscriptions, sink);
  }

  const allLive = (timeout = 8_000): Promise<void> =>
    vi.waitFor(() => expect(sink.live).toBe(subscriptions.length), { timeout, interval: 50 });
  const ixOf = (wireSymbol: string, kind: string): number =>
    subscriptions.findIndex(({ instrument }) => instrument.wireSymbol === wireSymbol && instrument.kind === kind);
  const resetsOf = (reason: string): number => sink.resets.filter((reset) => reset.reason === reason).length;

  beforeEach(async () => {
    sim = await startVenueSim({ seed: SEED, mode: { kind: 'sim' } });
  });

  afterEach(async () => {
    await feed.stop();
    await sim.stop();
  });

  it('loads instruments of both products with their multipliers and funding intervals', async () => {
    await start();
    const loaded = await reference.loadInstruments();
    if (!loaded.ok) throw new Error(loaded.error.detail);
    const pepe = loaded.value.find((i) => i.wireSymbol === '1000PEPEUSDT' && i.kind === 'perp');
    expect(pepe).toMatchObject({ symbol: 'PEPEUSDT', baseAsset: 'PEPE', qtyScale: 1000, pxDivisor: 1000 });
    const perps = loaded.value.filter((i) => i.kind === 'perp');
    expect(perps.length).toBeGreaterThan(30);
    expect(perps.every((i) => i.fundingIntervalHours !== null)).toBe(true);
  });

  it('answers candles, day tickers and the clock in canonical units', async () => {
    await start();
    const { instrument } = subscriptions[ixOf('BTCUSDT', 'perp')] as FeedSubscription;
    const candles = await reference.fetchCandles(instrument, '1m', 1_200);
    if (!candles.ok) throw new Error(candles.error.detail);
    expect(candles.value).toHaveLength(1_200);
    candles.value.slice(1).forEach((candle, n) => {
      expect(candle.openMs - (candles.value[n]?.openMs ?? 0)).toBe(60_000);
    });
    for (const kind of ['spot', 'perp'] as const) {
      const tickers = await reference.fetchDayTickers(kind);
      expect(tickers.ok && tickers.value.length).toBeGreaterThan(30);
    }
    sim.faults('BINANCE').skewClock(5_000);
    const clock = await reference.measureClock();
    if (!clock.ok) throw new Error(clock.error.code);
    expect(Math.abs(clock.value.offsetMs - 5_000)).toBeLessThan(500);
  });

  it('keeps thirty books without a fault, agreeing with every best quote', async () => {
    await start();
    await allLive();
    const perps = subscriptions.filter(({ instrument }) => instrument.kind === 'perp');
    await vi.waitFor(
      () => {
        expect(sink.checked).toBeGreaterThan(100);
        expect(Math.min(sink.trades, sink.tickers)).toBeGreaterThan(0);
        expect(sink.marks.size).toBe(perps.length);
      },
      { timeout: 20_000, interval: 100 },
    );
    const { decode, connections } = feed.status();
    expect(decode).toMatchObject({ malformed: 0, unknown: 0, gaps: 0, offTick: 0, resyncs: 0 });
    expect(sink.resets).toEqual([]);
    expect(sink.crossed).toBe(0);
    expect(sink.mismatches).toBe(0);
    for (const { ix } of perps) expect(sink.marks.get(ix)?.markPx).toBeGreaterThan(0);
    expect(connections.map(({ name }) => name)).toEqual([
      'binance-spot-1',
      'binance-perp-public-1',
      'binance-perp-market-1',
    ]);
    expect(
      connections.every(
        ({ state, topicsPending, topicsRejected }) => state === 'open' && topicsPending + topicsRejected === 0,
      ),
    ).toBe(true);
  });

  it('subscribes a depth channel anew that went silent while others deliver', async () => {
    await start({ dataSilenceMs: 15_000, channelSilenceMs: 2_000 });
    await allLive();
    sim.faults('BINANCE').frame({ kind: 'drop', topic: 'btcusdt@depth@100ms', wireSymbol: 'BTCUSDT', count: 60 });
    await vi.waitFor(() => expect(resetsOf('silent')).toBeGreaterThan(0), { timeout: 10_000 });
    await vi.waitFor(() => expect(sink.books.get(ixOf('BTCUSDT', 'perp'))?.isLive).toBe(true), { timeout: 15_000 });
  });

  it('starts its books late when REST does not answer at first', async () => {
    sim.faults('BINANCE').failRest('/usdm/fapi/v1/depth', 503, 'busy', 10);
    await start();
    const perps = subscriptions.filter(({ instrument }) => instrument.kind === 'perp');
    await vi.waitFor(() => expect(sink.live).toBeGreaterThanOrEqual(subscriptions.length - perps.length), {
      timeout: 8_000,
    });
    await allLive(15_000);
  });

  it('reads prices finer than the scale it was given once the receiver agrees', async () => {
    const deps = { clock: systemClock(), random: seededRandom(SEED), log: silentLog() };
    ({ reference, feed } = createBinance(
      { target: { kind: 'simulator', baseUrl: sim.baseUrls.BINANCE }, dataSilenceMs: 15_000, channelSilenceMs: 90_000 },
      deps,
    ));
    const loaded = await reference.loadInstruments();
    if (!loaded.ok) throw new Error(loaded.error.detail);
    subscriptions = subscriptionsOf(loaded.value)
      .slice(-2)
      .map((subscription, ix) => ({ ...subscription, ix, scale: { pxDecimals: 0 } }));
    sink = new CountingSink(subscriptions);
    feed.start(subscriptions, sink);
    await vi.waitFor(() => expect(sink.raised.length).toBeGreaterThan(0), { timeout: 8_000 });
    await allLive();
    expect(resetsOf('off-tick')).toBeGreaterThan(0);
    expect(feed.status().decode.offTick).toBeGreaterThan(0);
  });
});
