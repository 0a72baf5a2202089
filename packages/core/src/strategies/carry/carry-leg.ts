import type { DepthLevels, InstrumentId, Market, Venue } from '../../domain/index.ts';

/** A rate that was paid. Positive: longs paid. */
export interface SettledRate {
  readonly atMs: number;
  readonly rateFrac: number;
}

/** Funding of one perp as its venue tells it. NaN is unknown. */
export interface CarryFunding {
  /** Of the running interval: what the venue predicts for its end. */
  readonly rateFrac: number;
  readonly intervalHours: number;
  readonly nextMs: number;
  /** Mark over index less 1: what drives the rate after the next one. */
  readonly basisFrac: number;
  /** Oldest first. */
  readonly settled: readonly SettledRate[];
}

/** One listing that a carry may hold. */
export interface CarryLeg {
  readonly instrumentId: InstrumentId;
  readonly venue: Venue;
  readonly market: Market;
  /** Of the account that would trade there; NaN is unknown. */
  readonly takerBps: number;
  /** Both sides of the live book, cut at the depth that is counted on. */
  readonly bids: DepthLevels;
  readonly asks: DepthLevels;
  /** Index of a perp, middle of a spot book; NaN is unknown. */
  readonly referencePx: number;
  /** null on spot. */
  readonly funding: CarryFunding | null;
  /** Why it may not be traded now, in words; null: it may. */
  readonly fault: string | null;
}

/** Returns why nothing can be planned with a listing, in words; null when all of it is known. */
export function carryLegFault({ market, takerBps, bids, asks, referencePx, funding, fault }: CarryLeg): string | null {
  if (fault !== null) return fault;
  if (bids.count === 0 || asks.count === 0) return 'its book is empty on one side';
  if ((bids.px[0] as number) >= (asks.px[0] as number)) return 'its best bid is not under its best ask';
  if (!(referencePx > 0)) return 'its reference price is not known';
  if (Number.isNaN(takerBps)) return 'the fee of its account is not known';
  if (market === 'spot') return null;
  if (funding === null || Number.isNaN(funding.rateFrac)) return 'its funding rate is not known';
  if (!(funding.intervalHours > 0)) return 'its funding interval is not known';
  return Number.isNaN(funding.nextMs) ? 'its next settlement is not known' : null;
}
