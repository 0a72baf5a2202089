import type { Instrument, MarketFeed, ReferenceData } from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { MarketStore } from '@riptide/core/market-data';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BybitSettings } from '../src/bybit/config.ts';
import { createBybit } from '../src/bybit/index.ts';

const SEED = 7;
const SOON = { timeout: 15_000, interval: 50 } as const;
const BTC = (one: Instrument): boolean => one.wireSymbol === 'BTCUSDT' && one.kind === 'perp';

describe('the Bybit adapter over the simulated venue', () => {
  let sim: VenueSim;
  let reference: ReferenceData;
  let feed: MarketFeed;
  let store: MarketStore;

  beforeEach(async () => {
    sim = await startVenueSim({ seed: SEED, mode: { kind: 'sim' } });
  });

  afterEach(async () => {
    await feed.stop();
    await sim.stop();
  });

  async function start(
    isWanted: (one: Instrument) => boolean,
    more: Partial<BybitSettings> = {},
    addition: readonly Instrument[] = [],
  ): Promise<void> {
    const target = { kind: 'simulator', baseUrl: sim.baseUrls.BYBIT } as const;
    const deps = { clock: systemClock(), random: seededRandom(SEED), log: silentLog() };
    ({ reference, feed } = createBybit({ target, ...more }, deps));
    const listed = await reference.loadInstruments();
    if (!listed.ok) throw new Error(listed.error.detail);
    store = new MarketStore([...listed.value.filter(isWanted), ...addition], {
      isQuoteChecked: true,
      listener: { onTopChanged: () => undefined, onResyncNeeded: (ix) => feed.resync(ix) },
    });
    feed.start(
      store.instruments.map((instrument, ix) => ({ ix, instrument, scale: store.scales[ix]! })),
      store,
    );
  }

  const live = (): number => store.books.filter((book) => book.resetReason === null).length;
  const resets = (): Record<string, number> => store.bookCounters('BYBIT').resets;
  const allLive = (): Promise<void> => vi.waitFor(() => expect(live()).toBe(store.instruments.length), SOON);

  it('shares the instruments of each product over connections of its own', async () => {
    const left = { spot: 4, perp: 7, future: 0, option: 0 };
    await start((one) => one.quoteAsset === 'USDT' && left[one.kind]-- > 0, { instrumentsPerConnection: 3 });
    await allLive();
    const confirmed = (): unknown[] =>
      feed.status().connections.map(({ name, topicsConfirmed }) => [name, topicsConfirmed]);
    const expected = [
      ['bybit-spot-public-1', 12],
      ['bybit-spot-public-2', 4],
      ['bybit-linear-public-1', 15],
      ['bybit-linear-public-2', 15],
      ['bybit-linear-public-3', 5],
    ];
    await vi.waitFor(() => expect(confirmed()).toEqual(expected), SOON);
    expect(feed.status().decode).toMatchObject({ malformed: 0, unknown: 0, gaps: 0, offTick: 0, slow: 0 });
  });

  it('asks for a book channel again that is confirmed and says nothing', async () => {
    await start(BTC, { channelSilenceMs: 1_000 });
    await allLive();
    sim.faults('BYBIT').frame({ kind: 'drop', topic: 'orderbook.50', wireSymbol: 'BTCUSDT', count: 20 });
    await vi.waitFor(() => expect(resets()['silent']).toBeGreaterThan(0), SOON);
    await allLive();
    expect(feed.status().decode.resyncs).toBeGreaterThan(0);
    expect(feed.status().connections.every(({ reconnects }) => reconnects === 0)).toBe(true);
  });

  it('follows the others when the venue refuses a message for one bad symbol', async () => {
    await start(BTC);
    await allLive();
    const [btc] = store.instruments;
    await feed.stop();
    await start(BTC, {}, [{ ...btc!, id: 'NOSUCHUSDT.PERP.BYBIT', symbol: 'NOSUCHUSDT', wireSymbol: 'NOSUCHUSDT' }]);
    await vi.waitFor(() => {
      const [connection] = feed.status().connections;
      expect([live(), connection?.topicsConfirmed, connection?.topicsRejected, connection?.topicsPending]).toEqual([
        1, 5, 5, 0,
      ]);
    }, SOON);
  });
});
