import { describe, expect, it } from 'vitest';
import type { PlaceOrder, Sequencing } from '../../domain/index.ts';
import { crashPoints } from '../trading/crash-points.fixture.ts';
import type { Fault } from './arb-venue.fixture.ts';
import { ArbWorld } from './arb-world.fixture.ts';

/** Of each scenario; `npm run prove -- restarts` takes every record. */
const POINTS = 12;

interface Scenario {
  readonly name: string;
  readonly sequencing: Sequencing;
  readonly buy: Fault | null;
  readonly sell: Fault | null;
  /** What happens to the closing orders of the sell leg. */
  readonly exit: Fault | null;
}

const SCENARIOS: readonly Scenario[] = [
  { name: 'both legs fill', sequencing: 'parallel', buy: null, sell: null, exit: null },
  { name: 'one leg is completed', sequencing: 'parallel', buy: null, sell: { kind: 'fill', frac: '0' }, exit: null },
  {
    name: 'a part is unwound',
    sequencing: 'parallel',
    buy: { kind: 'fill', frac: '0.4' },
    sell: { kind: 'reject' },
    exit: null,
  },
  { name: 'an answer is lost', sequencing: 'parallel', buy: null, sell: { kind: 'lost', taken: true }, exit: null },
  {
    name: 'the thin leg goes first',
    sequencing: 'thin-first',
    buy: { kind: 'fill', frac: '0.5' },
    sell: null,
    exit: null,
  },
  { name: 'an order rests', sequencing: 'maker-taker', buy: null, sell: null, exit: null },
  {
    name: 'the exit is filled in parts',
    sequencing: 'parallel',
    buy: null,
    sell: null,
    exit: { kind: 'fill', frac: '0.3' },
  },
];

function faultsOf(world: ArbWorld, scenario: Scenario): void {
  const first = (order: PlaceOrder): boolean => /^Pa[0-9a-z]{11}[bs]e01/.test(order.clientOrderId);
  const closing = (order: PlaceOrder): boolean => /^Pa[0-9a-z]{11}sx0[12]/.test(order.clientOrderId);
  world.venues[0].faultOf = (order) => (first(order) ? scenario.buy : null);
  world.venues[1].faultOf = (order) => (first(order) ? scenario.sell : closing(order) ? scenario.exit : null);
}

/** Plays a trade from the order to the certificate, however often the process dies meanwhile. */
async function played(scenario: Scenario, crashAfter: number | null): Promise<ArbWorld> {
  const world = new ArbWorld();
  world.crashAfter = crashAfter;
  faultsOf(world, scenario);
  await world.start();
  await world.execute({ sequencing: scenario.sequencing });
  await world.pass(200);
  if (!world.hasTrade()) return world;
  for (const venue of world.venues) for (const id of venue.restingIds()) venue.hit(id, '0.006');
  for (let tries = 0; tries < 6 && !world.isOver(); tries += 1) {
    await world.settle(40_000);
    if (world.trade().state === 'hedged') await world.call('arb-close', { arbId: world.trade().arbId, by: 'operator' });
    await world.pass(1_000);
  }
  return world;
}

describe.each(SCENARIOS)('a process that dies after any record while $name', (scenario) => {
  it('ends flat by the word of both venues, and sends nothing twice', async () => {
    const whole = await played(scenario, null);
    const last = whole.journal.records.length;
    const firstTrade = whole.journal.records.findIndex(({ kind }) => kind === 'arb');
    expect(firstTrade).toBeGreaterThan(0);
    let trades = 0;
    for (const record of crashPoints(firstTrade, last, POINTS)) {
      const world = await played(scenario, record);
      if (!world.hasTrade()) continue;
      trades += 1;
      const trade = world.trade();
      expect({ record, state: trade.state, held: world.held() }).toEqual({
        record,
        state: trade.state === 'aborted' ? 'aborted' : 'certified',
        held: ['0', '0'],
      });
      expect(trade.certificates.at(-1)).toMatchObject({ kind: 'flat', ok: true });
      for (const venue of world.venues) {
        const ids = venue.placed.map(({ clientOrderId }) => clientOrderId);
        expect(new Set(ids).size).toBe(ids.length);
      }
      expect(world.errors).toEqual([]);
    }
    expect(trades).toBeGreaterThan(10);
  }, 120_000);
});
