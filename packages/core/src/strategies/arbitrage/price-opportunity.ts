import { depthQtyBase, walkVwap, type DepthLevels } from '../../domain/index.ts';
import type { LearnedCost } from './arb-knowledge.ts';
import { capacityUsd } from './capacity.ts';
import { floorToStep } from './common-step.ts';
import { borrowCostBps, type LoanTerms } from './loan-terms.ts';
import type { Pair } from './pair-table.ts';

/** Shares of the largest size that are compared once fills were learned, largest first. */
const SIZE_FRACS = [1, 0.75, 0.5, 0.25] as const;

/** What pricing needs to know besides the pair. Refilled for every call. */
export interface PriceRequest {
  pair: Pair;
  /** Asks of the buy leg, bids of the sell leg, cut at the depth limit. Both have at least one level. */
  asks: DepthLevels;
  bids: DepthLevels;
  maxPositionUsd: number;
  /** Base units at most besides; Infinity for no such limit. */
  maxQtyBase: number;
  minEntryNetBps: number;
  latencyReserveBps: number;
  /** Null while too little history. */
  exitSpreadBps: number | null;
  /** Signed, positive = we earn; null where unknown. */
  fundingBps: number | null;
  /** null unless spot is sold. */
  loan: LoanTerms | null;
  learned(pair: Pair, notionalUsd: number): LearnedCost | null;
}

/** The figures of one pair at its size. bps of the mid of the two VWAPs, nothing floored. */
export interface PricedOpportunity {
  readonly qtyBase: number;
  /** Share of the largest possible size, 0..1: less when what fills was learned and a smaller one is expected to earn more. */
  readonly sizeFrac: number;
  readonly notionalUsd: number;
  readonly buyVwapPx: number;
  readonly sellVwapPx: number;
  readonly buyBestPx: number;
  readonly sellBestPx: number;
  readonly buySlippageBps: number;
  readonly sellSlippageBps: number;
  readonly grossBps: number;
  readonly latencyReserveBps: number;
  readonly entryNetBps: number;
  readonly exitSpreadBps: number | null;
  readonly roundTripNetBps: number | null;
  readonly fundingBps: number | null;
  /** Loan over the hold, positive costs; null where one is needed at an unknown rate. */
  readonly borrowBps: number | null;
  /** What filling is expected to cost, and how likely it is; null while not learned. */
  readonly learnedCostBps: number | null;
  readonly fillProbability: number | null;
  /** Round trip with funding and loan, the learned cost in place of the latency reserve; null while a part is unknown. */
  readonly learnedNetBps: number | null;
  readonly expectedUsd: number;
  readonly capacityUsd: number;
}

/**
 * Prices one pair from the depth of its two books.
 *
 * gross = (sell - buy) / mid; entry net = gross - two taker fees - latency reserve; round trip = entry net - two taker
 * fees - usual exit spread. When the size is under the smallest common step the best prices are used and the size is 0.
 * `expectedUsd` is round trip plus funding less the loan on the notional; what is unknown of these counts as nothing, so
 * while the exit spread is unknown it is the value of the entry less the exit fees only. Where fills were learned their
 * cost replaces the latency reserve in it, it is weighed with the fill probability, and of 25, 50, 75 and 100 % of the
 * largest size the one that expects most is taken.
 */
export function priceOpportunity(request: PriceRequest): PricedOpportunity {
  const { pair, asks, bids } = request;
  const largest = sizeOf(request);
  const minGrossBps = request.minEntryNetBps + pair.buyFeeBps + pair.sellFeeBps + request.latencyReserveBps;
  const capacity = capacityUsd(asks, bids, minGrossBps);
  let best = priceAt(request, { qtyBase: largest, sizeFrac: 1, capacity });
  if (best.learnedCostBps === null) return best;
  for (const sizeFrac of SIZE_FRACS) {
    const qtyBase = floorToStep(largest * sizeFrac, pair.step);
    if (sizeFrac === 1 || qtyBase < pair.qtyMinBase || qtyBase === 0) continue;
    const smaller = priceAt(request, { qtyBase, sizeFrac, capacity });
    if (qtyBase * Math.min(smaller.buyVwapPx, smaller.sellVwapPx) < pair.notionalMin) continue;
    if (smaller.learnedCostBps !== null && smaller.expectedUsd > best.expectedUsd) best = smaller;
  }
  return best;
}

