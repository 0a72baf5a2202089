import { describe, expect, it } from 'vitest';
import { decimalsOf, fixedText, stepText, trimZeros, unitsText } from './text.ts';

describe('exact decimal text', () => {
  it('prints whole steps without a rounding error or an exponent', () => {
    expect(stepText(0.1, 2)(639439)).toBe('63943.90');
    expect(stepText(0.01, 8)(6400010)).toBe('64000.10000000');
    expect(stepText(0.00000001, 8)(1234)).toBe('0.00001234');
    expect(stepText(1, 0)(7)).toBe('7');
    expect(stepText(1, 8)(1_000_000_000)).toBe('1000000000.00000000');
    expect(stepText(10, 1)(3)).toBe('30.0');
    expect(stepText(0.5, 1)(3)).toBe('1.5');
  });

  it('keeps every step apart over a wide range', () => {
    const print = stepText(0.00001, 5);
    for (let count = 1; count < 200_000; count += 37) expect(Math.round(Number(print(count)) / 0.00001)).toBe(count);
  });

  it('refuses a step that the digits cannot hold', () => {
    expect(() => stepText(0.001, 2)).toThrow('Invariant');
  });

  it('finds the decimals of a step', () => {
    expect([1, 10, 0.1, 0.5, 0.05, 1e-8].map(decimalsOf)).toEqual([0, 0, 1, 1, 2, 8]);
  });

  it('trims zeros only after the point', () => {
    expect(['64000.10', '5.00', '100', '0.00659'].map(trimZeros)).toEqual(['64000.1', '5', '100', '0.00659']);
  });

  it('prints computed figures and refuses NaN', () => {
    expect(fixedText(-0.00001, 2)).toBe('0.00');
    expect(unitsText(-5, 2)).toBe('-0.05');
    expect(() => fixedText(Number.NaN, 2)).toThrow('Invariant');
  });
});
