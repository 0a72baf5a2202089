import { describe, expect, it } from 'vitest';
import { planCarryExit, type CarryExitFacts, type CarryExitRules } from './plan-carry-exit.ts';
import { proposeRebalance } from './propose-rebalance.ts';

const HOUR_MS = 3_600_000;
const RULES: CarryExitRules = {
  minAprPct: 5,
  maxHoldMs: 48 * HOUR_MS,
  flipFrac: 0.0003,
  exitSpreadBps: 0,
  marginAlertPct: 20,
  marginReducePct: 12,
};
/** Planned at 0.5 bps an hour (43.8 % a year), held for 9 h, two payments of 4 USD came. */
const FINE: CarryExitFacts = {
  nowMs: 9 * HOUR_MS,
  openedMs: 0,
  areBooksCurrent: true,
  edgePerHourBps: 0.5,
  plannedEdgePerHourBps: 0.5,
  intervalHours: 8,
  exitSpreadBps: 3,
  plannedExitSpreadBps: 2,
  openResultUsd: -20,
  fundingUsd: 8,
  notionalUsd: 10_000,
  plannedCostBps: 20,
  marginPct: { long: null, short: 100 },
};

function due(over: Partial<CarryExitFacts>) {
  return planCarryExit({ ...FINE, ...over }, RULES).map(({ action, rule }) => `${action} ${rule}`);
}

describe('planCarryExit', () => {
  it('closes for nothing but the margin while the venue of a leg is not heard of', () => {
    const over = { edgePerHourBps: -0.5, openedMs: -100 * HOUR_MS, areBooksCurrent: false };
    expect(due({ ...over, areBooksCurrent: true })).toContain('close max-hold');
    expect(due(over).filter((plan) => plan.startsWith('close'))).toEqual([]);
    expect(due({ ...over, marginPct: { long: 5, short: 100 } })).toContain('close margin-reduce');
  });

  it('has nothing to say of a round that goes as planned', () => {
    expect(due({})).toEqual([]);
  });

  it.each([
    // 8 h x 0.0375 is 0.3 bps, the flip is over 3.
    { edge: -0.375, flips: false },
    { edge: -0.3751, flips: true },
    { edge: 0.375, flips: false },
  ])('takes an edge of $edge bps an hour for turned round: $flips', ({ edge, flips }) => {
    expect(due({ edgePerHourBps: edge }).includes('close funding-flip')).toBe(flips);
  });

  it('closes at once when nothing is earned any more, and only at a good spread when too little is', () => {
    expect(due({ edgePerHourBps: 0 })).toEqual(['close apr-gone', 'warn apr-low-held']);
    expect(due({ edgePerHourBps: 0.05 })).toEqual(['warn apr-low-held']);
    expect(due({ edgePerHourBps: 0.05, exitSpreadBps: 2 })).toEqual(['close apr-low']);
    expect(due({ edgePerHourBps: 0.05, exitSpreadBps: null })).toEqual(['warn apr-low-held']);
    // 0.0571 bps an hour are just over 5 % a year.
    expect(due({ edgePerHourBps: 0.0571, exitSpreadBps: 2 })).toEqual([]);
  });

  it('does not close a round for being as poor as it was planned', () => {
    expect(due({ plannedEdgePerHourBps: 0.01, edgePerHourBps: 0.01, exitSpreadBps: 0 })).toEqual([]);
    expect(due({ plannedEdgePerHourBps: -0.2, edgePerHourBps: -0.2, exitSpreadBps: 0 })).toEqual([]);
    expect(due({ plannedEdgePerHourBps: -0.2, edgePerHourBps: 0.5 })).toEqual(['close funding-flip']);
  });

  it('takes a loss beyond the costs that is more than three times the funding', () => {
    // Costs of 20 USD were planned, 8 USD of funding came: 44 USD is the bound.
    expect(due({ openResultUsd: -44 })).toEqual([]);
    expect(due({ openResultUsd: -44.01 })).toEqual(['close loss']);
    // Before the first settlement one planned payment of 4 USD stands in.
    expect(due({ openResultUsd: -32, fundingUsd: 0 })).toEqual([]);
    expect(due({ openResultUsd: -32.01, fundingUsd: 0 })).toEqual(['close loss']);
    expect(due({ openResultUsd: null })).toEqual([]);
  });

  it('ends at the longest hold', () => {
    expect(due({ nowMs: 48 * HOUR_MS - 1 })).toEqual([]);
    expect(due({ nowMs: 48 * HOUR_MS })).toEqual(['close max-hold']);
  });

  it('tells of a leg near its liquidation, and closes both when it is nearer', () => {
    expect(due({ marginPct: { long: null, short: 19.9 } })).toEqual(['warn margin-alert']);
    expect(due({ marginPct: { long: 11.9, short: 19.9 } })).toEqual(['close margin-reduce', 'warn margin-alert']);
    expect(due({ marginPct: { long: 12, short: 20 } })).toEqual(['warn margin-alert']);
  });

  it('decides nothing by what it does not know', () => {
    const unknown = { edgePerHourBps: null, intervalHours: null, exitSpreadBps: null, openResultUsd: null };
    expect(due({ ...unknown, marginPct: { long: null, short: null } })).toEqual([]);
  });
});

describe('proposeRebalance', () => {
  const long = { venue: 'BYBIT', isPerp: true, gainUsd: 60 } as const;
  const short = { venue: 'OKX', isPerp: true, gainUsd: -58 } as const;

  it('names the sum and the way when the legs stand apart', () => {
    expect(proposeRebalance(long, short, 10_000)).toBe(
      'move 59 USDT from BYBIT to OKX: the short lost 58 USD of its margin, the other leg gained 60 USD',
    );
    expect(proposeRebalance({ ...long, gainUsd: 40 }, short, 10_000)).toBeNull();
    expect(proposeRebalance(long, { ...short, venue: 'BYBIT' }, 10_000)).toBeNull();
  });

  it('asks for margin where the gain lies in a coin', () => {
    expect(proposeRebalance({ ...long, isPerp: false }, short, 10_000)).toMatch(/^add 58 USDT of margin at OKX/);
    expect(proposeRebalance({ ...long, isPerp: false, gainUsd: -60 }, { ...short, gainUsd: 58 }, 10_000)).toBeNull();
  });
});
