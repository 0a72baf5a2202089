import type { LiquidationItem } from '@riptide/contracts/calls';
import { expect, it } from 'vitest';
import { FakeClock } from '../../lib/fake-clock.ts';
import { LiquidationTape, TAPE_KEPT } from './liquidation-tape.ts';

function build(change: Partial<LiquidationItem>): LiquidationItem {
  return {
    id: 'a',
    venue: 'BINANCE',
    market: 'perp',
    symbol: 'BTCUSDT',
    liquidated_side: 'LONG',
    price: 100,
    quantity: 1,
    usd: 100,
    lower_bound: false,
    inferred: false,
    timestamp: 1,
    decision: null,
    ...change,
  };
}

function setUp() {
  const clock = new FakeClock();
  return { clock, tape: new LiquidationTape(clock) };
}

it('shows the newest first, and one that comes again in the place of the one before', () => {
  const { clock, tape } = setUp();
  tape.replace([build({ id: 'a', timestamp: 1 })]);
  const decision = {
    id: 'd',
    engine: null,
    action: 'watched' as const,
    arm: 'abstain',
    reason: 'no engine runs',
    trade: null,
  };
  tape.add([build({ id: 'b', timestamp: 2 }), build({ id: 'a', timestamp: 1, decision })]);
  clock.drawFrame();
  expect(tape.getItems().map(({ id, decision: made }) => [id, made?.id ?? null])).toEqual([
    ['b', null],
    ['a', 'd'],
  ]);
});

it('keeps a bounded number and lets the oldest go', () => {
  const { clock, tape } = setUp();
  tape.add(Array.from({ length: TAPE_KEPT + 3 }, (_, at) => build({ id: `${at}`, timestamp: at })));
  clock.drawFrame();
  expect(tape.getItems()).toHaveLength(TAPE_KEPT);
  expect(tape.getItems().at(-1)?.id).toBe('3');
});

it('stands still while paused, counts what waits, and shows it afterwards', () => {
  const { clock, tape } = setUp();
  tape.pause();
  tape.add([build({ id: 'a' }), build({ id: 'b' })]);
  clock.drawFrame();
  expect(tape.getItems()).toEqual([]);
  expect(tape.waiting).toBe(2);
  tape.resume();
  clock.drawFrame();
  expect(tape.getItems()).toHaveLength(2);
});
