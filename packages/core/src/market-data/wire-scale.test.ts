import { describe, expect, it } from 'vitest';
import { scaleWith, wireScaleOf } from './wire-scale.ts';

describe('wireScaleOf', () => {
  it.each([
    ['0.01', 2],
    ['0.01000000', 2],
    ['0.5', 1],
    ['1', 0],
    ['10', 0],
    ['1e-5', 5],
    ['10e-3', 2],
    ['1.5e-3', 4],
    ['0.000000001', 9],
    ['0.0000000001', 10],
  ])('reads tick %s as %d decimals', (tick, decimals) => {
    expect(wireScaleOf(tick, Number.NaN)).toEqual({ ok: true, value: { pxDecimals: decimals } });
  });

  it.each(['0.0000000000001', '0', '-0.1', '', 'abc', 'NaN'])(
    'refuses the tick "%s" as INSTRUMENT_UNREPRESENTABLE',
    (tick) => {
      const scale = wireScaleOf(tick, Number.NaN);
      expect(scale.ok).toBe(false);
      if (!scale.ok) expect(scale.error.code).toBe('INSTRUMENT_UNREPRESENTABLE');
    },
  );

  it('refuses a precision at which the highest price leaves int32, and takes the one below', () => {
    // 2^31 = 2,147,483,648: 21.5 at 8 decimals is 2.15e9, at 7 decimals 2.15e8.
    expect(scaleWith(8, 21.5).ok).toBe(false);
    expect(scaleWith(7, 21.5).ok).toBe(true);
  });
});
