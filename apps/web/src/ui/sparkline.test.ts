import { describe, expect, it } from 'vitest';
import { sparkPaths } from './sparkline.tsx';

describe('sparkPaths', () => {
  it('spans the picture from lowest to highest', () => {
    expect(sparkPaths([1, 3], 10, 11)).toEqual([{ path: 'M0 9.5 L10 1.5', fromX: 0, toX: 10 }]);
  });

  it('leaves a gap where a value is unknown instead of bridging it', () => {
    expect(sparkPaths([1, 2, null, 2], 9, 10).map((line) => [line.fromX, line.toX])).toEqual([
      [0, 3],
      [9, 9],
    ]);
  });

  it('draws values that never move as a level line', () => {
    expect(sparkPaths([5, 5], 10, 10)[0]?.path).toBe('M0 5 L10 5');
  });
});
