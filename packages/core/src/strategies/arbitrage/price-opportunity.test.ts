import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { DepthLevels, walkVwap } from '../../domain/index.ts';
import { capacityUsd } from './capacity.ts';
import { PairTable, type Pair } from './pair-table.ts';
import { priceOpportunity, type PriceRequest } from './price-opportunity.ts';

type Level = readonly [px: number, qtyBase: number];

function depthOf(levels: readonly Level[]): DepthLevels {
  const depth = new DepthLevels();
  for (const [px, qty] of levels) {
    depth.px[depth.count] = px;
    depth.qtyBase[depth.count] = qty;
    depth.count += 1;
  }
  return depth;
}

/** Buy BINANCE perp (5 bps), sell KUCOIN perp (6 bps), common step 0.1. */
function pairOf(over: Partial<Pair> = {}): Pair {
  const table = new PairTable([
    buildInstrument({ qtyStep: '0.1', qtyMin: '0.1' }),
    buildInstrument({ venue: 'KUCOIN', qtyStep: '0.1', qtyMin: '0.1' }),
  ]);
  return { ...(table.pairs[0] as Pair), ...over };
}

function requestOf(over: Partial<PriceRequest> = {}): PriceRequest {
  return {
    pair: pairOf(),
    asks: depthOf([
      [99.9, 1],
      [100.1, 1],
    ]),
    bids: depthOf([
      [100.9, 1],
      [100.7, 3],
    ]),
    maxPositionUsd: 1_000_000,
    maxQtyBase: Infinity,
    minEntryNetBps: 10,
    latencyReserveBps: 2,
    exitSpreadBps: 4,
    fundingBps: 1.5,
    loan: null,
    learned: () => null,
    ...over,
  };
}

describe('priceOpportunity', () => {
  it('walks both books for the same size and takes off four fees, reserve and exit', () => {
    const priced = priceOpportunity(requestOf());
    // Size: min(2, 4) = 2. Buy (99.9 + 100.1) / 2 = 100. Sell (100.9 + 100.7) / 2 = 100.8. Mid 100.4.
    expect(priced.qtyBase).toBe(2);
    expect(priced.buyVwapPx).toBeCloseTo(100, 10);
    expect(priced.sellVwapPx).toBeCloseTo(100.8, 10);
    // Gross 0.8 / 100.4 = 79.6813 bps; entry net - 5 - 6 - 2 = 66.6813; round trip - 11 - 4 = 51.6813.
    expect(priced.grossBps).toBeCloseTo(79.6813, 3);
    expect(priced.entryNetBps).toBeCloseTo(66.6813, 3);
    expect(priced.roundTripNetBps).toBeCloseTo(51.6813, 3);
    // Notional 200.8 USD; (51.6813 + 1.5) bps of it = 1.06788 USD.
    expect(priced.notionalUsd).toBeCloseTo(200.8, 8);
    expect(priced.expectedUsd).toBeCloseTo(1.06788, 4);
    // Slippage: 100 / 99.9 - 1 = 10.01 bps; 1 - 100.8 / 100.9 = 9.91 bps.
    expect(priced.buySlippageBps).toBeCloseTo(10.01, 2);
    expect(priced.sellSlippageBps).toBeCloseTo(9.911, 2);
  });

  it('cuts the size at the position limit and floors it to the common step', () => {
    // 57 USD / 100.4 = 0.5677 -> 0.5
    expect(priceOpportunity(requestOf({ maxPositionUsd: 57 })).qtyBase).toBe(0.5);
  });

  it('never exceeds the position limit at the prices paid', () => {
    const asks = depthOf([
      [100, 0.1],
      [120, 10],
    ]);
    const bids = depthOf([[100, 100]]);
    const { notionalUsd } = priceOpportunity(requestOf({ asks, bids, maxPositionUsd: 300 }));
    expect(notionalUsd).toBeLessThanOrEqual(300);
    expect(notionalUsd).toBeGreaterThan(270);
  });

  it("cuts the size at the venues' largest order", () => {
    expect(priceOpportunity(requestOf({ pair: pairOf({ qtyMaxBase: 0.75 }) })).qtyBase).toBe(0.7);
  });

  it('has size 0 at the best prices when not even one step fits', () => {
    const priced = priceOpportunity(requestOf({ maxPositionUsd: 5 }));
    expect([priced.qtyBase, priced.notionalUsd, priced.buyVwapPx, priced.sellVwapPx]).toEqual([0, 0, 99.9, 100.9]);
  });

  it('keeps a negative net negative', () => {
    const asks = depthOf([[101, 1]]);
    const bids = depthOf([[100, 1]]);
    const priced = priceOpportunity(requestOf({ asks, bids }));
    // -1 / 100.5 = -99.5025 bps, - 13 = -112.5025
    expect(priced.entryNetBps).toBeCloseTo(-112.5025, 3);
    expect(priced.expectedUsd).toBeLessThan(0);
    expect(priced.capacityUsd).toBe(0);
  });

  it('leaves the round trip unknown while the exit spread is', () => {
    const priced = priceOpportunity(requestOf({ exitSpreadBps: null, fundingBps: null }));
    expect(priced.roundTripNetBps).toBeNull();
    // Entry net 66.6813 - 11 exit fees = 55.6813 bps of 200.8 USD = 1.11808
    expect(priced.expectedUsd).toBeCloseTo(1.11808, 4);
  });
});

