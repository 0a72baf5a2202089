import { describe, expect, it } from 'vitest';
import { buildLeg, HOUR_MS, T0, type ListingTerms } from './build-carry.fixture.ts';
import type { CarryCandidate } from './carry-candidate.ts';
import { DEFAULT_CARRY_RULES, type CarryRules } from './carry-rules.ts';
import { planCarry } from './plan-carry.ts';

const STEADY = Array.from({ length: 12 }, () => 5);

function plan(listings: readonly ListingTerms[], over: Partial<CarryRules> = {}, notionalUsd = 1_000) {
  return planCarry({ legs: listings.map(buildLeg), notionalUsd, nowMs: T0 }, { ...DEFAULT_CARRY_RULES, ...over });
}

function pair(long: ListingTerms, short: ListingTerms, over: Partial<CarryRules> = {}): CarryCandidate {
  const [one, other] = [buildLeg(long), buildLeg(short)];
  const found = plan([long, short], over).candidates.find(
    ({ longId, shortId }) => longId === one.instrumentId && shortId === other.instrumentId,
  );
  if (found === undefined) throw new Error('there is no such candidate');
  return found;
}

describe('planCarry by hand', () => {
  it('plans two perps of one interval', () => {
    const made = pair(
      { venue: 'BYBIT', rateBps: 1, feeBps: 5.5 },
      { venue: 'OKX', rateBps: 5, feeBps: 5, settledBps: [4, 6] },
    );
    expect(made.edgePerHourBps).toBeCloseTo(0.5, 12);
    expect(made.aprGrossPct).toBeCloseTo(43.8, 10);
    expect([made.feesBps, made.entrySpreadBps, made.exitSpreadBps].map((bps) => Math.round(bps * 1e9) / 1e9)).toEqual([
      21, 10, 10,
    ]);
    expect(made.costBps).toBeCloseTo(41, 9);
    // Settlements at 4, 12, 20, 28, 36 and 44 h bring 4 bps each.
    expect([made.longSettlements, made.shortSettlements]).toEqual([6, 6]);
    expect(made.holdIncomeBps).toBeCloseTo(24, 9);
    expect(made.netBps).toBeCloseTo(-17, 9);
    expect(made.aprNetPct).toBeCloseTo((-17 / 48) * 87.6, 9);
    expect(made.breakEvenHours).toBeCloseTo(82, 9);
    // The eleventh payment brings the sum to 44 bps, 84 h from now.
    expect([made.breakEvenPayments, made.breakEvenMs]).toEqual([11, T0 + 84 * HOUR_MS]);
    expect([made.longSettledFrac, made.shortSettledFrac, made.shortRateFrac]).toEqual([null, 0.0006, 0.0005]);
    expect(made.isWorthIt).toBe(false);
    expect(made.reason).toContain('the costs are earned in 82 h, 48 h is the most');
  });

  it('blends the basis in where the intervals differ, by the share of the interval that has passed', () => {
    const long = { venue: 'BINANCE', rateBps: 0.5, hours: 1, nextInHours: 0.5, basisBps: 1 } as const;
    const short = { venue: 'KUCOIN', rateBps: 8, hours: 8, nextInHours: 2, basisBps: 4 } as const;
    const made = pair(long, short);
    // Short: (0.25 x 8 + 0.75 x 4) / 8 = 0.625 bps an hour; long: (0.5 x 0.5 + 0.5 x 1) / 1 = 0.75.
    expect(made.edgePerHourBps).toBeCloseTo(-0.125, 12);
    expect(made.isBlended).toBe(true);
    expect([made.longSettlements, made.shortSettlements]).toEqual([48, 6]);
    // The next settlements as predicted, the others by the blend: 8 + 5 x 5 - 0.5 - 47 x 0.75.
    expect(made.holdIncomeBps).toBeCloseTo(-2.75, 9);
    expect(made.breakEvenHours).toBeNull();
    // Without a basis only the predicted rates speak: 8/8 - 0.5.
    expect(pair({ ...long, basisBps: Number.NaN }, { ...short, basisBps: Number.NaN }).edgePerHourBps).toBeCloseTo(
      0.5,
      12,
    );
    // A wild basis counts 30 bps at most: (0.25 x 8 + 0.75 x 30) / 8 - 0.75.
    expect(pair(long, { ...short, basisBps: 500 }).edgePerHourBps).toBeCloseTo(2.3125, 12);
  });

  it('counts a settlement every hour against one every eight', () => {
    const made = pair(
      { venue: 'BINANCE', rateBps: 0.1, hours: 1, nextInHours: 1 },
      { venue: 'OKX', rateBps: 8, hours: 8, nextInHours: 8 },
    );
    expect(made.edgePerHourBps).toBeCloseTo(0.9, 12);
    expect([made.longSettlements, made.shortSettlements]).toEqual([48, 6]);
    expect(made.holdIncomeBps).toBeCloseTo(6 * 8 - 48 * 0.1, 9);
    // Costs 40 bps: after 48 h the sum is 43.2, after 40 h 36; the payments of the hours between cost only.
    expect([made.breakEvenPayments, made.breakEvenMs]).toEqual([48, T0 + 48 * HOUR_MS]);
  });

  it.each([
    { long: 1, short: 5, edge: 4 },
    { long: -1, short: 5, edge: 6 },
    { long: -5, short: -1, edge: 4 },
    { long: 1, short: -5, edge: -6 },
    { long: 3, short: 3, edge: 0 },
  ])('earns $edge bps an interval long at $long and short at $short', ({ long, short, edge }) => {
    const made = pair({ venue: 'BYBIT', rateBps: long }, { venue: 'OKX', rateBps: short });
    expect(made.edgePerHourBps * 8).toBeCloseTo(edge, 9);
    expect(made.holdIncomeBps).toBeCloseTo(edge * 6, 9);
  });

  it('plans spot bought against a perp sold, on one venue and on two, and never spot sold', () => {
    const spot = { venue: 'BYBIT', market: 'spot', feeBps: 10, bids: [[99.99, 500]], asks: [[100.01, 500]] } as const;
    const { candidates } = plan([spot, { venue: 'BYBIT', rateBps: 16 }, { venue: 'OKX', rateBps: 8 }]);
    expect(candidates.map(({ longId, shortId }) => `${longId}>${shortId}`)).toEqual([
      'BTCUSDT.SPOT.BYBIT>BTCUSDT.PERP.BYBIT',
      'BTCUSDT.PERP.OKX>BTCUSDT.PERP.BYBIT',
      'BTCUSDT.SPOT.BYBIT>BTCUSDT.PERP.OKX',
      'BTCUSDT.PERP.BYBIT>BTCUSDT.PERP.OKX',
    ]);
    const [best] = candidates;
    // 6 x 16 bps, less fees of 2 x 15 and spreads of 2 x 6.
    expect(best?.netBps).toBeCloseTo(96 - 30 - 12, 9);
    expect([best?.longRateFrac, best?.longNextMs]).toEqual([null, null]);
  });

  it('leaves the basis between the books out of the costs', () => {
    const made = pair(
      { venue: 'BYBIT' },
      { venue: 'OKX', rateBps: 5, bids: [[100.45, 1_000]], asks: [[100.55, 1_000]] },
    );
    expect(made.entrySpreadBps).toBeLessThan(0);
    expect(made.spreadBps).toBeCloseTo((0.2 / 100.25) * 1e4, 9);
  });

  it('does not count a settlement that both legs would miss, and says how short the time is', () => {
    const steady = { settledBps: STEADY, feeBps: 1 };
    const made = pair(
      { venue: 'BYBIT', market: 'spot', feeBps: 1 },
      { venue: 'OKX', rateBps: 20, nextInHours: 5 / 3_600, ...steady },
    );
    expect(made.shortSettlements).toBe(5);
    expect(made.isWorthIt).toBe(false);
    expect(made.reason).toBe('the next settlement is in 5 s, 70 s are needed before it');
    const later = pair(
      { venue: 'BYBIT', market: 'spot', feeBps: 1 },
      { venue: 'OKX', rateBps: 20, nextInHours: 71 / 3_600, ...steady },
    );
    expect([later.isWorthIt, later.shortSettlements]).toEqual([true, 6]);
  });
});

