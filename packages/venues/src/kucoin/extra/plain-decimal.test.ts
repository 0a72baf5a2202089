import { describe, expect, it } from 'vitest';
import { plainDecimal } from './plain-decimal.ts';

describe('plainDecimal', () => {
  const cases: readonly (readonly [unknown, string | null])[] = [
    ['0.0001', '0.0001'],
    [0.1, '0.1'],
    [1e-7, '0.0000001'],
    ['2.0E-4', '0.0002'],
    ['1.29E9', '1290000000'],
    ['12.345E2', '1234.5'],
    [1e21, '1000000000000000000000'],
    ['00.50', '0.5'],
    ['1.000', '1'],
    ['-3.20', '-3.2'],
    ['', null],
    ['abc', null],
    [Number.NaN, null],
    [null, null],
  ];
  for (const [value, text] of cases) {
    it(`writes ${JSON.stringify(value)} as ${text}`, () => expect(plainDecimal(value)).toBe(text));
  }
});
