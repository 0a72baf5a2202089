import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { depthQtyBase, DepthLevels, walkVwap } from './depth-levels.ts';

function depthOf(levels: readonly (readonly [number, number])[]): DepthLevels {
  const depth = new DepthLevels();
  for (const [px, qty] of levels) {
    depth.px[depth.count] = px;
    depth.qtyBase[depth.count] = qty;
    depth.count += 1;
  }
  return depth;
}

describe('walkVwap', () => {
  it('averages the levels it needs', () => {
    // 1 at 100 and 0.5 at 102: (100 + 51) / 1.5 = 100.666…
    expect(
      walkVwap(
        depthOf([
          [100, 1],
          [102, 2],
        ]),
        1.5,
      ),
    ).toEqual({ vwapPx: 151 / 1.5, filledBase: 1.5 });
  });

  it('fills what there is when the depth ends first', () => {
    // 1 at 100 and 2 at 102: 304 / 3
    expect(
      walkVwap(
        depthOf([
          [100, 1],
          [102, 2],
        ]),
        10,
      ),
    ).toEqual({ vwapPx: 304 / 3, filledBase: 3 });
  });

  it('has no price for an empty side or no quantity', () => {
    expect(walkVwap(depthOf([]), 1)).toEqual({ vwapPx: Number.NaN, filledBase: 0 });
    expect(walkVwap(depthOf([[100, 1]]), 0)).toEqual({ vwapPx: Number.NaN, filledBase: 0 });
  });

  // In words: the average lies between the best and the worst price touched, and never fills more than there is.
  const level = fc.tuple(fc.double({ min: 1, max: 1e5, noNaN: true }), fc.double({ min: 1e-6, max: 1e4, noNaN: true }));
  test.prop([fc.array(level, { minLength: 1, maxLength: 40 }), fc.double({ min: 1e-6, max: 1e6, noNaN: true })])(
    'stays between the prices of the levels and within their sizes',
    (levels, qty) => {
      const depth = depthOf([...levels].sort((a, b) => a[0] - b[0]));
      const { vwapPx, filledBase } = walkVwap(depth, qty);
      const prices = levels.map(([px]) => px);
      // One unit in the last place is lost where the sum of the levels rounds up.
      expect(filledBase).toBeLessThanOrEqual(qty * (1 + 1e-12));
      expect(filledBase).toBeLessThanOrEqual(depthQtyBase(depth) * (1 + 1e-9));
      expect(vwapPx).toBeGreaterThanOrEqual(Math.min(...prices) * (1 - 1e-6));
      expect(vwapPx).toBeLessThanOrEqual(Math.max(...prices) * (1 + 1e-6));
    },
  );
});
