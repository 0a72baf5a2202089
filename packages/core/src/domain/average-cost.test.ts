import { describe, expect, it } from 'vitest';
import { applyAtAverageCost, averagePx, FLAT, type CostedQty } from './average-cost.ts';
import { decimal, toDecimalString } from './money.ts';

const held = (qty: string, cost: string): CostedQty => ({ qtyBase: decimal(qty), costQuote: decimal(cost) });

const cases = [
  { name: 'opens a long', before: FLAT, qty: '2', px: '10', after: ['2', '20'], realised: '0', closed: '0' },
  { name: 'opens a short', before: FLAT, qty: '-2', px: '10', after: ['-2', '-20'], realised: '0', closed: '0' },
  {
    name: 'adds to a long',
    before: held('2', '20'),
    qty: '1',
    px: '16',
    after: ['3', '36'],
    realised: '0',
    closed: '0',
  },
  {
    name: 'closes a part of a long',
    before: held('4', '40'),
    qty: '-1',
    px: '12',
    after: ['3', '30'],
    realised: '2',
    closed: '1',
  },
  {
    name: 'closes a part of a short',
    before: held('-4', '-40'),
    qty: '1',
    px: '12',
    after: ['-3', '-30'],
    realised: '-2',
    closed: '1',
  },
  {
    name: 'closes all exactly',
    before: held('3', '10'),
    qty: '-3',
    px: '4',
    after: ['0', '0'],
    realised: '2',
    closed: '3',
  },
  {
    name: 'flips a long to a short',
    before: held('1', '10'),
    qty: '-3',
    px: '12',
    after: ['-2', '-24'],
    realised: '2',
    closed: '1',
  },
  {
    name: 'flips a short to a long',
    before: held('-1', '-10'),
    qty: '3',
    px: '12',
    after: ['2', '24'],
    realised: '-2',
    closed: '1',
  },
];

describe('applyAtAverageCost', () => {
  for (const c of cases) {
    it(c.name, () => {
      const step = applyAtAverageCost(c.before, decimal(c.qty), decimal(c.px));
      expect([step.after.qtyBase, step.after.costQuote].map(toDecimalString)).toEqual(c.after);
      expect(toDecimalString(step.realisedQuote)).toBe(c.realised);
      expect(toDecimalString(step.closedBase)).toBe(c.closed);
    });
  }

  it('loses no digit when a share of the cost is no finite decimal', () => {
    const first = applyAtAverageCost(held('3', '10'), decimal('-1'), decimal('5'));
    const second = applyAtAverageCost(first.after, decimal('-2'), decimal('5'));
    expect(toDecimalString(first.realisedQuote.plus(second.realisedQuote))).toBe('5');
    expect(averagePx(second.after)).toBeNull();
  });
});
