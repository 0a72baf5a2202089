import { fc } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { SortedSamples } from './sorted-samples.ts';

describe('SortedSamples', () => {
  it('gives the nearest-rank percentile of the last samples, whatever came and went', () => {
    const sample = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.double({ min: 0, max: 1e9, noNaN: true }));
    fc.assert(
      fc.property(
        fc.array(sample, { minLength: 1, maxLength: 300 }),
        fc.integer({ min: 1, max: 90 }),
        (all, capacity) => {
          const samples = new SortedSamples(capacity);
          all.forEach((one, nth) => {
            samples.add(one);
            const last = all.slice(Math.max(0, nth + 1 - capacity), nth + 1).sort((a, b) => a - b);
            expect(samples.count).toBe(last.length);
            for (const frac of [0, 0.5, 0.95, 0.97, 1]) {
              const rank = Math.max(1, Math.ceil(frac * last.length));
              expect(samples.quantile(frac)).toBe(last[rank - 1]);
            }
          });
        },
      ),
    );
  });

  it('starts anew after it was cleared', () => {
    const samples = new SortedSamples(3);
    for (const one of [9, 8, 7, 6]) samples.add(one);
    samples.clear();
    samples.add(1);
    expect([samples.count, samples.quantile(1)]).toEqual([1, 1]);
  });

  it('knows no percentile before the first sample, and takes nothing that is no number', () => {
    const samples = new SortedSamples(3);
    expect(samples.quantile(0.5)).toBeNaN();
    expect(() => samples.add(Number.NaN)).toThrow(/Invariant/);
  });
});
