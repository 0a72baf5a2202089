import type { LegKey } from '../../../domain/index.ts';
import type { JudgedCase } from '../judged-case.ts';
import { gapPct, powerApart } from '../same-coin.ts';
import { nameOf } from './leg-checks.ts';
import type { OpportunityCheck } from './opportunity-check.ts';

const yes = (): number => 1;

/** Another coin under the same ticker shows where an index is missing: against the median of the other venues. */
function peerGapCheck(key: LegKey): OpportunityCheck {
  return {
    check: `peer-gap-${key}`,
    weight: 'hard',
    rule: 'at-most',
    unknown: 'passes',
    unit: '%',
    setting: 'max_index_gap_pct',
    // WHY: a leg with an index is held against the other's; the median is for the one without.
    valueOf: ({ [key]: leg }) => (Number.isNaN(leg.indexPx) ? gapPct(leg.midPx, leg.peerPx) : Number.NaN),
    boundOf: (_, options) => options.maxIndexGapFrac * 100,
    failure: (judged, options) =>
      `${nameOf(judged, key)} price is more than ${options.maxIndexGapFrac * 100} % away from the other venues: check symbol mapping`,
  };
}

/** What makes a pair as a whole unbelievable. */
export const ABNORMALITY_CHECKS: readonly OpportunityCheck[] = [
  {
    check: 'multiplier',
    weight: 'hard',
    rule: 'at-most',
    unknown: 'passes',
    unit: 'flag',
    setting: null,
    valueOf: (judged) => Math.min(1, powerApart(judged.buy.midPx, judged.sell.midPx)),
    boundOf: () => 0,
    failure: ({ buy, sell }) =>
      `prices are ${10 ** powerApart(buy.midPx, sell.midPx)} to 1: a wrong multiplier, check symbol mapping`,
  },
  {
    check: 'max-gross',
    weight: 'hard',
    rule: 'at-most',
    unknown: 'fails',
    unit: 'bps',
    setting: 'max_gross_bps',
    valueOf: ({ priced }) => priced.grossBps,
    boundOf: (_, options) => options.maxGrossBps,
    failure: (_, options) => `spread is over ${options.maxGrossBps} bps, too good to be true: check symbol mapping`,
  },
  {
    check: 'index-gap',
    weight: 'hard',
    rule: 'at-most',
    unknown: 'passes',
    unit: '%',
    setting: 'max_index_gap_pct',
    valueOf: ({ buy, sell }) => gapPct(buy.referencePx, sell.referencePx),
    boundOf: (_, options) => options.maxIndexGapFrac * 100,
    failure: (_, options) =>
      `index prices are more than ${options.maxIndexGapFrac * 100} % apart: check symbol mapping`,
  },
  peerGapCheck('buy'),
  peerGapCheck('sell'),
];

/** What an order of the size needs at both venues. */
export const SIZE_CHECKS: readonly OpportunityCheck[] = [
  {
    check: 'size-step',
    weight: 'hard',
    rule: 'at-least',
    unknown: 'fails',
    unit: 'base',
    setting: 'max_position_usd',
    valueOf: ({ priced }) => priced.qtyBase,
    boundOf: ({ pair }) => pair.step.units / 10 ** pair.step.decimals,
    failure: () => 'depth or position limit is below one common quantity step',
  },
  {
    check: 'qty-min',
    weight: 'hard',
    rule: 'at-least',
    unknown: 'fails',
    unit: 'base',
    setting: 'max_position_usd',
    valueOf: ({ priced }) => priced.qtyBase,
    boundOf: ({ pair }) => pair.qtyMinBase,
    failure: ({ pair }) => `size is under the minimum order of ${pair.qtyMinBase} ${pair.buy.baseAsset}`,
  },
  {
    check: 'notional-min',
    weight: 'hard',
    rule: 'at-least',
    unknown: 'fails',
    unit: 'quote',
    setting: 'max_position_usd',
    valueOf: ({ priced }) => priced.qtyBase * Math.min(priced.buyVwapPx, priced.sellVwapPx),
    boundOf: ({ pair }) => pair.notionalMin,
    failure: ({ pair }) => `size is under the minimum order value of ${pair.notionalMin} ${pair.buy.quoteAsset}`,
  },
];

