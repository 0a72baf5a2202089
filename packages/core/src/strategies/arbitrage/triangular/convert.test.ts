import { describe, expect, it } from 'vitest';
import { DepthLevels } from '../../../domain/index.ts';
import { convert } from './convert.ts';

function depthOf(levels: readonly (readonly [number, number])[]): DepthLevels {
  const depth = new DepthLevels();
  levels.forEach(([px, qtyBase], at) => {
    depth.px[at] = px;
    depth.qtyBase[at] = qtyBase;
  });
  depth.count = levels.length;
  return depth;
}

describe('a conversion', () => {
  it('takes all of a depth whose sum lies a float error under a whole step', () => {
    const depth = depthOf([
      [10, 0.282],
      [10, 3.969],
    ]);
    expect(0.282 + 3.969).toBeLessThan(4.251);
    const sold = convert({ side: 'SELL', depth, step: { units: 1, decimals: 3 }, qtyMaxBase: Infinity, feeBps: 0 }, 9);
    expect(sold.qtyBase).toBe(4.251);
  });
});
