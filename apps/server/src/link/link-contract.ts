import type {
  BookResetReason,
  DomainError,
  FeedStatus,
  InstrumentId,
  Market,
  Timeframe,
  TrailingOrder,
  Venue,
} from '@riptide/core/domain';
import type {
  AccountView,
  ArbitrageCalls,
  ArbitrageView,
  ArmRow,
  CandidateView,
  CascadeView,
  DecisionRow,
  EngineView,
  OpportunityView,
  OrderView,
  PositionView,
  SnipeView,
  SnipingCalls,
  SnipingView,
  TradingCalls,
  TradingStateView,
} from '@riptide/core/engine';
import type { HotFigures } from '../engine-host/hot-protocol.ts';
import type { RecorderFigures } from '../flight/market/market-recorder.ts';
import type { HistogramFigures } from '../metrics/ms-histogram.ts';
import type { RecordFigures } from '../metrics/record-counter.ts';
import type { LabCalls } from './lab-calls.ts';
import type { NewsCalls } from './news-calls.ts';
import type { SymbolCalls } from './symbol-calls.ts';

/**
 * What engine and server say to each other. Plain values: unknown numbers are null, times epoch ms.
 * A topic is a map from key to value; the engine owns it, the server holds a copy.
 */

/** One instrument of the universe with its latest figures, in base units and canonical prices. */
export interface LinkInstrument {
  readonly id: InstrumentId;
  readonly venue: Venue;
  readonly market: Market;
  readonly symbol: string;
  /** Smallest step of a canonical price, for drawing prices; nothing is computed from it. */
  readonly pxTick: number;
  readonly bidPx: number | null;
  readonly askPx: number | null;
  readonly lastPx: number | null;
  readonly markPx: number | null;
  readonly fundingRateFrac: number | null;
  readonly fundingIntervalHours: number | null;
  readonly nextFundingMs: number | null;
  readonly changeFrac: number | null;
  readonly volumeQuote: number | null;
  readonly recvMs: number | null;
  /** Our time of the book's data; null before the first. */
  readonly bookMs: number | null;
  readonly isBookLive: boolean;
  readonly bookResetReason: BookResetReason | null;
  /** Highest leverage the venue allows on it; null or absent: not told. */
  readonly leverageMax?: number | null;
}

export interface LinkLiquidation {
  readonly venue: Venue;
  readonly market: Market;
  readonly symbol: string;
  readonly liquidatedSide: 'LONG' | 'SHORT';
  readonly px: number;
  readonly qtyBase: number;
  readonly usd: number;
  readonly isLowerBound: boolean;
  readonly isInferred: boolean;
  readonly venueMs: number;
}

/** Taker and maker fee of one market of a venue, and where they were read. */
interface LinkFees {
  readonly spot: { readonly makerBps: number; readonly takerBps: number };
  readonly perp: { readonly makerBps: number; readonly takerBps: number };
  readonly source: 'account' | 'tier' | 'assumed';
}

/** How far a venue has come. `loading`: its instruments are being asked for. */
type VenuePhase = 'loading' | 'live';

export interface LinkVenue {
  readonly venue: Venue;
  readonly phase: VenuePhase;
  /** Why it is still loading, in words; null otherwise. */
  readonly phaseReason: string | null;
  readonly feed: FeedStatus | null;
  readonly spotCount: number;
  readonly perpCount: number;
  readonly booksLive: number;
  readonly booksTotal: number;
  readonly crossed: number;
  readonly latencyMs: number | null;
  readonly clockOffsetMs: number | null;
  readonly framesPerSecond: number | null;
  readonly queueOverflow: number;
  readonly quoteChecks: number;
  readonly quoteMismatches: number;
  readonly fees: LinkFees;
}

/** The scanner session as it is stored, with what the scanner says about itself. */
export interface LinkScanner {
  readonly isScanning: boolean;
  readonly venues: readonly Venue[];
  readonly minEntryNetBps: number;
  readonly maxPositionUsd: number;
  readonly pairs: number;
  readonly bestEntryNetBps: number | null;
  readonly bestGrossBps: number | null;
  /** Over all runs of the session. */
  readonly foundTotal: number;
  readonly sessionName: string;
  readonly startedMs: number | null;
  readonly stoppedMs: number | null;
}