interface SizeChoice {
  readonly qtyBase: number;
  readonly sizeFrac: number;
  readonly capacity: number;
}

function priceAt(request: PriceRequest, { qtyBase, sizeFrac, capacity }: SizeChoice): PricedOpportunity {
  const { pair, asks, bids, latencyReserveBps, exitSpreadBps, fundingBps } = request;
  const buyBestPx = asks.px[0] as number;
  const sellBestPx = bids.px[0] as number;
  const buyVwapPx = qtyBase > 0 ? walkVwap(asks, qtyBase).vwapPx : buyBestPx;
  const sellVwapPx = qtyBase > 0 ? walkVwap(bids, qtyBase).vwapPx : sellBestPx;
  const midPx = (buyVwapPx + sellVwapPx) / 2;
  const feesBps = pair.buyFeeBps + pair.sellFeeBps;
  const grossBps = ((sellVwapPx - buyVwapPx) / midPx) * 1e4;
  const entryNetBps = grossBps - feesBps - latencyReserveBps;
  const roundTripNetBps = exitSpreadBps === null ? null : entryNetBps - feesBps - exitSpreadBps;
  const notionalUsd = qtyBase * midPx;
  const borrowBps = request.loan === null || qtyBase === 0 ? 0 : borrowCostBps(request.loan, qtyBase);
  const learned = qtyBase > 0 ? request.learned(pair, notionalUsd) : null;
  const fillingBps = learned === null ? 0 : latencyReserveBps - learned.costBps;
  const holdingBps = (fundingBps ?? 0) - (borrowBps ?? 0);
  const expectedBps = (roundTripNetBps ?? entryNetBps - feesBps) + holdingBps + fillingBps;
  const isAllKnown = learned !== null && roundTripNetBps !== null && fundingBps !== null && borrowBps !== null;
  return {
    qtyBase,
    sizeFrac,
    notionalUsd,
    buyVwapPx,
    sellVwapPx,
    buyBestPx,
    sellBestPx,
    buySlippageBps: (buyVwapPx / buyBestPx - 1) * 1e4,
    sellSlippageBps: (1 - sellVwapPx / sellBestPx) * 1e4,
    grossBps,
    latencyReserveBps,
    entryNetBps,
    exitSpreadBps,
    roundTripNetBps,
    fundingBps,
    borrowBps,
    learnedCostBps: learned === null ? null : learned.costBps,
    fillProbability: learned === null ? null : learned.fillProbability,
    learnedNetBps: isAllKnown ? expectedBps : null,
    expectedUsd: ((notionalUsd * expectedBps) / 1e4) * (learned === null ? 1 : learned.fillProbability),
    capacityUsd: capacity,
  };
}

/** The largest whole number of common steps within both depths, the limits and the venues' largest order. */
function sizeOf({ pair, asks, bids, maxPositionUsd, maxQtyBase }: PriceRequest): number {
  const bestMidPx = ((asks.px[0] as number) + (bids.px[0] as number)) / 2;
  const limitBase = Math.min(maxPositionUsd / bestMidPx, pair.qtyMaxBase, maxQtyBase);
  const qtyBase = floorToStep(Math.min(depthQtyBase(asks), depthQtyBase(bids), limitBase), pair.step);
  if (qtyBase === 0) return 0;
  // WHY: the limit holds for the mid of the prices paid, which the walk may have moved above the mid of the best.
  const midPx = (walkVwap(asks, qtyBase).vwapPx + walkVwap(bids, qtyBase).vwapPx) / 2;
  return midPx * qtyBase > maxPositionUsd ? floorToStep(maxPositionUsd / midPx, pair.step) : qtyBase;
}
