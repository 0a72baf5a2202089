import { describe, expect, it } from 'vitest';
import { bandFields, downFrac, limitsOf, upFrac } from './price-bands.ts';

describe('price bands', () => {
  it('tell a factor as the share it leaves, without the dust of the float', () => {
    expect([upFrac('1.0500'), downFrac('0.9500'), upFrac('5'), downFrac('0.2')]).toEqual([0.05, 0.05, 4, 0.8]);
  });

  it('tell none for a factor that bounds nothing', () => {
    expect([upFrac('1'), upFrac(''), upFrac(undefined), downFrac('0'), downFrac('1'), downFrac('x')]).toEqual(
      Array.from({ length: 6 }, () => null),
    );
  });

  it('leave an instrument as it is where no side is bounded', () => {
    const none = { buyUpFrac: null, buyDownFrac: null, sellUpFrac: null, sellDownFrac: null };
    expect(bandFields(none)).toEqual({});
    expect(bandFields({ ...none, buyUpFrac: 0.05 })).toEqual({ priceBand: { ...none, buyUpFrac: 0.05 } });
  });

  it('tell limits per unit of the bare coin, and none for an empty text or nothing', () => {
    expect(limitsOf('0.0125', '0.0115', { pxDivisor: 1_000 })).toEqual({ buyMaxPx: 0.0000125, sellMinPx: 0.0000115 });
    expect(limitsOf('', '0', { pxDivisor: 1 })).toEqual({ buyMaxPx: null, sellMinPx: null });
  });
});
