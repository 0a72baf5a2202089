import { depthQtyBase, walkVwap, type DepthLevels } from '../../domain/index.ts';
import { capacityUsd } from './capacity.ts';
import { floorToStep } from './common-step.ts';
import type { Pair } from './pair-table.ts';

/** What pricing needs to know besides the pair. Refilled for every call. */
export interface PriceRequest {
  pair: Pair;
  /** Asks of the buy leg, bids of the sell leg, cut at the depth limit. Both have at least one level. */
  asks: DepthLevels;
  bids: DepthLevels;
  maxPositionUsd: number;
  minEntryNetBps: number;
  latencyReserveBps: number;
  /** Null while too little history. */
  exitSpreadBps: number | null;
  /** Signed, positive = we earn; null where unknown. */
  fundingBps: number | null;
}

/** The figures of one pair at its size. bps of the mid of the two VWAPs, nothing floored. */
export interface PricedOpportunity {
  readonly qtyBase: number;
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
  readonly expectedUsd: number;
  readonly capacityUsd: number;
}

/**
 * Prices one pair from the depth of its two books.
 *
 * gross = (sell - buy) / mid; entry net = gross - two taker fees - latency reserve; round trip = entry net - two taker
 * fees - usual exit spread. When the size is under the smallest common step the best prices are used and the size is 0.
 * `expectedUsd` is round trip plus funding on the notional; what is unknown of the two counts as nothing, so while the
 * exit spread is unknown it is the value of the entry less the exit fees only.
 */
export function priceOpportunity(request: PriceRequest): PricedOpportunity {
  const { pair, asks, bids } = request;
  const buyBestPx = asks.px[0] as number;
  const sellBestPx = bids.px[0] as number;
  const qtyBase = sizeOf(request);
  const buyVwapPx = qtyBase > 0 ? walkVwap(asks, qtyBase).vwapPx : buyBestPx;
  const sellVwapPx = qtyBase > 0 ? walkVwap(bids, qtyBase).vwapPx : sellBestPx;
  const midPx = (buyVwapPx + sellVwapPx) / 2;
  const feesBps = pair.buyFeeBps + pair.sellFeeBps;
  const grossBps = ((sellVwapPx - buyVwapPx) / midPx) * 1e4;
  const entryNetBps = grossBps - feesBps - request.latencyReserveBps;
  const roundTripNetBps = request.exitSpreadBps === null ? null : entryNetBps - feesBps - request.exitSpreadBps;
  const notionalUsd = qtyBase * midPx;
  const expectedBps = (roundTripNetBps ?? entryNetBps - feesBps) + (request.fundingBps ?? 0);
  return {
    qtyBase,
    notionalUsd,
    buyVwapPx,
    sellVwapPx,
    buyBestPx,
    sellBestPx,
    buySlippageBps: (buyVwapPx / buyBestPx - 1) * 1e4,
    sellSlippageBps: (1 - sellVwapPx / sellBestPx) * 1e4,
    grossBps,
    latencyReserveBps: request.latencyReserveBps,
    entryNetBps,
    exitSpreadBps: request.exitSpreadBps,
    roundTripNetBps,
    fundingBps: request.fundingBps,
    expectedUsd: (notionalUsd * expectedBps) / 1e4,
    capacityUsd: capacityUsd(asks, bids, request.minEntryNetBps + feesBps + request.latencyReserveBps),
  };
}

/** The largest whole number of common steps within both depths, the position limit and the venues' largest order. */
function sizeOf({ pair, asks, bids, maxPositionUsd }: PriceRequest): number {
  const bestMidPx = ((asks.px[0] as number) + (bids.px[0] as number)) / 2;
  const limit = Math.min(depthQtyBase(asks), depthQtyBase(bids), maxPositionUsd / bestMidPx, pair.qtyMaxBase);
  const qtyBase = floorToStep(limit, pair.step);
  if (qtyBase === 0) return 0;
  // WHY: the limit holds for the mid of the prices paid, which the walk may have moved above the mid of the best.
  const midPx = (walkVwap(asks, qtyBase).vwapPx + walkVwap(bids, qtyBase).vwapPx) / 2;
  return midPx * qtyBase > maxPositionUsd ? floorToStep(maxPositionUsd / midPx, pair.step) : qtyBase;
}
