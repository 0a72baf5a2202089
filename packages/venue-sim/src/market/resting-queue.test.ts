import { describe, expect, it } from 'vitest';
import { RestingQueue } from './resting-queue.ts';

const LEVEL = { side: 'bid', ticks: 100 } as const;

function queue(flowLots: number, lots: number): RestingQueue {
  const made = new RestingQueue();
  made.add({ ...LEVEL, orderId: 1, accountId: 1, lots, flowLots });
  return made;
}

describe('place in the queue', () => {
  it('is behind all that stood there, and moves up with every trade', () => {
    const resting = queue(10, 5);
    const first = resting.plan({ ...LEVEL, flowLots: 10 }, 8, null);
    expect(first).toEqual({ flowLots: 8, ownLots: 0, isSelf: false });
    resting.take('bid', 100, first);
    expect(resting.flowAheadOf(1)).toBe(2);
    const second = resting.plan({ ...LEVEL, flowLots: 2 }, 4, null);
    expect(second).toEqual({ flowLots: 2, ownLots: 2, isSelf: false });
    resting.take('bid', 100, second);
    expect(resting.drain()).toEqual([{ orderId: 1, ticks: 100, lots: 2 }]);
    expect(resting.lotsAt('bid', 100)).toBe(3);
  });

  it('moves up pro rata with cancellations, and not back when others join', () => {
    const resting = queue(10, 5);
    resting.flowChanged('bid', 100, 10, 30);
    expect(resting.flowAheadOf(1)).toBe(10);
    resting.flowChanged('bid', 100, 30, 15);
    expect(resting.flowAheadOf(1)).toBe(5);
    resting.flowChanged('bid', 100, 15, 0);
    expect(resting.flowAheadOf(1)).toBe(0);
  });

  it('is served before the flow that came later', () => {
    const resting = queue(0, 5);
    expect(resting.plan({ ...LEVEL, flowLots: 20 }, 7, null)).toEqual({ flowLots: 2, ownLots: 5, isSelf: false });
  });

  it('stops a taker before an order of its own account', () => {
    const resting = queue(3, 5);
    expect(resting.plan({ ...LEVEL, flowLots: 9 }, 20, 1)).toEqual({ flowLots: 3, ownLots: 0, isSelf: true });
  });

  it('is gone when the order is taken out, and kept when it shrinks', () => {
    const resting = queue(3, 5);
    expect(resting.resize(1, 2)).toEqual({ side: 'bid', ticks: 100 });
    expect([resting.lotsAt('bid', 100), resting.flowAheadOf(1)]).toEqual([2, 3]);
    resting.resize(1, 0);
    expect([resting.isEmpty, resting.resize(1, 0)]).toEqual([true, null]);
  });
});
