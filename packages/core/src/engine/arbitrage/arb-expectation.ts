import type { ArbExpectation, LegKey } from '../../domain/index.ts';
import type { Scanner } from '../../strategies/index.ts';
import type { PlannedSides } from './planned-sides.ts';
import type { LegQuote } from './leg-market.ts';
import { scannerFigures } from './scanner-figures.ts';

/** Assumed for what the price moves while the orders are on their way, where the scanner has measured nothing. */
const LATENCY_RESERVE_BPS = 1;

/** Returns what a trade is expected to earn: the two books at its size, the fees of the accounts, and what the scanner knows of the pair. */
export function expectationOf(
  scanner: Scanner,
  pairId: string,
  at: {
    readonly sides: PlannedSides;
    readonly quotes: Readonly<Record<LegKey, LegQuote>>;
    readonly qtyBase: number;
    readonly nowMs: number;
  },
): ArbExpectation {
  const { sides, quotes, qtyBase } = at;
  const midPx = (quotes.buy.vwapPx + quotes.sell.vwapPx) / 2;
  const figures = scannerFigures(scanner, pairId, { qtyBase, nowMs: at.nowMs });
  const feesBps = sides.buy.feeBps + sides.sell.feeBps;
  const grossBps = ((quotes.sell.vwapPx - quotes.buy.vwapPx) / midPx) * 1e4;
  const latencyReserveBps = figures?.latencyReserveBps ?? LATENCY_RESERVE_BPS;
  const entryNetBps = grossBps - feesBps - latencyReserveBps;
  const exitSpreadBps = figures?.exitSpreadBps ?? null;
  const roundTripNetBps = exitSpreadBps === null ? null : entryNetBps - feesBps - exitSpreadBps;
  const fundingBps = figures?.fundingBps ?? null;
  const borrowBps = figures?.borrowBps ?? null;
  const learned = figures?.learned ?? null;
  const beforeLearning = (roundTripNetBps ?? entryNetBps - feesBps) + (fundingBps ?? 0) - (borrowBps ?? 0);
  return {
    grossBps,
    entryNetBps,
    roundTripNetBps,
    exitSpreadBps,
    fundingBps,
    borrowBps,
    latencyReserveBps,
    // What the learner expects stands in for the reserve.
    learnedNetBps: learned === null ? null : beforeLearning + latencyReserveBps - learned.costBps,
    fillProbability: learned?.fillProbability ?? null,
  };
}

/** Returns what is expected of the whole trade, in bps: the round trip where it is known, else the entry less the fees of the exit. */
export function expectedNetBps(expected: ArbExpectation, feesBps: number): number {
  if (expected.learnedNetBps !== null) return expected.learnedNetBps;
  const trip = expected.roundTripNetBps ?? expected.entryNetBps - feesBps;
  return trip + (expected.fundingBps ?? 0) - (expected.borrowBps ?? 0);
}
