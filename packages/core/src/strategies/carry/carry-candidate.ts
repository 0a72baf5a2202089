import type { InstrumentId, Market, Venue } from '../../domain/index.ts';

/** One way to carry: long here, short there. bps of the notional, nothing floored. */
export interface CarryCandidate {
  readonly longId: InstrumentId;
  readonly longVenue: Venue;
  readonly longMarket: Market;
  readonly shortId: InstrumentId;
  readonly shortVenue: Venue;
  readonly shortMarket: Market;
  /** Predicted rates as fractions per interval, and the hours of it; the newest settled rate apart. null for spot and where unknown. */
  readonly longRateFrac: number | null;
  readonly longIntervalHours: number | null;
  readonly longNextMs: number | null;
  readonly longSettledFrac: number | null;
  readonly shortRateFrac: number | null;
  readonly shortIntervalHours: number | null;
  readonly shortNextMs: number | null;
  readonly shortSettledFrac: number | null;
  readonly edgePerHourBps: number;
  /** True when the intervals differ and the basis counts in the rates per hour. */
  readonly isBlended: boolean;
  /** Settlements of each leg within the longest hold, and what they bring together. */
  readonly longSettlements: number;
  readonly shortSettlements: number;
  readonly holdIncomeBps: number;
  readonly nextSettlementMs: number | null;
  /** What the costs are of: the size asked for, or what the books show of it. */
  readonly sizeUsd: number;
  readonly isCut: boolean;
  readonly feesBps: number;
  readonly entrySpreadBps: number;
  readonly exitSpreadBps: number;
  /** Entry and exit. */
  readonly spreadBps: number;
  /** Four fees, entry and exit spread. */
  readonly costBps: number;
  /** Income of the longest hold less the costs. */
  readonly netBps: number;
  readonly aprGrossPct: number;
  /** Net of costs over the longest hold. */
  readonly aprNetPct: number;
  /** Costs over the edge per hour; null when the edge is not positive. */
  readonly breakEvenHours: number | null;
  /** By the settlements as they come; null when they never cover the costs. */
  readonly breakEvenPayments: number | null;
  /** When that settlement is; null when they never do. */
  readonly breakEvenMs: number | null;
  /** Share of the known periods in which the edge had today's sign, 0..1, how many there were, and the coefficient of variation. */
  readonly sameSignFrac: number | null;
  readonly periods: number;
  readonly variation: number | null;
  /** The largest size whose costs the longest hold still pays. */
  readonly capacityUsd: number;
  readonly isWorthIt: boolean;
  /** In words. */
  readonly reason: string;
}

/** A listing nothing was planned with, and why. */
export interface CarryExclusion {
  readonly instrumentId: InstrumentId;
  readonly reason: string;
  /** `data`: what is missing may come. */
  readonly cause: 'data' | 'another-coin';
}

/** The venue with the better side and the side to take there. */
export interface BestCarry {
  readonly venue: Venue;
  readonly side: 'long' | 'short';
  readonly counterVenue: Venue;
  readonly counterMarket: Market;
}
