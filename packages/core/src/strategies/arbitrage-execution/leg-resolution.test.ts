import { describe, expect, it } from 'vitest';
import { decimal, LEG_FILLS, type LegFill } from '../../domain/index.ts';
import { legFillOf, resolveLegs, type LegQuestion, type LegStanding, type Resolution } from './leg-resolution.ts';

const LOT = decimal('0.001');
const HELD: Readonly<Record<LegFill, string>> = { full: '0.01', partial: '0.004', none: '0', unknown: '0' };

function leg(fill: LegFill, over: Partial<LegStanding> = {}): LegStanding {
  return {
    fill,
    heldBase: decimal(HELD[fill]),
    closeMinBase: LOT,
    addMinBase: LOT,
    completionBps: 2,
    unwindBps: 8,
    ...over,
  };
}

function question(buy: LegStanding, sell: LegStanding, over: Partial<LegQuestion> = {}): LegQuestion {
  return { phase: 'entry', buy, sell, lotBase: LOT, repairMaxBps: 20, completionsLeft: 2, ...over };
}

/** A resolution in one word: what is done with which leg, and how much. */
function said(resolution: Resolution): string {
  switch (resolution.kind) {
    case 'complete':
      return `complete ${resolution.leg} ${resolution.qtyBase.toString()}`;
    case 'close':
      return resolution.parts.map(({ kind, leg: key, qtyBase }) => `${kind} ${key} ${qtyBase.toString()}`).join(' + ');
    default:
      return resolution.kind;
  }
}

/** Rows are the buy leg, columns the sell leg: while completing is the cheaper, and while it is not. */
const CHEAP: Readonly<Record<LegFill, readonly [string, string, string, string]>> = {
  full: ['hedged', 'complete sell 0.006', 'complete sell 0.01', 'wait'],
  partial: ['complete buy 0.006', 'hedged', 'unwind buy 0.004', 'wait'],
  none: ['complete buy 0.01', 'unwind sell 0.004', 'flat', 'wait'],
  unknown: ['wait', 'wait', 'wait', 'wait'],
};
const DEAR: Readonly<Record<LegFill, readonly [string, string, string, string]>> = {
  full: ['hedged', 'trim buy 0.006', 'unwind buy 0.01', 'wait'],
  partial: ['trim sell 0.006', 'hedged', 'unwind buy 0.004', 'wait'],
  none: ['unwind sell 0.01', 'unwind sell 0.004', 'flat', 'wait'],
  unknown: ['wait', 'wait', 'wait', 'wait'],
};

const CELLS = LEG_FILLS.flatMap((buy) => LEG_FILLS.map((sell, at) => ({ buy, sell, at })));

describe('the leg-resolution matrix of an entry', () => {
  it.each(CELLS)('buy $buy, sell $sell: completes where that is the cheaper', ({ buy, sell, at }) => {
    expect(said(resolveLegs(question(leg(buy), leg(sell))))).toBe(CHEAP[buy][at]);
  });

  it.each(CELLS)('buy $buy, sell $sell: brings down where completing is the dearer', ({ buy, sell, at }) => {
    const dear = { completionBps: 15, unwindBps: 8 };
    expect(said(resolveLegs(question(leg(buy, dear), leg(sell, dear))))).toBe(DEAR[buy][at]);
  });

  it.each(CELLS)('buy $buy, sell $sell: never completes beyond the budget', ({ buy, sell, at }) => {
    const dear = { completionBps: 21, unwindBps: 90 };
    expect(said(resolveLegs(question(leg(buy, dear), leg(sell, dear))))).toBe(DEAR[buy][at]);
  });

  it.each(CELLS)('buy $buy, sell $sell: completes nothing when no try is left', ({ buy, sell, at }) => {
    expect(said(resolveLegs(question(leg(buy), leg(sell), { completionsLeft: 0 })))).toBe(DEAR[buy][at]);
  });

  it.each(CELLS)('buy $buy, sell $sell: completes nothing into a book that is not there', ({ buy, sell, at }) => {
    const blind = { completionBps: null, unwindBps: null };
    expect(said(resolveLegs(question(leg(buy, blind), leg(sell, blind))))).toBe(DEAR[buy][at]);
  });

  it('brings the larger of two parts down to the smaller', () => {
    const more = leg('partial', { heldBase: decimal('0.007') });
    expect(said(resolveLegs(question(more, leg('partial'))))).toBe('trim buy 0.003');
    expect(said(resolveLegs(question(leg('partial'), more)))).toBe('trim sell 0.003');
  });

  it('leaves as dust what is too little for any order', () => {
    const coarse = { closeMinBase: decimal('0.005'), addMinBase: decimal('0.005') };
    const more = leg('partial', { heldBase: decimal('0.007'), ...coarse });
    expect(resolveLegs(question(more, leg('partial', coarse)))).toMatchObject({ kind: 'hedged' });
    const crumb = leg('partial', { heldBase: decimal('0.004'), ...coarse });
    expect(said(resolveLegs(question(crumb, leg('none'))))).toBe('flat');
  });
});

describe('the leg-resolution matrix of an exit', () => {
  const held = (fill: LegFill): string => HELD[fill];

  it.each(CELLS)('buy $buy, sell $sell: closes whatever is held', ({ buy, sell }) => {
    const parts = [
      ...(Number(held(buy)) > 0 ? [`unwind buy ${held(buy)}`] : []),
      ...(Number(held(sell)) > 0 ? [`unwind sell ${held(sell)}`] : []),
    ];
    const isUnknown = buy === 'unknown' || sell === 'unknown';
    const expected = isUnknown ? 'wait' : parts.length === 0 ? 'flat' : parts.join(' + ');
    expect(said(resolveLegs(question(leg(buy), leg(sell), { phase: 'exit' })))).toBe(expected);
  });
});

describe('how a leg was filled', () => {
  it.each([
    ['0.01', 'full'],
    ['0.0095', 'full'],
    ['0.009', 'partial'],
    ['0.001', 'partial'],
    ['0.0009', 'none'],
    ['0', 'none'],
  ])('%s of 0.01 with a lot of 0.001 is %s', (heldBase, fill) => {
    expect(legFillOf(decimal(heldBase), decimal('0.01'), LOT)).toBe(fill);
  });
});

describe('less than a common lot between two open legs', () => {
  const apart = { heldBase: decimal('0.0105') };

  it('is no difference while an order can not take it away', () => {
    expect(resolveLegs(question(leg('full', apart), leg('full')))).toEqual({
      kind: 'hedged',
      dustBase: decimal('0.0005'),
    });
  });

  it('is given back where the finer listing of the larger leg can', () => {
    const fine = leg('full', { ...apart, closeMinBase: decimal('0.0001') });
    expect(said(resolveLegs(question(fine, leg('full'))))).toBe('trim buy 0.0005');
    expect(said(resolveLegs(question(leg('full', { closeMinBase: decimal('0.0001') }), leg('full', apart))))).toBe(
      'hedged',
    );
  });
});
