import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { decimal, DepthLevels, type Decimal } from '../../domain/index.ts';
import { capacityUsd } from './capacity.ts';
import { fundingIncomeBps, settlementsWithin } from './funding-income.ts';
import { PairTable, type Pair } from './pair-table.ts';
import { priceOpportunity, type PriceRequest } from './price-opportunity.ts';
import {
  slowCapacity,
  slowConvert,
  slowDepth,
  slowEdge,
  slowSettlements,
  slowSize,
  type SlowLevel,
  type SlowStep,
} from './slow-opportunity.fixture.ts';
import type { ConversionTerms } from './triangular/convert.ts';
import { walkTriangle, type ThreeTerms } from './triangular/walk-triangle.ts';

const HOUR_MS = 3_600_000;
const NOW = 1_700_000_000_000;
/** So near to the edge of a step floats may stand on its other side: a share of the quantity. */
const EDGE_FRAC = 1e-10;

function depthOf(levels: readonly SlowLevel[]): DepthLevels {
  const depth = new DepthLevels();
  levels.forEach(([px, qty], at) => {
    depth.px[at] = px;
    depth.qtyBase[at] = qty;
  });
  depth.count = levels.length;
  return depth;
}

/** Levels from a start price on, worse by whole ticks of 0.1, in whole thousandths of the coin. */
const ladder = (startTicks: fc.Arbitrary<number>, sign: 1 | -1): fc.Arbitrary<readonly SlowLevel[]> =>
  fc
    .tuple(
      startTicks,
      fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 4000 })), {
        minLength: 1,
        maxLength: 14,
      }),
    )
    .map(([start, steps]) => {
      let ticks = start;
      return steps.map(([gap, thousandths], at): SlowLevel => {
        if (at > 0) ticks += sign * gap;
        return [ticks / 10, thousandths / 1000];
      });
    });

const asks = ladder(fc.integer({ min: 9900, max: 10_050 }), 1);
const bids = ladder(fc.integer({ min: 9950, max: 10_200 }), -1);
const steps = fc.constantFrom(
  ['0.001', '0.001'],
  ['0.002', '0.005'],
  ['0.1', '0.01'],
  ['0.03', '0.02'],
  ['1', '0.001'],
) as fc.Arbitrary<readonly [string, string]>;

const market = fc.record({
  asks,
  bids,
  steps,
  maxUsd: fc.integer({ min: 5, max: 20_000 }),
  qtyMax: fc.option(fc.integer({ min: 1, max: 9 }), { nil: null }),
  fees: fc.tuple(fc.integer({ min: 0, max: 120 }), fc.integer({ min: 0, max: 120 })),
  reserve: fc.integer({ min: 0, max: 50 }),
  exit: fc.option(fc.integer({ min: -200, max: 400 }), { nil: null }),
  funding: fc.option(fc.integer({ min: -300, max: 300 }), { nil: null }),
  loan: fc.option(fc.record({ rate: fc.integer({ min: 0, max: 900 }), held: fc.integer({ min: 0, max: 3000 }) }), {
    nil: null,
  }),
});
type Case = typeof market extends fc.Arbitrary<infer T> ? T : never;

const LCM: Readonly<Record<string, string>> = {
  '0.001 0.001': '0.001',
  '0.002 0.005': '0.01',
  '0.1 0.01': '0.1',
  '0.03 0.02': '0.06',
  '1 0.001': '1',
};

