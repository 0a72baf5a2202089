import { fc, test } from '@fast-check/vitest';
import { describe, expect, it } from 'vitest';
import { buildInstrument } from '../../domain/build-instrument.fixture.ts';
import { nearestMiss } from './checks/nearest-miss.ts';
import { whyNot } from './checks/why-not.ts';
import { judgeOpportunity } from './judge-opportunity.ts';
import type { JudgedCase, LegState } from './judged-case.ts';
import type { LoanTerms } from './loan-terms.ts';
import { PairTable, type Pair } from './pair-table.ts';
import type { PricedOpportunity } from './price-opportunity.ts';
import { DEFAULT_SCANNER_OPTIONS as OPTIONS } from './scanner-options.ts';

const PERPS = new PairTable([buildInstrument(), buildInstrument({ venue: 'OKX' })]).pairs[0] as Pair;
const [SPOT_PERP, PERP_SPOT] = new PairTable([buildInstrument({ kind: 'spot' }), buildInstrument({ venue: 'OKX' })])
  .pairs as [Pair, Pair];

const PRICED: PricedOpportunity = {
  qtyBase: 1,
  sizeFrac: 1,
  notionalUsd: 100,
  buyVwapPx: 100,
  sellVwapPx: 101,
  buyBestPx: 100,
  sellBestPx: 101,
  buySlippageBps: 0,
  sellSlippageBps: 0,
  grossBps: 99.5,
  latencyReserveBps: 1,
  entryNetBps: 88,
  exitSpreadBps: 2,
  roundTripNetBps: 76,
  fundingBps: 0,
  borrowBps: 0,
  learnedCostBps: null,
  fillProbability: null,
  learnedNetBps: null,
  expectedUsd: 0.76,
  capacityUsd: 500,
};

const LEG: LegState = {
  isTrading: true,
  resetReason: null,
  bookAgeMs: 100,
  delayMs: 20,
  clockOffsetMs: 3,
  bidPx: 99.9,
  askPx: 100.1,
  midPx: 100,
  indexPx: 100,
  referencePx: 100,
  peerPx: 100,
  lockedForMs: 0,
  limitGapBps: Number.NaN,
};
const UNKNOWN_LOAN: LoanTerms = { perHourFrac: Number.NaN, inventoryBase: 0, holdHours: 1 };

interface Change {
  readonly pair?: Pair;
  readonly priced?: Partial<PricedOpportunity>;
  readonly buy?: Partial<LegState>;
  readonly sell?: Partial<LegState>;
  readonly loan?: Partial<LoanTerms>;
}

function caseOf({ pair, priced, buy, sell, loan }: Change): JudgedCase {
  return {
    pair: pair ?? PERPS,
    priced: { ...PRICED, ...priced },
    buy: { ...LEG, ...buy },
    sell: { ...LEG, ...sell },
    loan: pair?.isReverse === true ? { ...UNKNOWN_LOAN, ...loan } : null,
    minEntryNetBps: 10,
  };
}

const executable: (Change & { name: string })[] = [
  { name: 'all is well', priced: {} },
  { name: 'a book is exactly at the age limit', buy: { bookAgeMs: 1500 } },
  { name: 'data arrive exactly at the delay limit', sell: { delayMs: 2000 } },
  { name: 'venue times are unknown', sell: { delayMs: Number.NaN } },
  { name: 'a clock is exactly at the offset limit', buy: { clockOffsetMs: -500 } },
  { name: 'the spread is exactly at the limit', priced: { grossBps: 300 } },
  { name: 'index prices are 0.9 % apart', sell: { referencePx: 100.9 } },
  { name: 'an index price is unknown', sell: { referencePx: Number.NaN } },
  { name: 'the size is exactly the minimum', pair: { ...PERPS, qtyMinBase: 1, notionalMin: 100 } },
  { name: 'entry net is exactly the minimum', priced: { entryNetBps: 10 } },
  { name: 'the round trip is exactly even', priced: { roundTripNetBps: 0 } },
];

