import type { PositionRow } from '@riptide/contracts/calls';
import { expect, it } from 'vitest';
import { FakeClock } from '../lib/fake-clock.ts';
import { watchFills } from './after-fills.ts';

const row = (change: Partial<PositionRow> = {}): PositionRow =>
  ({ id: 'p1', side: 'long', size: 1, realized_pnl: 0, fees: 0.1, mark_price: 100, ...change }) as PositionRow;

function watched() {
  const clock = new FakeClock();
  const asked: number[] = [];
  const start = clock.nowMs();
  const watch = watchFills(clock, () => asked.push(clock.nowMs() - start));
  return { clock, asked, watch };
}

it('asks anew half a second after a position has gone, and once more when the trade is written down', () => {
  const { clock, asked, watch } = watched();
  watch.take([row()]);
  watch.take([]);
  clock.advance(10_000);
  expect(asked).toEqual([500, 3000]);
});

it.each([
  ['a new position', [row(), row({ id: 'p2' })]],
  ['another size', [row({ size: 2 })]],
  ['a part that was closed', [row({ size: 0.5, realized_pnl: 3 })]],
  ['the other side', [row({ side: 'short' })]],
])('takes %s for a fill', (_name, next) => {
  const { clock, asked, watch } = watched();
  watch.take([row()]);
  watch.take(next);
  clock.advance(10_000);
  expect(asked).toHaveLength(2);
});

it('takes neither the first look nor a price nor another order of the list for a fill', () => {
  const { clock, asked, watch } = watched();
  watch.take([row(), row({ id: 'p2' })]);
  watch.take([row({ id: 'p2' }), row({ mark_price: 101 })]);
  clock.advance(10_000);
  expect(asked).toEqual([]);
});

it('asks at most every two seconds however many fills come, and last after the last', () => {
  const { clock, asked, watch } = watched();
  watch.take([row()]);
  for (let at = 1; at <= 40; at += 1) {
    watch.take([row({ size: 1 + at })]);
    clock.advance(100);
  }
  clock.advance(10_000);
  expect(asked).toEqual([500, 2500, 4500, 6900]);
});

it('asks nothing after its end', () => {
  const { clock, asked, watch } = watched();
  watch.take([row()]);
  watch.take([]);
  watch.end();
  clock.advance(10_000);
  expect(asked).toEqual([]);
});