function requestOf(one: Case): { readonly request: PriceRequest; readonly step: Decimal } {
  const table = new PairTable([
    buildInstrument({ qtyStep: one.steps[0], qtyMax: one.qtyMax === null ? null : String(one.qtyMax) }),
    buildInstrument({ venue: 'KUCOIN', qtyStep: one.steps[1] }),
  ]);
  table.setTakerBps(0, one.fees[0] / 10);
  table.setTakerBps(1, one.fees[1] / 10);
  const request: PriceRequest = {
    pair: table.pairs[0] as Pair,
    asks: depthOf(one.asks),
    bids: depthOf(one.bids),
    maxPositionUsd: one.maxUsd,
    maxQtyBase: Infinity,
    minEntryNetBps: 10,
    latencyReserveBps: one.reserve / 10,
    exitSpreadBps: one.exit === null ? null : one.exit / 10,
    fundingBps: one.funding === null ? null : one.funding / 10,
    loan:
      one.loan === null
        ? null
        : { perHourFrac: one.loan.rate / 1e7, inventoryBase: one.loan.held / 1000, holdHours: 4 },
    learned: () => null,
  };
  return { request, step: decimal(LCM[one.steps.join(' ')] ?? '0') };
}

const near = (got: number, wanted: Decimal, digits = 6): void => expect(got).toBeCloseTo(Number(wanted), digits);

describe('an opportunity against a slow reference', () => {
  test.prop([market], { numRuns: 600 })('has its size', (one) => {
    const { request, step } = requestOf(one);
    const terms = { asks: one.asks, bids: one.bids, feesBps: 0, reserveBps: 0 };
    const wanted = Number(slowSize(terms, { step, qtyMaxBase: one.qtyMax ?? Infinity, maxUsd: one.maxUsd }));
    const got = priceOpportunity(request).qtyBase;
    const oneStep = Number(step);
    expect(Math.abs(got / oneStep - Math.round(got / oneStep))).toBeLessThan(1e-9);
    // The position limit is applied at the prices of a slightly larger walk, so a step may be left out, never one too many.
    const worst = (one.asks.at(-1)?.[0] ?? 1) / (one.asks[0]?.[0] ?? 1);
    const slip = Math.max(worst, (one.bids[0]?.[0] ?? 1) / (one.bids.at(-1)?.[0] ?? 1)) - 1;
    expect(got).toBeLessThanOrEqual(wanted + 1e-12);
    expect(got).toBeGreaterThanOrEqual(wanted * (1 - slip) - oneStep - 1e-12);
  });

  test.prop([market], { numRuns: 600 })('has every figure', (one) => {
    const { request } = requestOf(one);
    const got = priceOpportunity(request);
    const qty = decimal(got.qtyBase);
    const feesBps = (one.fees[0] + one.fees[1]) / 10;
    const terms = { asks: one.asks, bids: one.bids, feesBps, reserveBps: one.reserve / 10 };
    const edge = slowEdge(terms, qty);
    near(got.buyVwapPx, edge.buyPx, 8);
    near(got.sellVwapPx, edge.sellPx, 8);
    near(got.grossBps, edge.grossBps);
    near(got.entryNetBps, edge.entryNetBps);
    near(got.notionalUsd, edge.notionalUsd);
    const afterExit = edge.entryNetBps.minus(decimal(feesBps));
    const roundTrip = one.exit === null ? null : afterExit.minus(decimal(one.exit / 10));
    if (roundTrip === null) expect(got.roundTripNetBps).toBeNull();
    else near(got.roundTripNetBps as number, roundTrip);
    const short = one.loan === null ? 0 : Math.max(0, got.qtyBase - one.loan.held / 1000);
    const loan = got.qtyBase === 0 ? 0 : ((one.loan?.rate ?? 0) / 1000) * 4 * (short / got.qtyBase);
    expect(got.borrowBps).toBeCloseTo(loan, 6);
    const expected = (roundTrip ?? afterExit).plus(decimal((one.funding ?? 0) / 10)).minus(decimal(loan.toFixed(12)));
    near(got.expectedUsd, edge.notionalUsd.times(expected).div(10_000));
  });

  test.prop([asks, bids, fc.integer({ min: 0, max: 1500 })], { numRuns: 300 })('has its capacity', (a, b, tenths) => {
    const wanted = slowCapacity({ asks: a, bids: b, feesBps: 0, reserveBps: 0 }, tenths / 10);
    const got = capacityUsd(depthOf(a), depthOf(b), tenths / 10);
    expect(Math.abs(got - Number(wanted))).toBeLessThan(1e-6 * Math.max(1, got));
  });

  const terms = fc.record({
    rate: fc.integer({ min: -300, max: 300 }),
    hours: fc.constantFrom(1, 2, 4, 8),
    nextMinutes: fc.integer({ min: -1000, max: 1000 }),
  });
  test.prop([terms, terms, fc.integer({ min: 0, max: 72 * 60 })], { numRuns: 500 })(
    'has its funding',
    (buy, sell, holdMinutes) => {
      const holdMs = holdMinutes * 60_000;
      const of = (one: typeof buy) => ({
        rateFrac: one.rate / 1e6,
        intervalHours: one.hours,
        nextMs: NOW + one.nextMinutes * 60_000,
      });
      const counted = (one: typeof buy): number => slowSettlements(of(one).nextMs, one.hours, NOW, holdMs);
      expect(settlementsWithin(of(buy), NOW, holdMs)).toBe(counted(buy));
      const wanted = (sell.rate * counted(sell) - buy.rate * counted(buy)) / 100;
      expect(fundingIncomeBps(of(buy), of(sell), NOW, holdMs)).toBeCloseTo(wanted, 8);
      expect(fundingIncomeBps(null, of(sell), NOW, holdMs)).toBeCloseTo((sell.rate * counted(sell)) / 100, 8);
      expect(settlementsWithin({ ...of(buy), intervalHours: Number.NaN }, NOW, HOUR_MS)).toBeNaN();
    },
  );
});

