import type { NearestMiss } from './checks/nearest-miss.ts';
import type { Policy } from './judge-opportunity.ts';
import type { Pair } from './pair-table.ts';
import type { PricedOpportunity } from './price-opportunity.ts';

/** One opportunity of the list, refilled in place. */
export interface OpportunityRow {
  readonly pair: Pair;
  priced: PricedOpportunity;
  policy: Policy;
  policyReason: string | null;
  /** As of when the row was told last. */
  nearestMiss: NearestMiss | null;
  /** When `priced` was computed. */
  computedMs: number;
  aliveSinceMs: number;
  confidence: number;
  /** Crossings of the minimum in the last hour, and the median time the edge stayed over it; null before one ended. */
  crossingsPerHour: number;
  aliveP50Ms: number | null;
  buyAgeMs: number;
  sellAgeMs: number;
  /** Samples of the usual exit spread, up to the 30 it needs. */
  exitSpreadSamples: number;
  /** Book versions behind `priced`. */
  buyVersion: number;
  sellVersion: number;
  toldMs: number;
  isChanged: boolean;
}

/** Builds a row that was not judged yet. */
export function newRow(pair: Pair, priced: PricedOpportunity): OpportunityRow {
  return {
    pair,
    priced,
    policy: 'blocked',
    policyReason: null,
    nearestMiss: null,
    computedMs: 0,
    aliveSinceMs: 0,
    confidence: 0,
    crossingsPerHour: 0,
    aliveP50Ms: null,
    buyAgeMs: 0,
    sellAgeMs: 0,
    exitSpreadSamples: 0,
    buyVersion: 0,
    sellVersion: 0,
    toldMs: 0,
    isChanged: true,
  };
}

/** The figures of a pair whose books say nothing: every number is NaN. */
export const UNPRICED: PricedOpportunity = {
  qtyBase: 0,
  sizeFrac: 1,
  notionalUsd: 0,
  buyVwapPx: Number.NaN,
  sellVwapPx: Number.NaN,
  buyBestPx: Number.NaN,
  sellBestPx: Number.NaN,
  buySlippageBps: Number.NaN,
  sellSlippageBps: Number.NaN,
  grossBps: Number.NaN,
  latencyReserveBps: Number.NaN,
  entryNetBps: Number.NaN,
  exitSpreadBps: null,
  roundTripNetBps: null,
  fundingBps: null,
  borrowBps: null,
  learnedCostBps: null,
  fillProbability: null,
  learnedNetBps: null,
  expectedUsd: Number.NaN,
  capacityUsd: Number.NaN,
};

/** Tells whether figures differ in what a reader sees. */
export function isOtherPrice(a: PricedOpportunity, b: PricedOpportunity): boolean {
  return (
    a.qtyBase !== b.qtyBase ||
    a.buyVwapPx !== b.buyVwapPx ||
    a.sellVwapPx !== b.sellVwapPx ||
    a.capacityUsd !== b.capacityUsd ||
    a.exitSpreadBps !== b.exitSpreadBps ||
    a.fundingBps !== b.fundingBps ||
    a.borrowBps !== b.borrowBps ||
    a.learnedCostBps !== b.learnedCostBps ||
    a.fillProbability !== b.fillProbability
  );
}