function clockCheck(key: LegKey): OpportunityCheck {
  return {
    check: `clock-known-${key}`,
    weight: 'soft',
    rule: 'at-least',
    unknown: 'fails',
    unit: 'flag',
    setting: null,
    valueOf: ({ [key]: leg }) => (Number.isNaN(leg.clockOffsetMs) ? 0 : 1),
    boundOf: yes,
    failure: ({ pair }) => `${pair[key].venue} clock is not measured yet`,
  };
}

function loanFailure({ pair, loan }: JudgedCase): string {
  const { baseAsset, venue } = pair.sell;
  const rate = loan?.perHourFrac;
  if (rate === null)
    return `selling spot short: ${baseAsset} can't be borrowed at ${venue} and the account holds too little`;
  if (rate === undefined || Number.isNaN(rate)) {
    return 'selling spot short needs a loan of the coin, which is not known to be available';
  }
  const holdBps = Number((rate * (loan?.holdHours ?? 0) * 1e4).toPrecision(3));
  const pct = Number((rate * 100).toPrecision(3));
  return `selling spot short needs a loan of ${baseAsset} at ${venue}: ${pct} % an hour, ${holdBps} bps over the hold; loans are only evaluated`;
}

/** What leaves a pair for evaluation. */
export const SOFT_CHECKS: readonly OpportunityCheck[] = [
  {
    check: 'loan',
    weight: 'soft',
    rule: 'at-least',
    unknown: 'passes',
    unit: 'base',
    setting: null,
    valueOf: ({ loan }) => (loan === null ? Number.NaN : loan.inventoryBase),
    boundOf: ({ priced }) => priced.qtyBase,
    failure: loanFailure,
  },
  {
    check: 'spot-futures',
    weight: 'soft',
    rule: 'at-least',
    unknown: 'fails',
    unit: 'flag',
    setting: 'spot_futures_executable',
    valueOf: ({ pair }, options) => (pair.mode === 'futures-futures' || options.isSpotFuturesExecutable ? 1 : 0),
    boundOf: yes,
    failure: () => 'spot-futures pairs are evaluated only',
  },
  clockCheck('buy'),
  clockCheck('sell'),
  {
    check: 'entry-net',
    weight: 'soft',
    rule: 'at-least',
    unknown: 'fails',
    unit: 'bps',
    setting: 'min_spread_bps',
    valueOf: ({ priced }) => priced.entryNetBps,
    boundOf: ({ minEntryNetBps }) => minEntryNetBps,
    failure: ({ priced, minEntryNetBps }) =>
      `entry net ${shownUnder(priced.entryNetBps, minEntryNetBps)} bps is under the minimum ${minEntryNetBps.toFixed(1)}`,
  },
  {
    check: 'exit-spread-known',
    weight: 'soft',
    rule: 'at-least',
    unknown: 'fails',
    unit: 'flag',
    setting: null,
    valueOf: ({ priced }) => (priced.roundTripNetBps === null ? 0 : 1),
    boundOf: yes,
    failure: () => 'usual exit spread is not known yet',
  },
  {
    check: 'round-trip',
    weight: 'soft',
    rule: 'at-least',
    unknown: 'fails',
    unit: 'bps',
    setting: 'min_round_trip_net_bps',
    valueOf: ({ priced }) => priced.roundTripNetBps ?? Number.NaN,
    boundOf: (_, options) => options.minRoundTripNetBps,
    failure: (_, options) => `round trip net is under ${options.minRoundTripNetBps} bps`,
  },
];

/** One decimal, more where rounding would make the figure look like the limit it is under. */
function shownUnder(valueBps: number, limitBps: number): string {
  const short = valueBps.toFixed(1);
  return Number(short) < limitBps ? short : valueBps.toPrecision(6);
}
