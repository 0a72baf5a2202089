import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DepthMessage, Instrument, MarketFeed, MarketSink, ReferenceData } from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { MarketStore } from '@riptide/core/market-data';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OkxSettings } from '../src/okx/config.ts';
import { createOkx } from '../src/okx/index.ts';

const DATA = process.env['REAL_DATA_DIR'] ?? join(import.meta.dirname, '../../../../shared/data');
const SEED = 7;
const SOON = { timeout: 15_000, interval: 50 } as const;

/** One adapter on one simulated venue, with the real store behind it. */
interface Scene {
  readonly sim: VenueSim;
  readonly reference: ReferenceData;
  readonly feed: MarketFeed;
  readonly store: MarketStore;
  readonly depths: { applied: number; checksummed: number };
  live(): number;
}
const open: Scene[] = [];

async function startScene(
  mode: Parameters<typeof startVenueSim>[0]['mode'],
  more: Partial<OkxSettings> = {},
  isWanted: (one: Instrument) => boolean = () => true,
): Promise<Scene> {
  const sim = await startVenueSim({ seed: SEED, mode });
  const target = { kind: 'simulator', baseUrl: sim.baseUrls.OKX } as const;
  const { reference, feed } = createOkx(
    { target, ...more },
    { clock: systemClock(), random: seededRandom(SEED), log: silentLog() },
  );
  const listed = await reference.loadInstruments();
  if (!listed.ok) throw new Error(`${listed.error.code} ${listed.error.detail}`);
  const store = new MarketStore(listed.value.filter(isWanted), {
    isQuoteChecked: true,
    listener: { onTopChanged: () => undefined, onResyncNeeded: (ix) => feed.resync(ix) },
  });
  const depths = { applied: 0, checksummed: 0 };
  const scene: Scene = {
    sim,
    reference,
    feed,
    store,
    depths,
    live: () => store.books.filter((book) => book.resetReason === null).length,
  };
  open.push(scene);
  feed.start(
    store.instruments.map((instrument, ix) => ({ ix, instrument, scale: store.scales[ix]! })),
    counting(store, depths),
  );
  return scene;
}

function counting(store: MarketStore, depths: Scene['depths']): MarketSink {
  const note = (depth: DepthMessage): void => {
    depths.applied += 1;
    if (depth.checksum !== 0 && !Number.isNaN(depth.checksum)) depths.checksummed += 1;
  };
  const sink: MarketSink = Object.create(store) as MarketStore;
  sink.onBookSnapshot = (ix, depth, recvMs) => {
    note(depth);
    store.onBookSnapshot(ix, depth, recvMs);
  };
  sink.onBookDelta = (ix, depth, recvMs) => {
    note(depth);
    store.onBookDelta(ix, depth, recvMs);
  };
  return sink;
}

afterEach(async () => {
  for (const { feed, sim } of open.splice(0)) {
    await feed.stop();
    await sim.stop();
  }
});

const SIM = { kind: 'sim' } as const;
const byTwenty = (): ((one: Instrument) => boolean) => {
  const left = { spot: 15, perp: 15, future: 0, option: 0 };
  return (one) => one.quoteAsset === 'USDT' && left[one.kind]-- > 0;
};
const allLive = (scene: Scene): Promise<void> =>
  vi.waitFor(() => expect(scene.live()).toBe(scene.store.instruments.length), SOON);
const resets = (scene: Scene): Record<string, number> => scene.store.bookCounters('OKX').resets;

