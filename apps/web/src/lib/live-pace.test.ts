import { expect, it } from 'vitest';
import { FakeClock } from './fake-clock.ts';
import { LivePace, pacedClock } from './live-pace.ts';
import { LiveTable } from './live-table.ts';

const LONGEST_WAIT_MS = 90;
const SHORTEST_WAIT_MS = 50;

function setUp() {
  const clock = new FakeClock();
  const tasks: (() => void)[] = [];
  const pace = new LivePace({ clock, afterFrame: (call) => tasks.push(call) });
  const flushes: number[] = [];
  const startMs = clock.ticksMs();
  const ask = (): void => void pace.nextFlush(() => flushes.push(clock.ticksMs() - startMs));
  /** Draws one frame that takes so long. */
  const draw = (tookMs: number): void => {
    clock.drawFrame();
    clock.advance(tookMs);
    for (const task of tasks.splice(0)) task();
  };
  return { clock, pace, flushes, ask, draw };
}

it('flushes twenty times a second at most, however cheap that is', () => {
  const { clock, flushes, ask, draw } = setUp();
  for (let frame = 0; frame < 11; frame += 1) {
    ask();
    draw(2);
    clock.advance(8);
  }
  expect([...new Set(flushes)]).toEqual([0, SHORTEST_WAIT_MS, 2 * SHORTEST_WAIT_MS]);
});

it('flushes what comes after a pause in the next frame', () => {
  const { clock, flushes, ask, draw } = setUp();
  ask();
  draw(2);
  clock.advance(58);
  ask();
  draw(2);
  expect(flushes).toEqual([0, 60]);
});

it('gives live data a third of the time: a flush that took 25 ms with its drawing is followed 75 ms after its start', () => {
  const { clock, flushes, ask, draw } = setUp();
  ask();
  draw(25);
  ask();
  clock.advance(49);
  clock.drawFrame();
  expect(flushes).toEqual([0]);
  clock.advance(1);
  clock.drawFrame();
  expect(flushes).toEqual([0, 75]);
});

it('never lets data wait longer than 90 ms, however dear the last flush was', () => {
  const { clock, flushes, ask, draw } = setUp();
  ask();
  draw(80);
  ask();
  clock.advance(10);
  clock.drawFrame();
  expect(flushes).toEqual([0, LONGEST_WAIT_MS]);
});

it('draws the answer to a key first, also when the frame is asked for already', () => {
  const { clock, pace, flushes, ask } = setUp();
  ask();
  clock.drawFrame();
  clock.advance(16);
  ask();
  pace.standBack();
  clock.drawFrame();
  expect(flushes).toEqual([0]);
  clock.advance(50);
  clock.drawFrame();
  expect(flushes).toEqual([0, 66]);
});

it('goes on under keys that never end', () => {
  const { clock, pace, flushes, ask } = setUp();
  ask();
  clock.drawFrame();
  ask();
  for (let each = 0; each < 20; each += 1) {
    pace.standBack();
    clock.advance(10);
    clock.drawFrame();
  }
  expect(flushes).toEqual([0, LONGEST_WAIT_MS]);
});

it('does in the same flush what its calls ask for, and nothing of what was cancelled', () => {
  const { clock, pace } = setUp();
  const done: string[] = [];
  pace.nextFlush(() => {
    done.push('items');
    pace.nextFlush(() => done.push('rows'));
  });
  pace.nextFlush(() => done.push('cancelled'))();
  clock.drawFrame();
  expect(done).toEqual(['items', 'rows']);
});

it('announces the rows of tables on its clock with the flush', () => {
  const { clock, pace } = setUp();
  const table = new LiveTable<{ id: string }>(pacedClock(clock, pace));
  let announced = 0;
  table.subscribe(() => (announced += 1));
  pace.nextFlush(() => table.replace([{ id: 'a' }]));
  clock.drawFrame();
  expect(announced).toBe(1);
});
