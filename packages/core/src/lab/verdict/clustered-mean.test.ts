import { describe, expect, it } from 'vitest';
import { normal, seededRandom } from '../../kernel/index.ts';
import { clusteredMean } from './clustered-mean.ts';
import { tQuantile } from './student-t.ts';

describe('tQuantile', () => {
  it('agrees with the published table', () => {
    const cases = [
      { df: 5, of: 2.571 },
      { df: 10, of: 2.228 },
      { df: 30, of: 2.042 },
      { df: 1_000, of: 1.962 },
    ];
    for (const { df, of } of cases) expect(Math.abs(tQuantile(0.95, df) - of)).toBeLessThan(0.01);
    expect(Math.abs(tQuantile(0.99, 10) - 3.169)).toBeLessThan(0.03);
  });
});

describe('clusteredMean', () => {
  it('holds the true mean in about 95 of 100 intervals when trades of a cluster move together', () => {
    const random = seededRandom(11);
    let held = 0;
    for (let trial = 0; trial < 600; trial += 1) {
      const samples = Array.from({ length: 25 }, (_, cluster) => {
        const shared = 10 * normal(random);
        return Array.from({ length: 3 }, () => ({ value: 5 + shared + 3 * normal(random), cluster }));
      }).flat();
      const { low, high } = clusteredMean(samples);
      if (low <= 5 && high >= 5) held += 1;
    }
    expect(held / 600).toBeGreaterThan(0.92);
    expect(held / 600).toBeLessThan(0.98);
  });

  it('gives no interval for a single cluster', () => {
    const interval = clusteredMean([
      { value: 1, cluster: 0 },
      { value: 3, cluster: 0 },
    ]);
    expect(interval.mean).toBe(2);
    expect(interval.low).toBeNaN();
  });
});
