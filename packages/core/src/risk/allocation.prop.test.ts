import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { decimal, VENUES, ZERO, type Decimal } from '../domain/index.ts';
import { allocateCapital } from './allocation.ts';

/**
 * In words: for any balances, latencies, fees and weights the allocations and the rest sum to the total to the cent; each lies between
 * the least and the most (to the cent); a rest is only there when the most times the number of venues is below one; and of two
 * venues that differ in one reason alone the better never gets less.
 */
const input = fc.record({
  balanceUsd: fc.integer({ min: 0, max: 100_000_000 }).map((n) => String(n / 100)),
  latencyMs: fc.option(fc.double({ min: 0, max: 5_000, noNaN: true }), { nil: null }),
  takerFeeBps: fc.option(fc.double({ min: -5, max: 50, noNaN: true }), { nil: null }),
});
const inputs = fc
  .array(input, { minLength: 1, maxLength: 4 })
  .map((rows) => rows.map((row, i) => ({ ...row, venue: VENUES[i]! })));
const settings = fc
  .tuple(
    fc.integer({ min: 0, max: 100 }),
    fc.integer({ min: 0, max: 100 }),
    fc.integer({ min: 0, max: 25 }),
    fc.integer({ min: 0, max: 100 }),
  )
  .map(([a, b, min, above]) => {
    const [low, high] = a < b ? [a, b] : [b, a];
    return {
      balanceWeight: low / 100,
      latencyWeight: (high - low) / 100,
      feeWeight: (100 - high) / 100,
      minAllocation: min / 100,
      maxAllocation: Math.min(100, min + above) / 100,
    };
  });
const sum = (parts: readonly string[]): Decimal => parts.reduce((total, part) => total.plus(decimal(part)), ZERO);

describe('allocateCapital', () => {
  test.prop([inputs, settings], { numRuns: 1_000 })('sums to the cent and keeps its bounds', (rows, chosen) => {
    const result = allocateCapital(rows, chosen);
    if (!result.ok) throw new Error(result.error.detail);
    const { totalUsd, byVenue, unallocatedUsd } = result.value;
    expect(sum([...byVenue.map((row) => row.usd), unallocatedUsd]).eq(decimal(totalUsd))).toBe(true);
    const total = decimal(totalUsd);
    for (const { usd } of byVenue) {
      const part = decimal(usd);
      expect(part.times(100).mod(1).eq(0)).toBe(true);
      expect(part.plus('0.01').gt(total.times(chosen.minAllocation))).toBe(true);
      expect(part.minus('0.01').lt(total.times(chosen.maxAllocation)) || part.eq(0)).toBe(true);
    }
    if (chosen.maxAllocation * rows.length >= 1) expect(unallocatedUsd).toBe('0');
  });

  test.prop([inputs, settings, fc.integer({ min: 1, max: 1_000_000 })], { numRuns: 300 })(
    'never gives less to the richer of two equals',
    (rows, chosen, moreCents) => {
      const [first] = rows;
      const twin = {
        ...first!,
        venue: VENUES[1],
        balanceUsd: decimal(first!.balanceUsd).plus(decimal(moreCents).div(100)).toString(),
      };
      const result = allocateCapital([first!, twin], chosen);
      if (!result.ok) throw new Error(result.error.detail);
      const [poor, rich] = result.value.byVenue;
      expect(decimal(rich!.usd).gte(decimal(poor!.usd).minus('0.01'))).toBe(true);
    },
  );
});
