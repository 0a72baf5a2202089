import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { MarketFeed } from '@riptide/core/domain';
import { createHotEngine, type HotEngine } from '@riptide/core/engine';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import { buildVenues } from '../compose/build-venues.ts';

const SOON = { timeout: 20_000, interval: 20 } as const;
const TICK_MS = 100;
const SYMBOL = 'ETHUSDT';

const clock = systemClock();
let sim: VenueSim;
let hot: HotEngine;
let feeds: readonly MarketFeed[];
let ticking: ReturnType<typeof clock.every>;

beforeAll(async () => {
  sim = await startVenueSim({ seed: 11, mode: { kind: 'sim' } });
  const venues = buildVenues('sim', sim.baseUrls, { clock, random: seededRandom(3), log: silentLog() });
  const lists = await Promise.all(venues.map(({ reference }) => reference.loadInstruments()));
  const listed = lists.flatMap((list) => (list.ok ? list.value : []));
  hot = createHotEngine({ instruments: listed.filter(({ symbol }) => symbol === SYMBOL), clock });
  feeds = venues.map(({ feed }) => feed);
  for (const feed of feeds) {
    const own = hot.instruments.flatMap((instrument, ix) =>
      instrument.venue === feed.venue ? [{ ix, instrument, scale: hot.scales[ix]! }] : [],
    );
    feed.start(own, hot.sink);
  }
  // Every pair is on the list, however little it would earn.
  hot.command({
    kind: 'start-scanner',
    minEntryNetBps: -5_000,
    maxPositionUsd: 1_000,
    venues: ['BINANCE', 'BYBIT', 'OKX', 'KUCOIN'],
  });
  ticking = clock.every(TICK_MS, () => hot.tick());
}, 30_000);
afterAll(async () => {
  ticking.cancel();
  await Promise.all(feeds.map((feed) => feed.stop()));
  await sim.stop();
});

it.each([
  ['BINANCE', 'perp', 1_000],
  ['OKX', 'perp', 1_000],
  ['OKX', 'spot', 1_000],
  // The snapshot that tells it comes every 2 s.
  ['KUCOIN', 'spot', 3_000],
] as const)('blocks every pair of a halted instrument at %s (%s) within %i ms', async (venue, kind, withinMs) => {
  const id = `${SYMBOL}.${kind.toUpperCase()}.${venue}`;
  const rows = () => hot.scanner.rows().filter(({ pair }) => pair.buy.id === id || pair.sell.id === id);
  const isHalted = (): boolean[] => rows().map(({ policyReason }) => policyReason?.includes('is halted') === true);
  await vi.waitFor(() => expect(isHalted()).toContain(false), SOON);
  const control = sim.control(venue);
  const instrument = hot.instruments.find((one) => one.id === id)!;
  const ix = control.ixOf(instrument.wireSymbol, kind)!;
  const haltedMs = clock.nowMs();
  control.haltInstrument(ix, true);
  await vi.waitFor(
    () => {
      expect(isHalted()).not.toContain(false);
      expect(rows().map(({ policy }) => policy)).not.toContain('executable');
    },
    { timeout: withinMs, interval: 5 },
  );
  expect(clock.nowMs() - haltedMs).toBeLessThanOrEqual(withinMs + TICK_MS);
  control.haltInstrument(ix, false);
  await vi.waitFor(() => expect(isHalted()).toContain(false), SOON);
});