describe('the OKX adapter over the simulated venue', () => {
  it('reads thirty books and their quotes by template, without a fault', async () => {
    const scene = await startScene(SIM, {}, byTwenty());
    await allLive(scene);
    const checks = (): number => scene.store.quoteChecks.reduce((sum, one) => sum + one.checks, 0);
    await vi.waitFor(() => {
      expect(scene.feed.status().decode.fast).toBeGreaterThan(1_000);
      expect(checks()).toBeGreaterThan(20);
    }, SOON);
    const { decode, connections } = scene.feed.status();
    expect(decode).toMatchObject({ malformed: 0, unknown: 0, gaps: 0, resyncs: 0, offTick: 0, stale: 0 });
    expect(resets(scene)['sequence-gap']).toBe(0);
    expect(connections.length).toBe(3);
    expect(
      connections.every(
        ({ state, topicsPending, topicsRejected }) => state === 'open' && topicsPending + topicsRejected === 0,
      ),
    ).toBe(true);
    expect(scene.store.quoteChecks.reduce((sum, one) => sum + one.mismatches, 0)).toBe(0);
    expect(decode.slow).toBeLessThan(50);
  });

  it('asks for a book channel again that is confirmed and says nothing', async () => {
    const scene = await startScene(SIM, { channelSilenceMs: 1_000 }, (one) => one.wireSymbol === 'BTC-USDT-SWAP');
    await allLive(scene);
    scene.sim.faults('OKX').frame({ kind: 'drop', topic: 'books:', wireSymbol: 'BTC-USDT-SWAP', count: 20 });
    await vi.waitFor(() => expect(resets(scene)['silent']).toBeGreaterThan(0), SOON);
    await allLive(scene);
    expect(scene.feed.status().decode.resyncs).toBeGreaterThan(0);
  });

  it('takes the book by REST when the channel brings no snapshot, and lives through a REST that hangs', async () => {
    const scene = await startScene(
      SIM,
      { snapshotWaitMs: 300, channelSilenceMs: 2_000 },
      (one) => one.wireSymbol === 'ETH-USDT-SWAP',
    );
    await allLive(scene);
    const faults = scene.sim.faults('OKX');
    faults.hangRest('/api/v5/market/books');
    // From here on nothing of the book arrives: neither the update that is missed first, nor the snapshot asked for then.
    faults.frame({ kind: 'drop', topic: 'books:', wireSymbol: 'ETH-USDT-SWAP', count: 1_000_000 });
    await vi.waitFor(() => expect(resets(scene)['silent']).toBeGreaterThan(0), SOON);
    await vi.waitFor(() => expect(scene.sim.counters('OKX').requests).toBeGreaterThan(3), SOON);
    const { applied } = scene.depths;
    faults.heal();
    await vi.waitFor(() => expect(scene.depths.applied).toBeGreaterThan(applied), { timeout: 25_000, interval: 50 });
  }, 60_000);

  it('loads instruments, candles, day figures and the clock', async () => {
    const scene = await startScene(SIM, {}, (one) => one.wireSymbol === 'BTC-USDT-SWAP');
    const { reference, store } = scene;
    const btc = store.instruments[0]!;
    expect(btc).toMatchObject({ symbol: 'BTCUSDT', settleAsset: 'USDT', isInverse: false });
    expect(btc.qtyScale).toBeLessThan(1);
    expect(btc.fundingIntervalHours).toBeGreaterThan(0);
    const candles = await reference.fetchCandles(btc, '1m', 700);
    if (!candles.ok) throw new Error(candles.error.detail);
    expect(candles.value.map(({ openMs }) => openMs)).toEqual(
      candles.value.map((_, at) => candles.value[0]!.openMs + at * 60_000),
    );
    expect(candles.value.length).toBe(700);
    for (const kind of ['spot', 'perp'] as const) expect((await reference.fetchDayTickers(kind)).ok).toBe(true);
    scene.sim.faults('OKX').skewClock(5_000);
    const clock = await reference.measureClock();
    expect(clock.ok && Math.abs(clock.value.offsetMs - 5_000)).toBeLessThan(500);
  });
});

const RECORDINGS = [
  { folder: 'okx-2021-07', books: 1504 },
  { folder: 'okx-2022-05', books: 290 },
] as const;

describe.each(RECORDINGS)('the OKX adapter over the recording $folder', ({ folder, books }) => {
  const from = join(DATA, 'replay', folder);
  if (!existsSync(from)) {
    it.skip(`needs the folder ${folder}`, () => undefined);
    return;
  }

  it('applies every book frame with the right checksum and finds no gap', async () => {
    const quiet = {
      dataSilenceMs: Number.POSITIVE_INFINITY,
      channelSilenceMs: Number.POSITIVE_INFINITY,
      snapshotWaitMs: 60_000,
    };
    const scene = await startScene(
      { kind: 'replay', folder: from, speed: Number.POSITIVE_INFINITY },
      { ...quiet, kinds: ['spot', 'perp', 'future', 'option'] },
    );
    await vi.waitFor(() => expect(scene.depths.applied).toBe(books), { timeout: 25_000, interval: 50 });
    expect(scene.depths.checksummed).toBe(books);
    expect(resets(scene)).toMatchObject({ 'checksum-mismatch': 0, 'sequence-gap': 0, 'off-tick': 0, crossed: 0 });
    expect(scene.feed.status().decode).toMatchObject({ slow: 0, malformed: 0, unknown: 0, offTick: 0, gaps: 0 });
  });
});