describe('what the accounts and the learner know', () => {
  it('takes of the largest size the share that is expected to earn most', () => {
    // 2 base are possible. Filling costs 1 bps under 120 USD and 70 above: half the size earns more than all of it.
    const priced = priceOpportunity(
      requestOf({ learned: (_, usd) => ({ costBps: usd > 120 ? 70 : 1, fillProbability: 0.9 }) }),
    );
    expect([priced.qtyBase, priced.sizeFrac, priced.learnedCostBps, priced.fillProbability]).toEqual([1, 0.5, 1, 0.9]);
    // At 1 base: (100.9 - 99.9) / 100.4 = 99.6016 gross, - 22 fees - 4 exit + 1.5 funding - 1 learned; the reserve is replaced.
    expect(priced.learnedNetBps).toBeCloseTo(74.1016, 3);
    expect(priced.expectedUsd).toBeCloseTo(((100.4 * 74.1016) / 1e4) * 0.9, 5);
  });

  it('takes the largest size while nothing was learned of it', () => {
    const learned = (_: Pair, usd: number) => (usd > 120 ? null : { costBps: 0, fillProbability: 1 });
    const priced = priceOpportunity(requestOf({ learned }));
    expect([priced.qtyBase, priced.sizeFrac, priced.learnedNetBps]).toEqual([2, 1, null]);
  });

  it('goes under no minimum order for a better expectation', () => {
    const learned = (_: Pair, usd: number) => ({ costBps: usd, fillProbability: 1 });
    expect(priceOpportunity(requestOf({ learned })).qtyBase).toBe(0.5);
    expect(priceOpportunity(requestOf({ learned, pair: pairOf({ qtyMinBase: 1 }) })).qtyBase).toBe(1);
    expect(priceOpportunity(requestOf({ learned, pair: pairOf({ notionalMin: 120 }) })).qtyBase).toBe(1.5);
  });

  it('takes off the loan of what is not held, over the hold', () => {
    const loan = { perHourFrac: 0.00002, inventoryBase: 0.5, holdHours: 2 };
    const free = priceOpportunity(requestOf());
    const priced = priceOpportunity(requestOf({ loan }));
    // 3/4 of the size are borrowed: 0.2 bps x 2 h x 0.75 = 0.3 bps.
    expect(priced.borrowBps).toBeCloseTo(0.3, 10);
    expect(free.expectedUsd - priced.expectedUsd).toBeCloseTo((free.notionalUsd * 0.3) / 1e4, 10);
    expect(priceOpportunity(requestOf({ loan: { ...loan, inventoryBase: 2 } })).borrowBps).toBe(0);
    expect(priceOpportunity(requestOf({ loan: { ...loan, perHourFrac: null } })).borrowBps).toBeNull();
    expect(priceOpportunity(requestOf({ loan: { ...loan, perHourFrac: Number.NaN } })).borrowBps).toBeNull();
  });

  it('counts with the fee of the account from the moment it is known', () => {
    const table = new PairTable([buildInstrument(), buildInstrument({ venue: 'KUCOIN' })]);
    table.setTakerBps(0, 3.2);
    expect(table.pairs.map((pair) => [pair.buyFeeBps, pair.buyFeeSource, pair.sellFeeBps, pair.sellFeeSource])).toEqual(
      [
        [3.2, 'account', 6, 'tier'],
        [6, 'tier', 3.2, 'account'],
      ],
    );
    expect([...table.feesBps]).toEqual([9.2, 9.2]);
    expect([...table.touchFeesBps]).toEqual([9.2, 9.2, 9.2, 9.2]);
    table.setTakerBps(0, null);
    expect([...table.touchFeesBps]).toEqual([11, 11, 11, 11]);
  });
});

