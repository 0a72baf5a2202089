import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { MarkMessage, ok, VENUES, type Instrument, type InstrumentId, type ReferenceData } from '@riptide/core/domain';
import { createHotEngine, type ArbitrageCalls, type HotEngine } from '@riptide/core/engine';
import { seededRandom, silentLog, systemClock, VirtualClock } from '@riptide/core/kernel';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import { buildVenues } from '../compose/build-venues.ts';
import { VenueReaders } from './venue-readers.ts';

/** The venues live in real time: seconds of the readers may not pass much faster than their requests are answered. */
const SOON = { timeout: 20_000, interval: 100 } as const;
/** Slow enough that a list is answered before its timeout, fast enough for the two minutes between two of them. */
const LIST_STEP_MS = 2_000;
const HOUR_MS = 3_600_000;
/** About what they cost in the simulator. */
const PEPE_PX = 0.0000112;
const BTC_PX = 64_000;
const SYMBOLS = ['BTCUSDT', 'PEPEUSDT'];

type Loans = ArbitrageCalls['borrow-rates']['request'];
type History = ArbitrageCalls['carry-history']['request'];

let sim: VenueSim;
let references: readonly ReferenceData[];
let followed: readonly Instrument[];
let hot: HotEngine;
let readers: VenueReaders;
const clock = new VirtualClock(Date.now());
const loans = new Map<string, Loans['rates']>();
const histories = new Map<InstrumentId, History['settlements']>();

beforeAll(async () => {
  sim = await startVenueSim({ seed: 3, mode: { kind: 'sim' } });
  const deps = { clock: systemClock(), random: seededRandom(3), log: silentLog() };
  references = buildVenues('sim', sim.baseUrls, deps).map(({ reference }) => reference);
  const lists = await Promise.all(references.map((reference) => reference.loadInstruments()));
  const listed = lists.flatMap((list) => (list.ok ? list.value : []));
  hot = createHotEngine({ instruments: listed.filter(({ symbol }) => SYMBOLS.includes(symbol)), clock });
  followed = [...hot.instruments];
  followed.forEach((instrument, ix) => {
    if (instrument.kind !== 'perp') return;
    const markPx = instrument.symbol === 'BTCUSDT' ? BTC_PX : PEPE_PX * instrument.pxDivisor;
    hot.sink.onMark(ix, Object.assign(new MarkMessage(), { markPx }), clock.nowMs());
  });
  readers = new VenueReaders({
    clock,
    log: silentLog(),
    keyOf: async (venue) => sim.firstKey(venue),
    command: (command) => hot.command(command),
    tell: async (name, request) => {
      if (name === 'borrow-rates') loans.set((request as Loans).venue, (request as Loans).rates);
      else histories.set((request as History).instrumentId, (request as History).settlements);
      return ok((name === 'borrow-rates' ? { known: 0 } : { isKnown: true }) as never);
    },
    onListed: () => undefined,
  });
  for (const reference of references) readers.addVenue(reference);
  readers.setFollowed(followed);
}, 30_000);
afterAll(async () => {
  readers.stop();
  await sim.stop();
});

/** Time of the readers passes in steps until something holds. */
async function until(holds: () => void, stepMs = 1_000): Promise<void> {
  await vi.waitFor(() => {
    clock.advance(stepMs);
    holds();
  }, SOON);
}

it('brings the loan rates of all four venues', async () => {
  await until(() => expect(loans.size).toBe(VENUES.length));
  for (const venue of VENUES) {
    expect(loans.get(venue)?.find(({ asset }) => asset === 'BTC')?.perHourFrac, venue).toBeCloseTo(0.00001, 9);
  }
});

it('brings thirty days of settled funding of every perp', async () => {
  const perps = followed.filter(({ kind }) => kind === 'perp');
  await until(() => expect(histories.size).toBe(perps.length));
  for (const { id, fundingIntervalHours } of perps) {
    const settlements = histories.get(id) ?? [];
    const wanted = (30 * 24) / (fundingIntervalHours ?? 8);
    expect(Math.abs(settlements.length - wanted), id).toBeLessThanOrEqual(1);
    expect(settlements[1]!.atMs - settlements[0]!.atMs, id).toBe((fundingIntervalHours ?? 8) * HOUR_MS);
  }
});

it('tells the hot side how far each venue lets the price of a perp go', async () => {
  const perps = followed.flatMap(({ kind }, ix) => (kind === 'perp' ? [ix] : []));
  await until(() => {
    for (const ix of perps) {
      const band = hot.store.terms.bandOf(ix);
      expect(band?.buyUpFrac, followed[ix]!.id).toBeGreaterThan(0.01);
      expect(band?.sellDownFrac, followed[ix]!.id).toBeGreaterThan(0.01);
    }
  });
});

it('halts at the hot side what a venue halts, and lets it go on, without a restart', async () => {
  const halted = followed.flatMap(({ kind, symbol }, ix) => (kind === 'perp' && symbol === 'BTCUSDT' ? [ix] : []));
  const halt = (isHalted: boolean): void => {
    for (const ix of halted) {
      const { venue, wireSymbol } = followed[ix]!;
      const control = sim.control(venue);
      control.haltInstrument(control.ixOf(wireSymbol, 'perp')!, isHalted);
    }
  };
  const stopped = (): number[] => followed.flatMap((_, ix) => (hot.store.isTrading(ix) ? [] : [ix]));
  halt(true);
  await until(() => expect(stopped()).toEqual(halted), LIST_STEP_MS);
  expect(halted.map((ix) => hot.instruments[ix]?.isTrading)).toEqual([false, false, false, false]);
  halt(false);
  await until(() => expect(stopped()).toEqual([]), LIST_STEP_MS);
});