interface TriangleCase {
  readonly first: readonly SlowLevel[];
  readonly second: readonly SlowLevel[];
  readonly third: readonly SlowLevel[];
  readonly isSecondBuy: boolean;
  readonly steps: readonly [string, string, string];
  readonly fees: readonly [number, number, number];
  readonly startUsd: number;
}

/** USDT buys A at about 1000; A and B trade at about 1000 either way round; B is sold at about 1,000,000 or 1. */
const triangle: fc.Arbitrary<TriangleCase> = fc
  .record({
    first: ladder(fc.integer({ min: 9900, max: 10_100 }), 1),
    middleAsks: ladder(fc.integer({ min: 9900, max: 10_100 }), 1),
    middleBids: ladder(fc.integer({ min: 9900, max: 10_100 }), -1),
    last: ladder(fc.integer({ min: 9900, max: 10_100 }), -1),
    isSecondBuy: fc.boolean(),
    stepAt: fc.integer({ min: 0, max: 2 }),
    fees: fc.tuple(
      fc.integer({ min: 0, max: 150 }),
      fc.integer({ min: 0, max: 150 }),
      fc.integer({ min: 0, max: 150 }),
    ),
    startUsd: fc.integer({ min: 50, max: 20_000 }),
  })
  .map(({ middleAsks, middleBids, last, stepAt, ...rest }) => {
    const fine = ['0.001', '0.0001', '0.01'][stepAt] as string;
    // Whole ticks and coins, as a venue writes them: 1.021 * 1000 would be a size just under a step.
    const third = last.map(([px, qty]): SlowLevel => {
      const ticks = Math.round(px * 10);
      return rest.isSecondBuy ? [ticks * 100, qty] : [ticks / 1e4, Math.round(qty * 1000)];
    });
    return {
      ...rest,
      second: rest.isSecondBuy ? middleAsks : middleBids,
      third,
      steps: [fine, rest.isSecondBuy ? '0.00001' : fine, rest.isSecondBuy ? '0.00001' : '0.1'],
    };
  });

function exactStep(text: string): ConversionTerms['step'] {
  const decimals = text.split('.')[1]?.length ?? 0;
  return { units: Math.round(Number(text) * 10 ** decimals), decimals };
}

