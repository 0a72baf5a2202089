import { fc, test } from '@fast-check/vitest';
import { Big } from 'big.js';
import { describe, expect, it } from 'vitest';
import { decimal, toDecimalString } from './money.ts';

/** The library alone, with the settings of `money.ts`. */
const Plain = Big();
Plain.DP = 24;
Plain.RM = Plain.roundHalfEven;
Plain.NE = -1_000;
Plain.PE = 1_000;

const digits = fc.bigInt({ min: 1n, max: 10n ** 40n }).map(String);
const someDecimal = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(digits, fc.integer({ min: 1, max: 999 }).map(String)),
    fc.integer({ min: -40, max: 30 }),
  )
  .map(([sign, whole, power]) => `${sign}${whole}e${power}`);

describe('comparison', () => {
  const close = fc
    .tuple(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -3, max: 3 }))
    .map(([whole, power]) => `${whole}e${power}`);

  test.prop([fc.oneof(close, someDecimal), fc.oneof(close, someDecimal)], { numRuns: 2_000 })(
    'orders as the library does',
    (a, b) => {
      expect(decimal(a).cmp(decimal(b))).toBe(new Plain(a).cmp(new Plain(b)));
      expect(decimal(a).lte(b)).toBe(new Plain(a).lte(b));
    },
  );

  it('takes both zeros for one', () => {
    expect(decimal('-0').cmp(0)).toBe(0);
    expect(decimal('-0').cmp('-1')).toBe(1);
  });
});

describe('division', () => {
  test.prop([someDecimal, someDecimal], { numRuns: 2_000 })('gives every digit that the library gives', (a, b) => {
    const ours = decimal(a).div(decimal(b));
    const plain = new Plain(a).div(new Plain(b));
    expect([ours.s, ours.e, ours.c]).toEqual([plain.s, plain.e, plain.c]);
  });

  test.prop([someDecimal, digits])('leaves the remainder that the library leaves', (a, b) => {
    expect(
      decimal(a)
        .mod(decimal(b))
        .cmp(new Plain(a).mod(new Plain(b))),
    ).toBe(0);
  });

  it('rounds a half to the even digit, and what lies below it to nothing', () => {
    expect(toDecimalString(decimal('5e-25').div(1))).toBe('0');
    expect(toDecimalString(decimal('15e-25').div(1))).toBe('0.000000000000000000000002');
    expect(toDecimalString(decimal('51e-26').div('1'))).toBe('0.000000000000000000000001');
    expect(toDecimalString(decimal(2).div(3))).toBe('0.666666666666666666666667');
  });

  it('goes on working on its results', () => {
    const third = decimal(1).div(3);
    expect(toDecimalString(third.times(3).plus(third).div(third))).toBe('4');
  });

  it('refuses a zero below', () => {
    expect(() => decimal(1).div(0)).toThrow(/zero/);
  });
});
