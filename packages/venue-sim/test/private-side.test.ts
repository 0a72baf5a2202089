import { VENUES } from '@riptide/core/domain';
import { describe, expect, it } from 'vitest';
import { startVenueSim } from '../src/index.ts';

describe('accounts of the started venues', () => {
  it('are there at every venue, with a first key that the seed decides and start money', async () => {
    const sim = await startVenueSim({ seed: 5, mode: { kind: 'sim' }, startUsdt: 2_500 });
    const again = await startVenueSim({ seed: 5, mode: { kind: 'sim' } });
    try {
      for (const venue of VENUES) {
        const key = sim.firstKey(venue);
        expect(key).toEqual(again.firstKey(venue));
        expect(sim.accounts(venue).findKey(key.apiKey)).toEqual(key);
        const [balance] = sim.accounts(venue).balances(key.accountId);
        expect(Number(balance?.free)).toBe(2_500);
        expect(sim.control(venue).truth(key.accountId).conservation.isConserved).toBe(true);
        expect(sim.desk(venue).armedCount).toBe(0);
      }
    } finally {
      await Promise.all([sim.stop(), again.stop()]);
    }
  });
});
