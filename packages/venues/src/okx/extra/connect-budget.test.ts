import { describe, expect, it } from 'vitest';
import { VirtualClock } from '@riptide/core/kernel';
import { SharedBudgets } from '../../kit/index.ts';
import { connectBudget } from './connect-budget.ts';

const PUBLIC = 'wss://ws.example.test:8443/ws/v5/public';
const PRIVATE = 'wss://ws.example.test:8443/ws/v5/private';

/** Opens sockets to all urls at once and returns when each was let through, in ms after the start. */
async function admissions(budgets: SharedBudgets, urls: readonly string[]): Promise<readonly number[]> {
  const clock = new VirtualClock(1_800_000_000_000);
  const startMs = clock.nowMs();
  const times: number[] = [];
  for (const url of urls) {
    void connectBudget({ clock, budgets }, url)
      .take(1)
      .then(() => times.push(clock.nowMs() - startMs));
  }
  for (let step = 0; step < 400; step += 1) {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    clock.advance(10);
  }
  return times;
}

describe('the pace of connections', () => {
  it('is one for the public and the private sockets of a host: never more than 3 in a second', async () => {
    const times = await admissions(new SharedBudgets(), [PUBLIC, PRIVATE, PUBLIC, PRIVATE, PUBLIC, PRIVATE]);
    expect(times).toHaveLength(6);
    for (const first of times) {
      expect(times.filter((time) => time >= first && time < first + 1_000).length).toBeLessThanOrEqual(3);
    }
  });

  it('holds up no other host', async () => {
    expect(await admissions(new SharedBudgets(), [PUBLIC, 'wss://other.example.test/ws'])).toEqual([0, 0]);
  });
});