/**
 * The exact conversion of an input. An input that lies on the edge of a step, but for the error of floats, may fill it or not:
 * of the two the one that was found is taken, so that its money is compared and not the money of the other step.
 */
function sameStep(terms: SlowStep, input: Decimal, foundQty: number): ReturnType<typeof slowConvert> {
  const exact = slowConvert(terms, input);
  const isFound = (one: typeof exact): boolean => Math.abs(Number(one.qtyBase) - foundQty) < Number(terms.step) / 2;
  if (isFound(exact)) return exact;
  const beside = [1 + EDGE_FRAC, 1 - EDGE_FRAC].map((factor) => slowConvert(terms, input.times(decimal(factor))));
  return beside.find(isFound) ?? exact;
}

describe('a round trip through three books against a slow reference', () => {
  test.prop([triangle], { numRuns: 600 })('has its sizes, what it loses to steps and its net', (one) => {
    const sides = ['BUY', one.isSecondBuy ? 'BUY' : 'SELL', 'SELL'] as const;
    const books = [one.first, one.second, one.third] as const;
    const terms = [0, 1, 2].map((nth) => ({
      side: sides[nth] as 'BUY' | 'SELL',
      depth: depthOf(books[nth] as readonly SlowLevel[]),
      step: exactStep(one.steps[nth] as string),
      qtyMaxBase: Infinity,
      feeBps: (one.fees[nth] as number) / 10,
    })) as unknown as ThreeTerms;
    const got = walkTriangle(terms, one.startUsd);
    expect(got.startQty).toBeLessThanOrEqual(one.startUsd * (1 + 1e-12));
    let input = decimal((got.startQty * (1 + 1e-11)).toPrecision(15));
    let used = decimal(0);
    for (let nth = 0; nth < 3; nth += 1) {
      const mine = got.steps[nth as 0 | 1 | 2];
      const terms = {
        side: sides[nth] as 'BUY' | 'SELL',
        levels: books[nth] as readonly SlowLevel[],
        step: decimal(one.steps[nth] as string),
        feeBps: (one.fees[nth] as number) / 10,
      };
      const wanted = sameStep(terms, input, mine.qtyBase);
      near(mine.qtyBase, wanted.qtyBase, 9);
      near(mine.usedQty / Math.max(1, mine.usedQty), wanted.usedQty.div(decimal(Math.max(1, mine.usedQty))), 9);
      if (nth === 0) used = wanted.usedQty;
      input = wanted.outQty;
    }
    near(got.endQty / Math.max(1, got.endQty), input.div(decimal(Math.max(1, got.endQty))), 9);
    if (used.gt(0)) near(got.netBps, input.div(used).minus(1).times(10_000), 5);
    else expect(got.netBps).toBeNaN();
  });

  test.prop([triangle], { numRuns: 300 })('is as large as the wish and the thinnest of its books allow', (one) => {
    const sides = ['BUY', one.isSecondBuy ? 'BUY' : 'SELL', 'SELL'] as const;
    const books = [one.first, one.second, one.third] as const;
    const terms = [0, 1, 2].map((nth) => ({
      side: sides[nth] as 'BUY' | 'SELL',
      depth: depthOf(books[nth] as readonly SlowLevel[]),
      step: { units: 1, decimals: 9 },
      qtyMaxBase: Infinity,
      feeBps: 0,
    })) as unknown as ThreeTerms;
    const got = walkTriangle(terms, one.startUsd);
    const left = books.map((levels, nth) => Number(slowDepth(levels)) - got.steps[nth as 0 | 1 | 2].qtyBase);
    const isBookUsed = left.some((qty, nth) => qty / Number(slowDepth(books[nth] as readonly SlowLevel[])) < 0.02);
    expect(isBookUsed || one.startUsd - got.startQty < one.startUsd * 0.01).toBe(true);
    expect(Math.min(...left)).toBeGreaterThan(-1e-9);
  });
});