describe('planCarry on books', () => {
  const ladder = {
    bids: [
      [99.99, 10],
      [99.5, 40],
    ],
    asks: [
      [100.01, 10],
      [100.5, 40],
    ],
  } as const;

  it('costs the size by the depth that it takes, and says when there is less', () => {
    const legs = [
      { venue: 'BYBIT', ...ladder },
      { venue: 'OKX', rateBps: 5, ...ladder },
    ] as const;
    const thin = plan(legs, {}, 1_000).candidates[0];
    const deep = plan(legs, {}, 2_000).candidates[0];
    expect(thin?.spreadBps).toBeCloseTo(4, 6);
    // Half at 1 bps, half at 50 bps from the middle: 25.5 on each of four sides.
    expect(deep?.spreadBps).toBeCloseTo(4 * 25.5, 6);
    const cut = plan(legs, {}, 10_000).candidates[0];
    expect([cut?.isCut, Math.round(cut?.sizeUsd ?? 0)]).toEqual([true, 5_000]);
    expect(cut?.reason).toContain('the books show 5,000 USD only');
  });

  it('finds the size whose costs the hold still pays', () => {
    const legs = [
      { venue: 'BYBIT', rateBps: 0, ...ladder },
      { venue: 'OKX', rateBps: 10, ...ladder },
    ] as const;
    const capacity = plan(legs).candidates[0]?.capacityUsd ?? 0;
    // 60 bps less 20 of fees leave 40 of spread: 10 of every side, 1 + 49 x (q - 10) / q from the middle.
    expect(capacity).toBeCloseTo((10 * 49 * 100) / 40, 1);
    expect(plan([{ ...legs[0] }, { ...legs[1], rateBps: 3 }]).candidates[0]?.capacityUsd).toBe(0);
    expect(plan([{ ...legs[0] }, { ...legs[1], rateBps: 100 }]).candidates[0]?.capacityUsd).toBeCloseTo(5_000, 6);
  });
});