export interface LinkEngine {
  readonly startedMs: number;
  readonly symbols: number;
  readonly books: number;
  /** Batches from the hot thread that had to wait because this side was late. */
  readonly lateBatches: number;
  readonly rssBytes: number;
  readonly eventLoopDelayMsMax: number;
  /** How late timers of the second thread come. */
  readonly coolLag?: HistogramFigures;
  /** null before the hot thread runs. */
  readonly hot?: HotFigures | null;
  /** The record of the market; absent where none is kept. */
  readonly flight?: RecorderFigures;
  /** How far the journal is folded into the database, and why it does not get on. */
  readonly history?: {
    readonly lastSeq: number;
    readonly behind: number;
    readonly failures: number;
    readonly reason: string | null;
    /** Records folded since the start of the process. */
    readonly counted?: RecordFigures;
    /** Segments of the journal that stand, and how many were taken away since the engine's start. */
    readonly journal?: {
      readonly segments: number;
      readonly bytes: number;
      readonly deleted: number;
      readonly failures: number;
    };
  };
}

/** Topics by name with the type of their values. */
export interface LinkTopics {
  instrument: LinkInstrument;
  opportunity: OpportunityView;
  liquidation: LinkLiquidation;
  venue: LinkVenue;
  scanner: LinkScanner;
  engine: LinkEngine;
  /** By account key. */
  account: AccountView;
  /** By position id. */
  position: PositionView;
  /** Resting orders, by account and order id. */
  order: OrderView;
  /** One: `state`. */
  trading: TradingStateView;
  /** By engine. */
  'engine-run': EngineView;
  /** By symbol and liquidated side. */
  candidate: CandidateView;
  /** The newest, by id. */
  decision: DecisionRow;
  /** By arm id. */
  arm: ArmRow;
  /** Open ones and the newest finished, by id. */
  snipe: SnipeView;
  /** By order id. */
  trailing: TrailingOrder;
  /** The newest, by symbol, liquidated side, cluster and start. */
  cascade: CascadeView;
  /** One: `state`. */
  sniping: LinkSniping;
  /** One: `state`. */
  arbitrage: ArbitrageView;
}

/** What the engines show that is one per platform. */
export type LinkSniping = Pick<SnipingView, 'decisionsMade' | 'verdicts' | 'overrides' | 'shadows' | 'faults'> &
  Pick<SnipingView['radar'], 'leadLag' | 'counters'>;
export type LinkTopic = keyof LinkTopics;

export interface ChartAnswer {
  readonly venue: Venue;
  readonly candles: readonly {
    readonly openMs: number;
    readonly open: number;
    readonly high: number;
    readonly low: number;
    readonly close: number;
    readonly volumeBase: number;
  }[];
}

/** Commands by name: what is sent and what is answered. Those of the trading core, the engines and the lab pass through unchanged. */
export interface LinkCommands extends TradingCalls, SnipingCalls, ArbitrageCalls, LabCalls, SymbolCalls, NewsCalls {
  'start-scanner': {
    request: { readonly minEntryNetBps: number; readonly maxPositionUsd: number; readonly venues: readonly Venue[] };
    answer: { readonly wasRunning: boolean; readonly scanner: LinkScanner };
  };
  'stop-scanner': {
    request: Readonly<Record<string, never>>;
    answer: { readonly wasRunning: boolean; readonly scanner: LinkScanner };
  };
  'fetch-chart': {
    request: {
      readonly symbol: string;
      readonly timeframe: Timeframe;
      readonly limit: number;
      readonly venue: Venue | null;
    };
    answer: ChartAnswer;
  };
}
export type LinkCommand = keyof LinkCommands;

/** topic, key, value; null removes the key. */
export type LinkEntry = readonly [topic: LinkTopic, key: string, value: unknown];

/** Engine to server. */
export type EngineFrame =
  /** Replaces everything. */
  | { readonly kind: 'snapshot'; readonly seq: number; readonly sentMs: number; readonly entries: readonly LinkEntry[] }
  | { readonly kind: 'update'; readonly seq: number; readonly sentMs: number; readonly entries: readonly LinkEntry[] }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: true; readonly value: unknown }
  | { readonly kind: 'answer'; readonly id: number; readonly ok: false; readonly error: DomainError };

/** Server to engine. */
export interface ServerFrame {
  readonly kind: 'command';
  readonly id: number;
  readonly name: LinkCommand;
  readonly request: unknown;
  /** Of the request that gave the command; absent where nobody did, or it only asks. */
  readonly requestId?: string;
}
