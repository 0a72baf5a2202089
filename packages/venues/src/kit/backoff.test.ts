import { fc, it as prop } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { backoffMs } from './backoff.ts';

describe('backoffMs', () => {
  prop.prop([fc.nat({ max: 1000 }), fc.double({ min: 0, max: 0.999999, noNaN: true })])(
    'stays between half and the whole of the doubled wait, and never over the maximum',
    (attempt, draw) => {
      const waitMs = backoffMs(attempt, () => draw, { firstMs: 500, maxMs: 30_000 });
      const ceiling = Math.min(30_000, 500 * 2 ** attempt);
      expect(waitMs).toBeGreaterThanOrEqual(Math.floor(ceiling / 2));
      expect(waitMs).toBeLessThanOrEqual(ceiling);
    },
  );
});
