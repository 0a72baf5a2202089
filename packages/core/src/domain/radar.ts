import type { InstrumentId } from './instrument.ts';
import type { LiquidatedSide } from './sniping.ts';
import type { Venue } from './venue.ts';

/** What the liquidation radar and the books tell the strategies. Plain numbers in canonical units; NaN is unknown. */

/** Forced orders of one symbol and side in quick succession, over all venues. */
export interface CascadeReading {
  /** Grows for ever; with symbol and side it names the cascade. */
  readonly clusterId: string;
  readonly startedMs: number;
  /** Receive time of its newest event. */
  readonly lastMs: number;
  readonly events: number;
  readonly usd: number;
  readonly usdPerS: number;
  readonly venues: readonly Venue[];
  /** Where its first event was seen, and by how many ms that led the second venue (NaN with one venue). */
  readonly leadVenue: Venue;
  readonly leadMs: number;
  /** False once no event came for the gap that ends a cascade. */
  readonly isRunning: boolean;
}

/** A cascade as it is listed: with what the mid of the instrument did on which it began. */
export interface CascadeRow extends CascadeReading {
  readonly symbol: string;
  readonly liquidatedSide: LiquidatedSide;
  /** Where it began, and where the mid is taken. */
  readonly instrumentId: InstrumentId;
  /** True when a throttled stream is part of the sum, or it may have begun before the start. */
  readonly isLowerBound: boolean;
  /** Mid at the first event; NaN when there was no book. */
  readonly startPx: number;
  /** Farthest move of the mid with the forced flow, from the start until 60 s after the last event; signed, so negative for closed longs. */
  readonly extremeBps: number;
  /** Move of the mid from the start until 60 s after the last event; NaN before. */
  readonly afterBps: number;
}

/** By how much one venue sees shared cascades before another. */
export interface LeadLagRow {
  readonly leadVenue: Venue;
  readonly lagVenue: Venue;
  /** Median over the shared cascades of receive time at the one minus that at the other; never negative. */
  readonly medianMs: number;
  /** Share of them that began at `leadVenue`. */
  readonly firstFrac: number;
  readonly n: number;
}

/** How one symbol and side stands after an event. */
export interface RadarReading {
  readonly symbol: string;
  readonly liquidatedSide: LiquidatedSide;
  readonly atMs: number;
  readonly windowMs: number;
  /** Sum and count over the venues enabled for signals, inside the window. Inferred events count only when asked for. */
  readonly windowUsd: number;
  readonly windowCount: number;
  readonly firstMs: number;
  /** True when a throttled stream is part of the sum, or the window reaches back to before the start. */
  readonly isLowerBound: boolean;
  /** USD of the newest event. */
  readonly eventUsd: number;
  /** Newest last, at most 20. */
  readonly eventIds: readonly string[];
  /** Percentiles of past window sums and of single events of this symbol and side (last 1,000); NaN with fewer than 50. */
  readonly windowP95Usd: number;
  readonly windowP97Usd: number;
  readonly eventP95Usd: number;
  readonly samples: number;
  /** Signed liquidation flow, forced buying minus forced selling, over the last 30, 120 and 300 s. */
  readonly flow30Usd: number;
  readonly flow120Usd: number;
  readonly flow300Usd: number;
  readonly cascade: CascadeReading;
}

/** The market in which a trigger would be traded. */
export interface SnipeMarket {
  readonly instrumentId: InstrumentId;
  readonly venue: Venue;
  readonly symbol: string;
  readonly bidPx: number;
  readonly askPx: number;
  readonly midPx: number;
  readonly markPx: number;
  readonly bookAgeMs: number;
  /** From our own minute candles; and how old the newest trade in it is. */
  readonly vwapPx: number;
  readonly vwapAgeMs: number;
  readonly vwapMinutes: number;
  /** True while minutes of the venue's candle history stand in for trades of our own. */
  readonly isVwapWarmed?: boolean;
  /** Depth within 10 bps of the mid, in USD. */
  readonly bidDepthUsd: number;
  readonly askDepthUsd: number;
  /** Standard deviation of one-minute returns over the last 30 minutes, in bps. */
  readonly volatilityBps: number;
  readonly fundingRateFrac: number;
  readonly nextFundingMs: number;
  readonly dayChangeFrac: number;
  readonly dayQuoteVolume: number;
  /** Whole days since the venue listed it; NaN where the venue does not say. */
  readonly listedDays: number;
  /** Median delay of the venue's messages. */
  readonly delayMs: number;
}
