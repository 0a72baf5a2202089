import { VirtualClock } from '@riptide/core/kernel';
import { describe, expect, it } from 'vitest';
import { RequestGovernor } from './request-governor.ts';
import { RollingGovernor } from './rolling-governor.ts';
import { SharedBudgets } from './shared-budgets.ts';
import { WeightBudget } from './weight-budget.ts';

const START_MS = 1_800_000_000_000;

describe('SharedBudgets', () => {
  it('shows how used each watched limit is, and who waits, of the newest client of a name', async () => {
    const clock = new VirtualClock(START_MS);
    const limits = { clock, windowMs: 1_000, reserveFrac: 0, readWaitMaxMs: 5_000 };
    const budgets = new SharedBudgets();
    const spot = budgets.watch('BINANCE', 'public', new WeightBudget({ ...limits, capacity: 100, waitersMax: 5 }));
    budgets.watch('BYBIT', 'private', new RequestGovernor({ ...limits, capacity: 1 }));
    const address = budgets.watch('BYBIT', 'private', new RequestGovernor({ ...limits, capacity: 10 }));
    const orders = budgets.watch('BYBIT', 'orders', new RollingGovernor({ ...limits, capacity: 4 }, address));
    await spot.take(100);
    void spot.take(30);
    await orders.take(1, 'new-risk');
    const waits = address.take(10, 'read');
    expect(budgets.loads).toEqual([
      { venue: 'BINANCE', pool: 'public', capacity: 100, used: 100, waiting: 1 },
      { venue: 'BYBIT', pool: 'private', capacity: 10, used: 1, waiting: 1 },
      { venue: 'BYBIT', pool: 'orders', capacity: 4, used: 1, waiting: 0 },
    ]);
    clock.advance(100);
    await waits;
    expect(budgets.loads[1]).toMatchObject({ used: 10, waiting: 0 });
  });
});