describe('capacityUsd', () => {
  it('ends inside the level where the edge meets the minimum', () => {
    // Level 1: buy 100, sell 101 x 1. Level 2: buy 100.9, sell 101 x 10. Minimum 50 bps gross.
    // 2 (S - B) = 0.005 (S + B) with S = 101 + 101 q, B = 100 + 100.9 q:
    // 2 + 0.2 q = 1.005 + 1.0095 q -> q = 0.995 / 0.8095 = 1.229153; (S + B) / 2 = 100.5 + 100.95 q = 224.583 USD.
    const asks = depthOf([
      [100, 1],
      [100.9, 10],
    ]);
    expect(capacityUsd(asks, depthOf([[101, 20]]), 50)).toBeCloseTo(224.583, 3);
  });

  it('is bounded by the thinner book', () => {
    expect(capacityUsd(depthOf([[100, 3]]), depthOf([[102, 5]]), 10)).toBeCloseTo(303, 10);
  });

  // In words: at the capacity the gross edge of both walks is the minimum, or one book is at its end.
  const qty = fc.double({ min: 0.01, max: 50, noNaN: true });
  const steps = fc.array(fc.tuple(fc.double({ min: 0.001, max: 0.2, noNaN: true }), qty), {
    minLength: 1,
    maxLength: 12,
  });
  test.prop([steps, steps, fc.double({ min: 0, max: 80, noNaN: true })])(
    'is the size at which the edge reaches the minimum',
    (askSteps, bidSteps, minGrossBps) => {
      const asks = depthOf(askSteps.map(([, size], at) => [100 + sum(askSteps, at), size]));
      const bids = depthOf(bidSteps.map(([, size], at) => [101 - sum(bidSteps, at), size]));
      const usd = capacityUsd(asks, bids, minGrossBps);
      const depth = Math.min(sum2(askSteps), sum2(bidSteps));
      fc.pre(usd > 0);
      const size = sizeAt(asks, bids, usd, depth);
      const buy = walkVwap(asks, size).vwapPx;
      const sell = walkVwap(bids, size).vwapPx;
      const gross = ((sell - buy) / ((sell + buy) / 2)) * 1e4;
      if (size > depth * (1 - 1e-6)) expect(gross).toBeGreaterThanOrEqual(minGrossBps - 1e-3);
      else expect(Math.abs(gross - minGrossBps)).toBeLessThan(1e-3);
    },
  );
});

function sum(steps: readonly (readonly [number, number])[], upTo: number): number {
  return steps.slice(0, upTo + 1).reduce((total, [step]) => total + step, 0);
}

function sum2(steps: readonly (readonly [number, number])[]): number {
  return steps.reduce((total, [, size]) => total + size, 0);
}

/** Finds the base size whose mid notional is `usd` by bisection. */
function sizeAt(asks: DepthLevels, bids: DepthLevels, usd: number, depth: number): number {
  let low = 0;
  let high = depth;
  for (let round = 0; round < 200; round += 1) {
    const middle = (low + high) / 2;
    const notional = (middle * (walkVwap(asks, middle).vwapPx + walkVwap(bids, middle).vwapPx)) / 2;
    if (notional < usd) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
