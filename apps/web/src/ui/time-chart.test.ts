import { expect, it } from 'vitest';
import { valueRange } from './time-chart.tsx';

it('keeps a narrow range around a line that does not move, instead of one down to zero', () => {
  expect(valueRange(60_000, 60_000)).toEqual([59_970, 60_030]);
  expect(valueRange(0, 0)).toEqual([-0.5, 0.5]);
});

it('leaves room around a line that moves, and stands before the first value', () => {
  const [low, high] = valueRange(100, 110);
  expect(low).toBeLessThan(100);
  expect(low).toBeGreaterThan(90);
  expect(high).toBeGreaterThan(110);
  expect(valueRange(null, null)).toEqual([0, 1]);
});
