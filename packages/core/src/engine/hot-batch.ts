import type { BookResetReason, FeedStatus, InstrumentId, Market, PriceLimits, Venue } from '../domain/index.ts';
import type { ScannerSnapshot } from '../strategies/index.ts';

/**
 * What leaves the hot thread: plain, structured-clonable data, at most once per batch interval.
 * Everything here is state or bounded rings, so a slow reader loses detail, never correctness.
 */

/** Latest figures of one instrument, in base units and canonical prices. NaN is unknown. */
export interface InstrumentView {
  readonly ix: number;
  readonly bidPx: number;
  readonly bidQtyBase: number;
  readonly askPx: number;
  readonly askQtyBase: number;
  readonly lastPx: number;
  readonly markPx: number;
  readonly indexPx: number;
  readonly fundingRateFrac: number;
  readonly fundingIntervalHours: number;
  readonly nextFundingMs: number;
  readonly changeFrac: number;
  readonly volumeQuote: number;
  readonly venueMs: number;
  readonly recvMs: number;
  /** Our time of the book's data: the venue's time less its clock offset where both are known, else the receive time. */
  readonly bookMs: number;
  readonly bookLive: boolean;
  /** null while live. */
  readonly bookResetReason: BookResetReason | null;
}

/** One side of an opportunity at its size. */
export interface LegView {
  readonly id: InstrumentId;
  readonly venue: Venue;
  readonly market: Market;
  readonly side: 'BUY' | 'SELL';
  readonly vwapPx: number;
  readonly bestPx: number;
  readonly feeBps: number;
  readonly feeSource: 'account' | 'tier' | 'assumed';
  readonly slippageBps: number;
  readonly bookAgeMs: number;
  /** Our time of the book's data when the batch was made, as `InstrumentView.bookMs`; its age grows by itself. */
  readonly bookMs: number;
  /** Rate of the coming settlement as a fraction, its interval and time; null on spot and while unknown. */
  readonly fundingRateFrac: number | null;
  readonly fundingIntervalHours: number | null;
  readonly nextFundingMs: number | null;
}

export type PolicyName = 'executable' | 'evaluation_only' | 'blocked';

/** One opportunity as last computed; bps of the mid of the two VWAPs, unfloored. */
export interface OpportunityView {
  /** `BTCUSDT.PERP.BYBIT>BTCUSDT.PERP.OKX`: buy leg, sell leg. */
  readonly id: string;
  readonly symbol: string;
  readonly asset: string;
  readonly mode: 'futures-futures' | 'spot-futures';
  readonly buy: LegView;
  readonly sell: LegView;
  readonly qtyBase: number;
  /** Share of the largest possible size, 0..1. */
  readonly sizeFrac: number;
  readonly notionalUsd: number;
  readonly grossBps: number;
  readonly latencyReserveBps: number;
  readonly entryNetBps: number;
  /** null while too little history. */
  readonly exitSpreadBps: number | null;
  /** Samples gathered for it, 0..30; known from 30. */
  readonly exitSpreadSamples: number;
  readonly roundTripNetBps: number | null;
  /** Over the expected hold. */
  readonly fundingBps: number | null;
  /** Loan over the expected hold, positive costs; null where one is needed at an unknown rate. */
  readonly borrowBps: number | null;
  /** What filling is expected to cost and how likely it is; null while not learned. */
  readonly learnedCostBps: number | null;
  readonly fillProbability: number | null;
  /** Round trip with funding and loan, the learned cost in place of the latency reserve; null while a part is unknown. */
  readonly learnedNetBps: number | null;
  readonly expectedUsd: number;
  readonly capacityUsd: number;
  readonly confidence: number;
  readonly aliveSinceMs: number;
  /** Median time the edge stays over the minimum; null before one ended. Crossings of the minimum in the last hour. */
  readonly aliveP50Ms: number | null;
  readonly crossingsPerHour: number;
  readonly computedMs: number;
  readonly policy: PolicyName;
  readonly policyReason: string | null;
  /** The failed check that is nearest to passing; null when all hold. */
  readonly nearestMiss: { readonly check: string; readonly value: number | null; readonly bound: number | null } | null;
}

/** A normalised liquidation. */
export interface LiquidationView {
  readonly ix: number;
  readonly liquidatedSide: 'LONG' | 'SHORT';
  readonly px: number;
  readonly qtyBase: number;
  readonly usd: number;
  readonly isLowerBound: boolean;
  readonly isInferred: boolean;
  readonly venueMs: number;
  readonly recvMs: number;
}

/** One-minute candle built from our own trades, sent when it changed. */
export interface CandleView {
  readonly ix: number;
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volumeBase: number;
}

/** Feed and book health of one venue. */
export interface VenueView {
  readonly venue: Venue;
  readonly feed: FeedStatus;
  readonly booksLive: number;
  readonly booksTotal: number;
  /** Books dropped because bid >= ask. */
  readonly crossed: number;
  /** Median venue-event-to-receive delay of the last seconds, clock offset removed; null before the first. */
  readonly latencyMs: number | null;
  /** Rings that overflowed between two batches; oldest items were lost. */
  readonly queueOverflow: number;
  /** Checks of quotes against books at equal sequence. */
  readonly quoteChecks: number;
  readonly quoteMismatches: number;
  /** Messages the engine could not take; each reset its book. */
  readonly sinkFaults?: number;
  /** The newest of them in words; null before the first. */
  readonly lastSinkFault?: string | null;
}

export interface ScannerView {
  readonly isScanning: boolean;
  readonly venues: readonly Venue[];
  readonly minEntryNetBps: number;
  readonly maxPositionUsd: number;
  readonly pairs: number;
  readonly bestEntryNetBps: number | null;
  /** Widest gross edge of a pair that is not blocked; null while there is none. */
  readonly bestGrossBps: number | null;
  /** Distinct opportunities that rose over the minimum since the thread started, each again only after a minute's absence. */
  readonly found: number;
  /** Evaluations that broke off, and the newest cause in words; null before the first. */
  readonly faults?: number;
  readonly lastFault?: string | null;
}

/** One batch from the hot thread. */
export interface HotBatch {
  readonly seq: number;
  readonly atMs: number;
  /** Only instruments that changed since the last batch. */
  readonly instruments: readonly InstrumentView[];
  /** Opportunities that changed, and ids that are gone. */
  readonly opportunities: readonly OpportunityView[];
  readonly removed: readonly string[];
  readonly liquidations: readonly LiquidationView[];
  readonly candles: readonly CandleView[];
  /** null in most batches: sent every half second. */
  readonly venues: readonly VenueView[] | null;
  readonly scanner: ScannerView;
}

/** Commands into the hot thread. */
export type HotCommand =
  | {
      readonly kind: 'start-scanner';
      readonly minEntryNetBps: number;
      readonly maxPositionUsd: number;
      readonly venues: readonly Venue[];
    }
  | { readonly kind: 'stop-scanner' }
  /** What another run of the scanner knew; after `start-scanner`. */
  | { readonly kind: 'restore-scanner'; readonly snapshot: ScannerSnapshot }
  /** A venue halted an instrument or lets it trade again. */
  | { readonly kind: 'set-trading'; readonly ix: number; readonly isTrading: boolean }
  /** The list still says that it trades: ends a pushed halt whose end was missed. */
  | { readonly kind: 'confirm-trading'; readonly ix: number }
  /** The price limits a venue told just now; null where none is in force. */
  | { readonly kind: 'set-price-limits'; readonly ix: number; readonly limits: PriceLimits }
  | { readonly kind: 'set-clock-offset'; readonly venue: Venue; readonly offsetMs: number };
