import { beforeEach, describe, expect, it } from 'vitest';
import type { FundingSettlement } from '../../domain/index.ts';
import { CoreWorld, T0 } from './core-world.fixture.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Venues settle on full hours; the position is opened some minutes before the first. */
const FIRST_MS = T0 + 4 * HOUR_MS;
const SETTLEMENTS = [FIRST_MS, FIRST_MS + HOUR_MS];
const OPEN_MS = FIRST_MS - 5 * MINUTE_MS;
const ACCOUNT = 'BINANCE:paper';
const HISTORY: readonly FundingSettlement[] = SETTLEMENTS.map((venueMs) => ({
  venueMs: venueMs + 2,
  rateFrac: '0.0001',
  markPx: '60000.5',
}));

let world: CoreWorld;

beforeEach(() => {
  world = new CoreWorld(OPEN_MS);
});

/** Goes to a time while the feed tells the settlement that comes next. */
async function goTo(atMs: number): Promise<void> {
  while (world.clock.nowMs() < atMs) {
    const nextMs = SETTLEMENTS.find((ms) => ms > world.clock.nowMs()) ?? T0 + 12 * HOUR_MS;
    world.show(60_000, 60_001, nextMs);
    await world.pass(1_000);
    const target = Math.min(atMs, nextMs + 1_000);
    if (world.clock.nowMs() < target - 2_000) world.clock.advance(target - 2_000 - world.clock.nowMs());
  }
}

async function open(): Promise<void> {
  world.show(60_000, 60_001, SETTLEMENTS[0]);
  await world.start();
  expect(await world.trade()).toMatchObject({ ok: true });
  await world.pass(2_000);
}

/** Stops, lets the time pass with nobody watching, and starts again with the feed of that moment. */
async function sleepUntil(atMs: number): Promise<void> {
  await world.stop();
  world.clock.advance(atMs - world.clock.nowMs());
  world.show(60_000, 60_001, SETTLEMENTS.find((ms) => ms > atMs) ?? T0 + 12 * HOUR_MS);
  await world.start();
}

function bring(settlements: readonly FundingSettlement[] | null) {
  const [due] = world.running().view().fundingDue;
  if (due === undefined) throw new Error('no funding is due');
  const reason = settlements === null ? 'VENUE_UNREACHABLE' : null;
  const { account, instrumentId } = due;
  return world.during(world.running().call('book-funding', { account, instrumentId, settlements, reason }));
}

function money() {
  const view = world.running().view();
  const account = view.accounts.find((each) => each.account === ACCOUNT);
  return {
    cash: account?.cashUsd,
    funding: account?.fundingUsd,
    ofPosition: view.positions.map(({ fundingUsd }) => fundingUsd),
    venue: account?.balances.map(({ asset, total }) => `${asset} ${total}`),
    transfers: incomes().filter(({ kind }) => kind === 'transfer').length,
  };
}

function incomes() {
  return world.journal.records.flatMap((record) => (record.kind === 'income' ? [record.income] : []));
}

function events(name: string) {
  return world.journal.records.filter((record) => record.kind === 'event' && record.event === name);
}

describe('funding that falls into a stop', () => {
  for (const count of [1, 2]) {
    it(`leaves the same cash over ${count} settlements as without the restart`, async () => {
      const endMs = FIRST_MS + (count - 1) * HOUR_MS + 2 * MINUTE_MS;
      await open();
      await goTo(endMs);
      const watched = money();
      expect(watched.funding).toBe(String(-0.060_000_5 * count));

      world = new CoreWorld(OPEN_MS);
      await open();
      await sleepUntil(endMs);
      expect(money().funding).toBe('0');
      expect(await bring(HISTORY.slice(0, count))).toEqual({ ok: true, value: { booked: count, isComplete: true } });
      await world.pass(10_000);
      expect(money()).toEqual(watched);
      expect(incomes().map(({ venueMs }) => venueMs)).toEqual(HISTORY.slice(0, count).map(({ venueMs }) => venueMs));
      expect(events('funding_booked')).toHaveLength(1);
    });
  }

  it('is booked once, however often the history is brought and the engine started', async () => {
    await open();
    await sleepUntil(FIRST_MS + 10 * MINUTE_MS);
    await bring(HISTORY.slice(0, 1));
    expect(world.running().view().fundingDue).toEqual([]);
    await sleepUntil(FIRST_MS + 20 * MINUTE_MS);
    expect(await bring(HISTORY.slice(0, 1))).toEqual({ ok: true, value: { booked: 0, isComplete: true } });
    expect(incomes()).toHaveLength(1);
    expect(money().funding).toBe('-0.0600005');
  });

  it('leaves alone what was booked while running', async () => {
    await open();
    await goTo(FIRST_MS + MINUTE_MS);
    await sleepUntil(FIRST_MS + HOUR_MS + 10 * MINUTE_MS);
    expect(await bring(HISTORY)).toEqual({ ok: true, value: { booked: 1, isComplete: true } });
    expect(money().funding).toBe('-0.120001');
  });

  it('counts what was held then, not what is held when the history comes', async () => {
    await open();
    await sleepUntil(FIRST_MS + 10 * MINUTE_MS);
    expect(await world.trade({ qtyBase: '0.005' })).toMatchObject({ ok: true });
    await bring(HISTORY.slice(0, 1));
    expect(incomes().map(({ amount }) => amount)).toEqual(['-0.0600005']);
  });

  it('is told as missing once an hour and stays due until it is booked, and nothing is blocked by it', async () => {
    await open();
    await sleepUntil(FIRST_MS + 10 * MINUTE_MS);
    for (const settlements of [null, null, [{ ...(HISTORY[0] as FundingSettlement), markPx: null }]]) {
      expect(await bring(settlements)).toEqual({ ok: true, value: { booked: 0, isComplete: false } });
    }
    expect(events('funding_missing')).toMatchObject([{ severity: 'WARN', venues: ['BINANCE'] }]);
    expect(await world.trade({ qtyBase: '0.005' })).toMatchObject({ ok: true });
    await bring(HISTORY.slice(0, 1));
    expect(incomes()).toHaveLength(1);
    expect(world.running().view().fundingDue).toEqual([]);
  });

  it('waits until the venue has published the newest settlement', async () => {
    await open();
    await sleepUntil(FIRST_MS + 10_000);
    expect(world.running().view().fundingDue).toEqual([]);
    await world.pass(60_000);
    expect(world.running().view().fundingDue).toMatchObject([{ account: ACCOUNT }]);
  });

  it('asks for nothing where no settlement can have been missed', async () => {
    await open();
    await world.stop();
    await world.start();
    await world.pass(90_000);
    expect(world.running().view().fundingDue).toEqual([]);
  });
});
