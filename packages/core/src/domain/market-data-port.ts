import type { DomainError } from './errors.ts';
import type { Instrument } from './instrument.ts';
import type { WireScale } from './market-messages.ts';
import type { MarketSink } from './market-sink.ts';
import type { Result } from './result.ts';
import type { DecimalString } from './units.ts';
import type { VenueKey } from './execution-port.ts';
import type { BorrowRate, PriceLimits } from './venue-terms.ts';
import type { Venue } from './venue.ts';

/** What a feed subscribes for one instrument. Depth and best quotes always belong together. */
export interface FeedSubscription {
  /** Dense index under which the sink knows the instrument. */
  readonly ix: number;
  readonly instrument: Instrument;
  readonly scale: WireScale;
  /** Its book is asked for before those of others: something is open in it. */
  readonly isUrgent?: boolean;
}

/** Candle widths that every venue can give. */
export const TIMEFRAMES = ['1m', '3m', '5m', '15m', '30m', '1h', '4h', '1d'] as const;
export type Timeframe = (typeof TIMEFRAMES)[number];

/** One candle from history. Prices and volume in base units of the canonical asset. */
export interface Candle {
  readonly openMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volumeBase: number;
}

/** 24 h summary of one instrument from REST, in canonical units. */
export interface DayTicker {
  readonly wireSymbol: string;
  readonly lastPx: number;
  /** null when the venue does not say. */
  readonly changeFrac: number | null;
  readonly volumeQuote: number | null;
}

/** One funding settlement of a perp that has passed. */
export interface FundingSettlement {
  /** The venue's own stamp. */
  readonly venueMs: number;
  /** Signed; positive: longs paid. */
  readonly rateFrac: DecimalString;
  /** Mark it was paid at, per unit of the canonical asset; null where the venue does not tell. */
  readonly markPx: DecimalString | null;
}

/** Everything that is read by plain requests. Slow path; never called on the hot thread. */
export interface ReferenceData {
  readonly venue: Venue;
  /** How often the list must be read again, where a halt is told by it alone; absent: the feed is pushed what halts. */
  readonly listEveryMs?: number;
  /** Returns every instrument the venue lists in the kinds asked for. */
  loadInstruments(): Promise<Result<readonly Instrument[], DomainError>>;
  /** Returns the newest `limit` candles, oldest first. */
  fetchCandles(
    instrument: Instrument,
    timeframe: Timeframe,
    limit: number,
  ): Promise<Result<readonly Candle[], DomainError>>;
  /**
   * Returns the settlements of a perp from `sinceMs` until now, oldest first; all of them, however many there are.
   *
   * @errors INPUT_INVALID for what pays no funding or where more settlements passed than are read; those of the requests.
   */
  fetchFundingHistory(
    instrument: Instrument,
    sinceMs: number,
  ): Promise<Result<readonly FundingSettlement[], DomainError>>;
  /**
   * Returns what borrowing costs on spot margin; what is not in the list can't be borrowed. `key`: null reads what the venue tells everyone.
   *
   * @errors CREDENTIALS_MISSING where the venue tells it to keys alone and there is none; those of the requests.
   */
  fetchBorrowRates(key: VenueKey | null): Promise<Result<readonly BorrowRate[], DomainError>>;
  /** Returns the price limits in force now. Absent where the venue tells none beyond the band of its instruments. */
  fetchPriceLimits?(instrument: Instrument): Promise<Result<PriceLimits, DomainError>>;
  /** Returns the 24 h summaries of one market. */
  fetchDayTickers(kind: 'spot' | 'perp'): Promise<Result<readonly DayTicker[], DomainError>>;
  /** Returns venue clock minus ours in ms, corrected by half the round trip, and that round trip. */
  measureClock(): Promise<Result<{ readonly offsetMs: number; readonly roundTripMs: number }, DomainError>>;
}

/** How one socket stands. */
export const CONNECTION_STATES = ['connecting', 'open', 'waiting', 'closed'] as const;
export type ConnectionState = (typeof CONNECTION_STATES)[number];

/** Counters and state of one socket; numbers only grow. */
export interface ConnectionStatus {
  /** e.g. `binance-perp-public-1`. */
  readonly name: string;
  readonly state: ConnectionState;
  readonly sinceMs: number;
  readonly topicsConfirmed: number;
  readonly topicsPending: number;
  readonly topicsRejected: number;
  readonly reconnects: number;
  readonly frames: number;
  readonly bytes: number;
  /** null before the first. */
  readonly lastDataMs: number | null;
  readonly lastPongMs: number | null;
  /** Round trip of the last heartbeat. */
  readonly pingMs: number | null;
  /** Closed list plus the close code, e.g. `silent`, `close-1008`; null while it never closed. */
  readonly lastCloseReason: string | null;
}

/** What the decoder met. Frames by the tier that read them, and what could not be read. */
export interface DecodeCounters {
  /** Known byte templates. */
  fast: number;
  /** Key-driven reader: right, only slower. */
  keyed: number;
  /** JSON.parse: right, slowest. */
  slow: number;
  /** Acknowledgements, pongs and other control frames. */
  control: number;
  /** Frames that could not be understood: truncated, wrong type, missing field. */
  malformed: number;
  /** Frames of a channel or an instrument that nobody asked for. */
  unknown: number;
  /** Messages older than the book, dropped by rule. */
  stale: number;
  /** Sequence gaps. */
  gaps: number;
  /** Snapshots asked for again. */
  resyncs: number;
  /** Prices finer than the instrument's tick. */
  offTick: number;
  /** Asks beyond int32 ticks, left out of the books; absent while there was none. */
  farLevels?: number;
}

export interface FeedStatus {
  readonly venue: Venue;
  readonly connections: readonly ConnectionStatus[];
  readonly decode: Readonly<DecodeCounters>;
}

/** The live feed of one venue: sockets, decoding, sequence checks. Lives on the hot thread. */
export interface MarketFeed {
  readonly venue: Venue;
  /** Opens sockets and subscribes. Everything read goes to `sink`, from then on until `stop`. */
  start(subscriptions: readonly FeedSubscription[], sink: MarketSink): void;
  /** Drops the book and asks for a new one; for checks that only the receiver can make (crossed book). */
  resync(ix: number): void;
  status(): FeedStatus;
  /** Closes every socket within a second; nothing reaches the sink afterwards. */
  stop(): Promise<void>;
}
