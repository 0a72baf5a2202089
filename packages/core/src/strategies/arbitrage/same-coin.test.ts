import { describe, expect, it } from 'vitest';
import { otherCoinFault } from './same-coin.ts';

const LIMITS = { maxGrossBps: 300, maxIndexGapFrac: 0.01 };
const at = (midPx: number, referencePx = midPx) => ({ midPx, referencePx });
const faultOf = (one: ReturnType<typeof at>, other: ReturnType<typeof at>) => otherCoinFault(one, other, LIMITS);

describe('two listings of one ticker', () => {
  it('are the same coin while nothing speaks against it', () => {
    expect(faultOf(at(100), at(100.9))).toBeNull();
    expect(faultOf(at(100, 100), at(102.9, 100.5))).toBeNull();
    expect(faultOf(at(Number.NaN), at(100))).toBeNull();
  });

  it('are not, by the bounds of the scanner', () => {
    expect(faultOf(at(0.0001), at(0.1))).toBe('prices are 1000 to 1: a wrong multiplier');
    expect(faultOf(at(100), at(101.1))).toMatch(/^reference prices are 1.09 % apart, 1 % is the most: another coin/);
    expect(faultOf(at(0.1, Number.NaN), at(0.391, Number.NaN))).toBe(
      'prices are 11853 bps apart, 300 bps is the most: another coin',
    );
    expect(faultOf(at(0.391, Number.NaN), at(0.1, Number.NaN))).toMatch(/11853/);
  });
});
