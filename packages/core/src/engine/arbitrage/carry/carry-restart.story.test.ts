import { describe, expect, it } from 'vitest';
import { decimal, toDecimalString, ZERO, type CarryRound } from '../../../domain/index.ts';
import { crashPoints } from '../../trading/crash-points.fixture.ts';
import { CarryWorld, HOUR_MS, PERP_BINANCE, PERP_BYBIT, T0 } from './carry-world.fixture.ts';

/** `npm run prove -- restarts` takes every record. */
const POINTS = 12;
const SETTLE_MS = T0 + 2 * HOUR_MS;
const RESULT = {
  priceUsd: '-0.002',
  feesUsd: '1.26000105',
  fundingUsd: '1.86',
  borrowUsd: '0',
  netUsd: '0.59799895',
  netBps: 9.9666,
};

function openOf(world: CarryWorld): CarryRound | undefined {
  return world.fold.state.carry.open()[0];
}

/** A person who wants one round over one settlement of both venues, and asks again when a crash took the answer away. */
async function live(crashAfter: number | null): Promise<CarryWorld> {
  const world = new CarryWorld({ startMs: SETTLE_MS - 75_000 });
  world.show({}, { [PERP_BYBIT]: -1 });
  world.crashAfter = crashAfter;
  await world.start();
  await world.pass(1_000);
  for (let asked = 0; asked < 6 && openOf(world)?.state !== 'ready'; asked += 1) {
    // What does not come to stand is given up and asked for again.
    const stuck = openOf(world);
    world.set({ pairCooldownMs: 0, failureCooldownMs: 0 });
    if (stuck === undefined) await world.execute();
    else await world.close(stuck.roundId);
    await world.pass(2_000);
  }
  await world.pass(SETTLE_MS - world.clock.nowMs() + 5_000);
  // What fell into the stop is booked from the venue's history, which tells it a minute after the hour.
  if (openOf(world)?.settlements !== 2) await world.pass(75_000);
  for (let asked = 0; asked < 3 && openOf(world) !== undefined; asked += 1) {
    await world.close(openOf(world)?.roundId ?? '');
    await world.pass(3_000);
  }
  return world;
}

describe('a carry round over a restart', () => {
  it('ends the same after a crash behind any record', async () => {
    const calm = await live(null);
    expect(calm.round()).toMatchObject({ state: 'closed', settlements: 2, result: RESULT });
    const records = calm.journal.records.length;
    expect(records).toBeGreaterThan(30);
    for (const crashAfter of crashPoints(1, records, POINTS)) {
      const world = await live(crashAfter);
      const about = `after record ${crashAfter}, ${calm.journal.records[crashAfter - 1]?.kind ?? '—'}`;
      const rounds = world.fold.state.carry.all();
      const closed = rounds.filter(({ state }) => state === 'closed');
      expect(world.crashes, about).toBe(1);
      expect(closed, about).toHaveLength(1);
      expect(closed[0], about).toMatchObject({ settlements: 2, result: RESULT });
      // What else was asked for was not opened; what it cost to take a leg back is in its result.
      expect(rounds.filter(({ state }) => state === 'failed').length, about).toBe(rounds.length - 1);
      const nets = rounds.map(({ result }) => decimal(result?.netUsd ?? '0'));
      expect(moneyOf(world), about).toBe(toDecimalString(nets.reduce((sum, net) => sum.plus(net), ZERO)));
      expect(
        [PERP_BINANCE, PERP_BYBIT].map((id) => heldOf(world, id)),
        about,
      ).toEqual(['0', '0']);
    }
  }, 300_000);

  it('keeps what it warned of and what it earned', async () => {
    const world = new CarryWorld();
    world.show({}, { [PERP_BYBIT]: -1 });
    await world.start();
    await world.opened();
    await world.pass(125_000);
    const before = world.round();
    expect(before).toMatchObject({ state: 'ready', settlements: 2 });
    await world.restart();
    expect(world.round()).toEqual(before);
    expect(world.view()).toMatchObject({ settlements: 2, fundingUsd: '1.86', warning: null });
    expect(world.fold.state.carry.snapshot()).toEqual(JSON.parse(JSON.stringify(world.fold.state.carry.snapshot())));
  });
});

function moneyOf(world: CarryWorld): string {
  const sum = world
    .running()
    .context.ledger.accounts()
    .map((account) =>
      decimal(
        account.cash
          .totals()
          .entries()
          .find(([asset]) => asset === 'USDT')?.[1] ?? '0',
      ),
    )
    .reduce((all, each) => all.plus(each), ZERO);
  return toDecimalString(sum.minus(20_000));
}

function heldOf(world: CarryWorld, id: string): string {
  const positions = world
    .running()
    .context.ledger.accounts()
    .flatMap((account) => account.positions());
  return positions.find(({ instrumentId }) => instrumentId === id)?.qtyBase ?? '0';
}