const refused: (Change & { name: string; policy: 'blocked' | 'evaluation_only'; reason: string })[] = [
  {
    name: 'a book is being rebuilt',
    buy: { resetReason: 'sequence-gap' },
    policy: 'blocked',
    reason: 'BINANCE perp book is being rebuilt (sequence-gap)',
  },
  {
    name: 'a book is too old',
    sell: { bookAgeMs: 1501 },
    policy: 'blocked',
    reason: 'OKX perp book is older than 1500 ms',
  },
  { name: 'the age is unknown', sell: { bookAgeMs: Number.NaN }, policy: 'blocked', reason: 'older than' },
  { name: 'data arrive late', buy: { delayMs: 2001 }, policy: 'blocked', reason: 'more than 2000 ms late' },
  { name: 'a clock is off', buy: { clockOffsetMs: 501 }, policy: 'blocked', reason: 'BINANCE clock' },
  { name: 'a clock is off backwards', sell: { clockOffsetMs: -501 }, policy: 'blocked', reason: 'OKX clock' },
  { name: 'the spread is absurd', priced: { grossBps: 300.1 }, policy: 'blocked', reason: 'check symbol mapping' },
  { name: 'index prices disagree', sell: { referencePx: 101.1 }, policy: 'blocked', reason: 'check symbol mapping' },
  { name: 'no step fits', priced: { qtyBase: 0 }, policy: 'blocked', reason: 'below one common quantity step' },
  {
    name: 'the size is under the minimum',
    pair: { ...PERPS, qtyMinBase: 1.1 },
    policy: 'blocked',
    reason: 'under the minimum order of 1.1 BTC',
  },
  {
    name: 'the value is under the minimum on the cheaper side',
    pair: { ...PERPS, notionalMin: 100.5 },
    policy: 'blocked',
    reason: 'under the minimum order value of 100.5 USDT',
  },
  { name: 'spot is sold', pair: PERP_SPOT, policy: 'evaluation_only', reason: 'loan of the coin' },
  { name: 'spot is bought', pair: SPOT_PERP, policy: 'evaluation_only', reason: 'evaluated only' },
  {
    name: 'a clock was never measured',
    buy: { clockOffsetMs: Number.NaN },
    policy: 'evaluation_only',
    reason: 'BINANCE clock is not measured yet',
  },
  {
    name: 'entry net is too small',
    priced: { entryNetBps: 9.9 },
    policy: 'evaluation_only',
    reason: 'entry net 9.9 bps is under the minimum 10.0',
  },
  {
    name: 'the exit spread is unknown',
    priced: { roundTripNetBps: null },
    policy: 'evaluation_only',
    reason: 'exit spread is not known',
  },
  {
    name: 'closing costs more',
    priced: { roundTripNetBps: -0.1 },
    policy: 'evaluation_only',
    reason: 'round trip net',
  },
];

describe('judgeOpportunity', () => {
  it.each(executable)('lets a pair through when $name', (change) => {
    expect(judgeOpportunity(caseOf(change), OPTIONS)).toEqual({ policy: 'executable', reason: null });
  });

  it.each(refused)('answers $policy when $name', ({ policy, reason, ...change }) => {
    const verdict = judgeOpportunity(caseOf(change), OPTIONS);
    expect(verdict.policy).toBe(policy);
    expect(verdict.reason).toContain(reason);
  });

  it('lets spot-futures through when the operator allows it, but never a sale of spot', () => {
    const options = { ...OPTIONS, isSpotFuturesExecutable: true };
    expect(judgeOpportunity(caseOf({ pair: SPOT_PERP }), options).policy).toBe('executable');
    expect(judgeOpportunity(caseOf({ pair: PERP_SPOT }), options).policy).toBe('evaluation_only');
  });

  it('names the block before any doubt', () => {
    const change = { pair: PERP_SPOT, buy: { bookAgeMs: 9999 }, priced: { entryNetBps: -5 } };
    expect(judgeOpportunity(caseOf(change), OPTIONS).policy).toBe('blocked');
  });
});

describe('the nearest miss', () => {
  const maybe = (min: number, max: number) => fc.oneof(fc.constant(Number.NaN), fc.double({ min, max, noNaN: true }));
  const leg = fc.record({
    isTrading: fc.boolean(),
    bookAgeMs: maybe(0, 5_000),
    delayMs: maybe(0, 5_000),
    clockOffsetMs: maybe(-3_000, 3_000),
    referencePx: maybe(90, 110),
    peerPx: maybe(90, 110),
    lockedForMs: maybe(0, 600_000),
    limitGapBps: maybe(-50, 50),
  });
  const priced = fc.record({
    entryNetBps: maybe(-100, 100),
    roundTripNetBps: fc.option(fc.double({ min: -100, max: 100, noNaN: true }), { nil: null }),
    qtyBase: maybe(0, 1),
    notionalUsd: maybe(0, 200),
  });

  test.prop([leg, leg, priced, fc.constantFrom(PERPS, SPOT_PERP, PERP_SPOT)], { numRuns: 500 })(
    'is the first of the failed checks of the whole list, with its figures',
    (buy, sell, figures, pair) => {
      const judged = caseOf({ pair, buy, sell, priced: figures });
      const [first] = whyNot(judged, OPTIONS).checks;
      const wanted = first?.ok === false ? { check: first.check, value: first.value, bound: first.bound } : null;
      expect(nearestMiss(judged, OPTIONS)).toEqual(wanted);
      expect(wanted === null).toBe(judgeOpportunity(judged, OPTIONS).policy === 'executable');
    },
  );
});
