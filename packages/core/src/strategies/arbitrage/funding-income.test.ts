import { describe, expect, it } from 'vitest';
import { fundingIncomeBps, settlementsWithin } from './funding-income.ts';

const HOUR = 3_600_000;
const NOW = 1_700_000_000_000;

describe('settlementsWithin', () => {
  it.each([
    { name: 'none before the next', inHours: 2, intervalHours: 8, holdHours: 1, count: 0 },
    { name: 'the one exactly at the end', inHours: 1, intervalHours: 8, holdHours: 1, count: 1 },
    { name: 'several of a short interval', inHours: 0.5, intervalHours: 1, holdHours: 3, count: 3 },
    { name: 'the following one when the known one is past', inHours: -0.5, intervalHours: 4, holdHours: 4, count: 1 },
    { name: 'not the one that is just now', inHours: 0, intervalHours: 8, holdHours: 1, count: 0 },
  ])('counts $name', ({ inHours, intervalHours, holdHours, count }) => {
    const terms = { rateFrac: 0, intervalHours, nextMs: NOW + inHours * HOUR };
    expect(settlementsWithin(terms, NOW, holdHours * HOUR)).toBe(count);
  });
});

describe('fundingIncomeBps', () => {
  const terms = (rateFrac: number) => ({ rateFrac, intervalHours: 8, nextMs: NOW + 1000 });

  it('pays a positive rate on the bought leg and earns it on the sold one', () => {
    // -1 bp on the long, +3 bps on the short
    expect(fundingIncomeBps(terms(0.0001), terms(0.0003), NOW, HOUR)).toBeCloseTo(2, 10);
    expect(fundingIncomeBps(terms(-0.0002), null, NOW, HOUR)).toBeCloseTo(2, 10);
    expect(fundingIncomeBps(null, terms(-0.0002), NOW, HOUR)).toBeCloseTo(-2, 10);
  });

  it.each([{ rateFrac: Number.NaN }, { intervalHours: Number.NaN }, { nextMs: Number.NaN }])(
    'is unknown while %j is',
    (over) => {
      expect(fundingIncomeBps({ ...terms(0.0001), ...over }, null, NOW, HOUR)).toBeNull();
    },
  );
});
