import { describe, expect, it } from 'vitest';
import { decimal, SEQUENCINGS, type PlaceOrder, type Sequencing } from '../../domain/index.ts';
import { IS_EVERY_POINT } from '../trading/crash-points.fixture.ts';
import type { Fault } from './arb-venue.fixture.ts';
import { ArbWorld } from './arb-world.fixture.ts';

/** What can happen to the first order of a leg. */
const FAULTS: Readonly<Record<string, Fault | null>> = {
  full: null,
  partial: { kind: 'fill', frac: '0.4' },
  none: { kind: 'fill', frac: '0' },
  reject: { kind: 'reject' },
  'lost, filled': { kind: 'lost', taken: true },
  'lost, half filled': { kind: 'lost', taken: true, frac: '0.5' },
  'lost, never there': { kind: 'lost', taken: false },
  'timeout, filled': { kind: 'silent', taken: true },
  'timeout, never there': { kind: 'silent', taken: false },
  'exception, filled': { kind: 'throw', taken: true },
  'exception, never there': { kind: 'throw', taken: false },
};
const NAMES = Object.keys(FAULTS);
const CELLS = NAMES.flatMap((buy, row) =>
  NAMES.map((sell, column) => ({ buy, sell, diagonal: (row + column) % NAMES.length })),
);

/** Each pair of faults under one way of sending, each fault at each leg under every way; `npm run prove -- restarts` has all of it. */
function cellsOf(sequencing: Sequencing): typeof CELLS {
  const way = SEQUENCINGS.indexOf(sequencing);
  return CELLS.filter(({ diagonal }) => IS_EVERY_POINT || diagonal % SEQUENCINGS.length === way);
}

function isFirstEntry({ clientOrderId }: PlaceOrder): boolean {
  return /^Pa[0-9a-z]{11}[bs]e01/.test(clientOrderId);
}

/** Runs one trade through its faults; they hit the first order of each leg. */
async function played(buy: Fault | null, sell: Fault | null, sequencing: Sequencing): Promise<ArbWorld> {
  const world = new ArbWorld();
  await world.start();
  world.venues[0].faultOf = (order) => (isFirstEntry(order) ? buy : null);
  world.venues[1].faultOf = (order) => (isFirstEntry(order) ? sell : null);
  const done = await world.execute({ sequencing });
  if (!done.ok) throw new Error(`${done.error.code} ${done.error.detail}`);
  if (sequencing === 'maker-taker') {
    await world.pass(200);
    for (const venue of world.venues) for (const id of venue.restingIds()) venue.hit(id, '0.006');
  }
  await world.settle(60_000);
  return world;
}

/** The end of a trade must be told by the venues, not by our books. */
function expectProven(world: ArbWorld): void {
  const trade = world.trade();
  const [buy, sell] = world.held();
  const proof = trade.certificates.at(-1);
  expect(['hedged', 'certified', 'aborted']).toContain(trade.state);
  expect(proof).toMatchObject({ ok: true, kind: trade.state === 'hedged' ? 'hedged' : 'flat' });
  expect(
    decimal(buy ?? '')
      .plus(decimal(sell ?? ''))
      .toString(),
  ).toBe('0');
  if (trade.state !== 'hedged') expect(buy).toBe('0');
  expect(world.errors).toEqual([]);
  expect(world.recordsOf('event').filter(({ severity }) => severity === 'CRITICAL')).toEqual([]);
}

describe.each(SEQUENCINGS)('every outcome of both first orders, %s', (sequencing) => {
  it.each(cellsOf(sequencing))(
    'buy $buy, sell $sell: ends hedged or flat by the word of both venues',
    async ({ buy, sell }) => {
      const world = await played(FAULTS[buy] ?? null, FAULTS[sell] ?? null, sequencing);
      expectProven(world);
      if (world.trade().state !== 'hedged') return;
      await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
      await world.settle(10_000);
      await world.pass(500);
      expectProven(world);
      expect(world.trade().state).toBe('certified');
      expect(world.held()).toEqual(['0', '0']);
    },
  );
});
