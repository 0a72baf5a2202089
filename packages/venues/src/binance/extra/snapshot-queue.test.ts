import { ok } from '@riptide/core/domain';
import { seededRandom, silentLog, VirtualClock } from '@riptide/core/kernel';
import { expect, it } from 'vitest';
import { SnapshotQueue, type DepthReading } from './snapshot-queue.ts';

it('fetches the books in which something is open before all others, each kind in the order asked for', async () => {
  const asked: number[] = [];
  const reading = {} as DepthReading;
  const queue = new SnapshotQueue({
    deps: { clock: new VirtualClock(1), random: seededRandom(1), log: silentLog() },
    inFlightMax: 1,
    isUrgent: (ix) => ix === 5 || ix === 3,
    fetch: (ix) => {
      asked.push(ix);
      return Promise.resolve(ok(reading));
    },
    onSnapshot: () => undefined,
    onRepeated: () => undefined,
  });
  for (const ix of [0, 1, 2, 3, 4, 5]) queue.request(ix);
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
  // 0 was on its way already.
  expect(asked).toEqual([0, 3, 5, 1, 2, 4]);
});