describe('planCarry on stability', () => {
  const spot = { venue: 'BYBIT', market: 'spot', feeBps: 1 } as const;
  const rich = { venue: 'OKX', rateBps: 20, feeBps: 1 } as const;

  it('is worth it only with enough settled periods of one sign that vary little', () => {
    expect(pair(spot, { ...rich, settledBps: STEADY })).toMatchObject({
      isWorthIt: true,
      periods: 12,
      sameSignFrac: 1,
      variation: 0,
    });
    expect(pair(spot, rich).reason).toBe('0 settled periods are known, 9 are needed');
    const mixed = pair(spot, { ...rich, settledBps: [5, 5, -5, 5, -5, 5, -5, 5, -5, 5] });
    expect([mixed.isWorthIt, mixed.sameSignFrac]).toEqual([false, 0.6]);
    expect(mixed.variation).toBeCloseTo(Math.sqrt(24) / 1, 9);
    expect(mixed.reason).toContain('60 % of 10 periods');
  });

  it('compares the periods of the longer interval, and only those that are known of both', () => {
    const hourly = Array.from({ length: 79 }, () => 0.25);
    const made = pair(
      { venue: 'BINANCE', rateBps: 0.25, hours: 1, nextInHours: 1, settledBps: hourly },
      { venue: 'OKX', rateBps: 20, nextInHours: 8, settledBps: STEADY },
    );
    // 79 hours hold nine whole periods of eight, and a tenth that lacks an hour.
    expect([made.periods, made.sameSignFrac, made.variation]).toEqual([9, 1, 0]);
  });

  it('forgets what is older than thirty days', () => {
    const settledBps = [...Array.from({ length: 50 }, () => -5), ...Array.from({ length: 90 }, () => 5)];
    expect(pair(spot, { ...rich, settledBps })).toMatchObject({ periods: 90, sameSignFrac: 1 });
  });
});

describe('planCarry on what it names best', () => {
  const cheap = { feeBps: 0.5, bids: [[99.999, 1_000]], asks: [[100.001, 1_000]] } as const;

  it('names the venue whose rate brings more, and the side that earns it', () => {
    const high = plan([
      { venue: 'BYBIT', rateBps: 1, ...cheap },
      { venue: 'OKX', rateBps: 9, ...cheap },
    ]);
    expect(high.best).toEqual({ venue: 'OKX', side: 'short', counterVenue: 'BYBIT', counterMarket: 'perp' });
    const low = plan([
      { venue: 'BYBIT', rateBps: -9, ...cheap },
      { venue: 'OKX', rateBps: 1, ...cheap },
    ]);
    expect(low.best).toEqual({ venue: 'BYBIT', side: 'long', counterVenue: 'OKX', counterMarket: 'perp' });
    const held = plan([
      { venue: 'BYBIT', market: 'spot', ...cheap },
      { venue: 'BYBIT', rateBps: 9, ...cheap },
    ]);
    expect(held.best).toEqual({ venue: 'BYBIT', side: 'short', counterVenue: 'BYBIT', counterMarket: 'spot' });
  });

  it('names none when nothing pays, and says how near it is', () => {
    const made = plan([{ venue: 'BYBIT' }, { venue: 'OKX', rateBps: 1.1 }]);
    expect(made.best).toBeNull();
    expect(made.reason).toMatch(/^nothing pays; the nearest is long BTCUSDT.PERP.BYBIT, short BTCUSDT.PERP.OKX: /);
  });

  it('leaves out what it can not know, with the reason', () => {
    const made = plan([
      { venue: 'BYBIT', rateBps: Number.NaN },
      { venue: 'OKX', fault: 'its book is not live' },
      { venue: 'BINANCE', feeBps: Number.NaN },
      { venue: 'KUCOIN', bids: [] },
      { venue: 'OKX', market: 'spot', bids: [[100, 1]], asks: [[100, 1]] },
      { venue: 'BYBIT', market: 'spot', referencePx: Number.NaN },
    ]);
    expect(made).toMatchObject({ candidates: [], best: null });
    expect(made.excluded.map(({ reason }) => reason)).toEqual([
      'its funding rate is not known',
      'its book is not live',
      'the fee of its account is not known',
      'its book is empty on one side',
      'its best bid is not under its best ask',
      'its reference price is not known',
    ]);
  });

  it('never carries between two coins of one name', () => {
    const made = plan([{ venue: 'BYBIT' }, { venue: 'OKX', rateBps: 90, referencePx: 103 }]);
    expect(made).toMatchObject({ candidates: [], best: null });
    expect(made.reason).toContain(
      'against BTCUSDT.PERP.BYBIT reference prices are 2.96 % apart, 1 % is the most: another coin',
    );
    const far = plan([{ venue: 'BYBIT' }, { venue: 'OKX', rateBps: 90, bids: [[109, 9]], asks: [[109.1, 9]] }]);
    expect(far.excluded.map(({ cause }) => cause)).toEqual(['another-coin', 'another-coin']);
    expect(far.reason).toMatch(/bps apart, 300 bps is the most: another coin/);
  });
});
