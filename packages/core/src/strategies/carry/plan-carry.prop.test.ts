import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { MARKETS, VENUES, walkVwap } from '../../domain/index.ts';
import { buildLeg, HOUR_MS, T0 } from './build-carry.fixture.ts';
import type { CarryCandidate } from './carry-candidate.ts';
import type { CarryLeg } from './carry-leg.ts';
import { DEFAULT_CARRY_RULES as RULES } from './carry-rules.ts';
import { planCarry } from './plan-carry.ts';

const listing = fc.record({
  venue: fc.constantFrom(...VENUES),
  market: fc.constantFrom(...MARKETS),
  rateBps: fc.integer({ min: -200, max: 200 }).map((tenths) => tenths / 10),
  hours: fc.constantFrom(1, 2, 4, 8),
  nextInHours: fc.integer({ min: 1, max: 480 }).map((minutes) => minutes / 60),
  basisBps: fc.option(fc.integer({ min: -60, max: 60 }), { nil: undefined }).map((bps) => bps ?? Number.NaN),
  feeBps: fc.integer({ min: -1, max: 12 }),
  half: fc.integer({ min: 1, max: 40 }),
  shift: fc.integer({ min: -30, max: 30 }),
  qty: fc.integer({ min: 1, max: 50 }),
});

type Given = typeof listing extends fc.Arbitrary<infer T> ? T : never;

const listings = fc.uniqueArray(listing, {
  minLength: 2,
  maxLength: 8,
  selector: ({ venue, market }) => `${venue}${market}`,
});

function legOf({ half, shift, qty, nextInHours, hours, ...terms }: Given): CarryLeg {
  const mid = 100 + shift / 100;
  const bids = [0, 1, 2].map((at) => [mid - (half * (at + 1)) / 100, qty] as const);
  const asks = [0, 1, 2].map((at) => [mid + (half * (at + 1)) / 100, qty] as const);
  return buildLeg({ ...terms, hours, nextInHours: Math.min(nextInHours, hours), bids, asks });
}

/** Settlement by settlement through the hold, leg by leg: slow, and shares nothing with the planner but the walk of a book. */
function slowNetBps(long: CarryLeg, short: CarryLeg, sizeUsd: number): number {
  const isBlended = long.funding?.intervalHours !== short.funding?.intervalHours && long.funding !== null;
  let income = 0;
  for (const [leg, sign] of [
    [long, -1],
    [short, 1],
  ] as const) {
    const { funding } = leg;
    if (funding === null) continue;
    const intervalMs = funding.intervalHours * HOUR_MS;
    const passed = Math.min(1, Math.max(0, 1 - (funding.nextMs - T0) / intervalMs));
    const basis = Math.max(-30, Math.min(30, funding.basisFrac * 1e4));
    const predicted = funding.rateFrac * 1e4;
    const later = isBlended && !Number.isNaN(basis) ? (1 - passed) * predicted + passed * basis : predicted;
    for (let atMs = funding.nextMs; atMs <= T0 + RULES.maxHoldMs; atMs += intervalMs) {
      if (atMs > T0 + RULES.executionMs) income += sign * (atMs === funding.nextMs ? predicted : later);
    }
  }
  const best = [long.asks, long.bids, short.asks, short.bids].map(({ px }) => px[0] as number);
  const mid = best.reduce((sum, px) => sum + px, 0) / 4;
  const deep = [long.asks, long.bids, short.asks, short.bids].map(({ qtyBase, count }) =>
    qtyBase.slice(0, count).reduce((sum, qty) => sum + qty, 0),
  );
  const qty = Math.min(sizeUsd / mid, ...deep);
  const paid = (leg: CarryLeg) => walkVwap(leg.asks, qty).vwapPx - walkVwap(leg.bids, qty).vwapPx;
  const spread = ((paid(long) + paid(short)) / mid) * 1e4;
  return income - spread - 2 * long.takerBps - 2 * short.takerBps;
}

describe('planCarry', () => {
  test.prop([listings, fc.integer({ min: 50, max: 20_000 })], { numRuns: 400 })(
    'plans every allowed pair as a slow count does, and its best has no worse net than any other',
    (given, notionalUsd) => {
      const legs = given.map(legOf);
      const made = planCarry({ legs, notionalUsd, nowMs: T0 }, RULES);
      const expected = legs.flatMap((long) =>
        legs
          .filter(({ market, venue }) => market === 'perp' && (long.market === 'spot' || long.venue !== venue))
          .map((short) => ({
            name: `${long.instrumentId}>${short.instrumentId}`,
            netBps: slowNetBps(long, short, notionalUsd),
          })),
      );
      const nameOf = ({ longId, shortId }: CarryCandidate) => `${longId}>${shortId}`;
      expect(made.candidates.map(nameOf).sort()).toEqual(expected.map(({ name }) => name).sort());
      const slow = new Map(expected.map(({ name, netBps }) => [name, netBps]));
      for (const candidate of made.candidates) {
        expect(candidate.netBps).toBeCloseTo(slow.get(nameOf(candidate)) ?? Number.NaN, 6);
      }
      const most = Math.max(Number.NEGATIVE_INFINITY, ...expected.map(({ netBps }) => netBps));
      const { best, candidates } = made;
      if (best === null) {
        expect(most).toBeLessThanOrEqual(1e-6);
        return;
      }
      expect(candidates[0]?.netBps).toBeCloseTo(most, 6);
      const named = best.side === 'short' ? candidates[0]?.shortVenue : candidates[0]?.longVenue;
      expect(named).toBe(best.venue);
    },
  );

  test.prop([listings], { numRuns: 200 })('never costs more at its capacity than the hold brings', (given) => {
    const legs = given.map(legOf);
    for (const { longId, shortId, capacityUsd, holdIncomeBps } of planCarry(
      { legs, notionalUsd: 100, nowMs: T0 },
      RULES,
    ).candidates) {
      if (capacityUsd < 1e-3) continue;
      const own = legs.filter(({ instrumentId }) => instrumentId === longId || instrumentId === shortId);
      const again = planCarry({ legs: own, notionalUsd: capacityUsd, nowMs: T0 }, RULES).candidates.find(
        (each) => each.longId === longId && each.shortId === shortId,
      );
      expect(again?.costBps).toBeLessThanOrEqual(holdIncomeBps + 1e-3);
    }
  });
});
