import { afterEach, describe, expect, it } from 'vitest';
import type { SnipingEngine } from '../../domain/index.ts';
import { SnipingWorld } from './sniping-world.fixture.ts';

const worlds: SnipingWorld[] = [];
const BTC = ['BTCUSDT'];
const OTHERS = ['ETHUSDT'];

type Settings = Readonly<Record<string, unknown>>;
type Engines = Readonly<Partial<Record<SnipingEngine, Settings>>>;

/** Decisions of a trigger in BTCUSDT with engines started as told. */
async function decided(engines: Engines) {
  const world = new SnipingWorld();
  worlds.push(world);
  await world.start();
  if (engines['pas-trader'] !== undefined) await world.startEngine(engines['pas-trader']);
  if (engines.oraculis !== undefined) await world.startEngine(engines.oraculis, 'oraculis');
  world.trigger();
  await world.pass(500);
  return { world, decisions: world.recordsOf('decision').map(({ decision }) => decision) };
}

afterEach(() => {
  for (const world of worlds.splice(0)) world.crash();
});

describe('with both engines running, a trigger', () => {
  const cases: readonly (readonly [name: string, engines: Engines, expected: object])[] = [
    [
      'goes to PAS Trader where both list the symbol, Oraculis chooses the arm',
      { 'pas-trader': { symbols: BTC }, oraculis: { symbols: BTC } },
      { engine: 'pas-trader', chosenBy: 'oraculis', action: 'abstained' },
    ],
    [
      'goes to PAS Trader in manual too',
      { 'pas-trader': { symbols: BTC, mode: 'manual' }, oraculis: { symbols: BTC } },
      { engine: 'pas-trader', mode: 'manual' },
    ],
    [
      'goes to Oraculis where PAS Trader only monitors',
      { 'pas-trader': { symbols: BTC, mode: 'monitor' }, oraculis: { symbols: BTC } },
      { engine: 'oraculis', chosenBy: 'oraculis', action: 'abstained' },
    ],
    [
      'goes to Oraculis where it alone lists the symbol',
      { 'pas-trader': { symbols: OTHERS }, oraculis: { symbols: BTC } },
      { engine: 'oraculis', chosenBy: 'oraculis', action: 'abstained' },
    ],
    [
      'goes to Oraculis where it alone lists the symbol and PAS Trader monitors others',
      { 'pas-trader': { symbols: OTHERS, mode: 'monitor' }, oraculis: { symbols: BTC } },
      { engine: 'oraculis', action: 'abstained' },
    ],
    [
      'is traded by PAS Trader with its own arm where Oraculis does not list the symbol',
      { 'pas-trader': { symbols: BTC }, oraculis: { symbols: OTHERS } },
      { engine: 'pas-trader', chosenBy: 'fixed', action: 'traded' },
    ],
    [
      'is watched by PAS Trader where it only monitors and nobody else lists the symbol',
      { 'pas-trader': { symbols: BTC, mode: 'monitor' }, oraculis: { symbols: OTHERS } },
      { engine: 'pas-trader', action: 'watched' },
    ],
    [
      'goes to the engine that lists the symbol before one that picks it',
      { 'pas-trader': { symbols: OTHERS, autoPick: true }, oraculis: { symbols: BTC } },
      { engine: 'oraculis', action: 'abstained' },
    ],
    [
      'is picked by PAS Trader where no other has the symbol',
      { 'pas-trader': { symbols: OTHERS, autoPick: true }, oraculis: { symbols: OTHERS } },
      { engine: 'pas-trader', action: 'traded' },
    ],
    [
      'is blocked where neither has the symbol',
      { 'pas-trader': { symbols: OTHERS }, oraculis: { symbols: OTHERS } },
      { engine: 'pas-trader', action: 'blocked', reason: 'engine: BTCUSDT is not among its symbols' },
    ],
    [
      'goes to the only engine that runs',
      { oraculis: { symbols: BTC } },
      { engine: 'oraculis', chosenBy: 'oraculis', action: 'abstained' },
    ],
  ];
  it.each(cases)('%s', async (_name, engines, expected) => {
    const { decisions } = await decided(engines);
    expect(decisions[0]).toMatchObject(expected);
  });

  it('is sized by the budget of the engine that acts', async () => {
    const { world } = await decided({
      'pas-trader': { symbols: OTHERS, maxNotionalUsd: 50, budgetUsd: 50 },
      oraculis: { symbols: BTC, mode: 'monitor', budgetUsd: 2_000 },
    });
    const [first] = world.recordsOf('decision');
    expect(first?.decision.gates.find(({ gate }) => gate === 'budget')).toMatchObject({ ok: true, value: 1_000 });
  });
});
