import { expect, it } from 'vitest';
import { decimal } from '../../domain/index.ts';
import { atMost } from './decide.ts';

const said = (value: string, bound: string) => {
  const decision = atMost('quantisation-loss', 'rounding takes', { value: decimal(value), bound: decimal(bound) }, '');
  return [decision.detail, decision.value];
};

it('words a figure in eight digits and keeps it exact beside the words', () => {
  expect(said('0.466783749999999999999985', '0.1')).toEqual([
    'rounding takes 0.46678375, more than 0.1',
    '0.466783749999999999999985',
  ]);
  expect(said('12345.678', '20000')).toEqual(['rounding takes 12345.678, at most 20000', '12345.678']);
});

it('never words a figure as its bound, or beyond it, when it is not', () => {
  expect(said('0.10000000000001', '0.1')[0]).toBe('rounding takes 0.10000001, more than 0.1');
  expect(said('0.09999999999999', '0.1')[0]).toBe('rounding takes 0.099999999, at most 0.1');
  expect(said('-0.09999999999999', '-0.1')[0]).toBe('rounding takes -0.099999999, more than -0.1');
});
