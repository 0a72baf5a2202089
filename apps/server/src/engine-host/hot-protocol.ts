import type {
  DomainError,
  ExecutionMode,
  Instrument,
  MarketSource,
  Result,
  Venue,
  VenueKey,
} from '@riptide/core/domain';
import type {
  ArbitrageCall,
  ArbitrageView,
  DepthCapture,
  DepthLoss,
  HotBatch,
  HotCommand,
  SnipingCall,
  SnipingView,
  TradingCall,
  TradingView,
} from '@riptide/core/engine';
import type { LogFields, StageFigures } from '@riptide/core/kernel';
import type { ScannerSnapshot } from '@riptide/core/strategies';
import type { NamedLoad } from '@riptide/venues/kit';
import type { HistogramFigures } from '../metrics/ms-histogram.ts';
import type { JournalFigures } from '../storage/journal/file-journal.ts';

/** What the hot thread is started with. Structured-clonable. */
export interface HotThreadStart {
  readonly market: MarketSource;
  /** Where the simulated venues are; null on a real market. */
  readonly simulatorUrls: Readonly<Record<Venue, string>> | null;
  readonly instruments: readonly Instrument[];
  /** By instrument: the highest price to expect, NaN when unknown. */
  readonly pxMax: readonly number[];
  readonly randomSeed: number;
  readonly trading: TradingStart;
}

/** What the trading core is started with. Keys only ever pass from thread to thread, never onto a disk or a log. */
export interface TradingStart {
  readonly journalFolder: string;
  /** `live` only permits live orders. */
  readonly execution: ExecutionMode;
  /** First cash of each venue's paper account. */
  readonly paperUsdt: string;
  /** Venues that get orders by their socket for orders. */
  readonly orderSockets?: readonly Venue[];
  readonly keys: Readonly<Partial<Record<Venue, VenueKey>>>;
}

/** What the hot thread measures of itself, since its start. */
export interface HotFigures {
  readonly lag: HistogramFigures;
  /** In the order of `STAGES`. */
  readonly stages: readonly StageFigures[];
  readonly journal: JournalFigures;
  /** Use of the venues' request limits. */
  readonly budgets: readonly NamedLoad[];
}

/** Calls of the trading core, the sniping engines and the arbitrage engine share one name space. */
export type HotCall = TradingCall | SnipingCall | ArbitrageCall;

/** Cool side to hot thread. */
export type ToHot =
  | { readonly kind: 'command'; readonly command: HotCommand }
  /** Answered by a `call-answer` with the same id. */
  | { readonly kind: 'call'; readonly id: number; readonly name: HotCall; readonly request: unknown }
  /** A batch was processed; without it the next ones wait and merge. */
  | { readonly kind: 'taken' }
  | { readonly kind: 'stop' };

/** Hot thread to cool side. */
export type FromHot =
  /** Instruments as the books know them, in the order of `ix`. */
  | {
      readonly kind: 'started';
      readonly instruments: readonly Instrument[];
      readonly rejected: readonly { readonly id: string; readonly reason: string }[];
    }
  | { readonly kind: 'batch'; readonly batch: HotBatch; readonly lateBatches: number }
  /** What the scanner knows; a newer one replaces it. */
  | { readonly kind: 'scanner-state'; readonly snapshot: ScannerSnapshot }
  | {
      readonly kind: 'log';
      readonly level: 'info' | 'warn' | 'error';
      readonly message: string;
      readonly fields?: LogFields;
    }
  | { readonly kind: 'call-answer'; readonly id: number; readonly result: Result<unknown, DomainError> }
  /** Complete; a newer one replaces it. */
  | { readonly kind: 'trading'; readonly view: TradingView }
  | { readonly kind: 'sniping'; readonly view: SnipingView }
  | { readonly kind: 'arbitrage'; readonly view: ArbitrageView }
  /** Levels of books as they were when records were written, and which were too many to be copied. */
  | { readonly kind: 'depths'; readonly depths: readonly DepthCapture[]; readonly loss: DepthLoss | null }
  /** The journal has grown up to this record. */
  | { readonly kind: 'journal'; readonly lastSeq: number }
  /** What the thread measured of itself; a newer one replaces it. */
  | { readonly kind: 'figures'; readonly figures: HotFigures }
  | { readonly kind: 'stopped' };
