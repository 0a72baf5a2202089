import type { MarketSource, ReferenceData, Venue } from '@riptide/core/domain';
import type { Clock, Log, Random } from '@riptide/core/kernel';
import type { MarketRecorder } from '../flight/market/market-recorder.ts';
import type { TradingStart } from './hot-protocol.ts';
import type { StartHotThread } from './hot-thread.ts';
import type { LinkTarget } from './link-target.ts';
import type { ScannerSession } from './scanner-session.ts';
import type { ScannerStateStore } from './scanner-state-file.ts';
import type { WatchStore } from './symbol-desk.ts';

export interface CoolEngineDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly link: LinkTarget;
  readonly session: ScannerSession;
  readonly scannerState: ScannerStateStore;
  readonly market: MarketSource;
  readonly simulatorUrls: Readonly<Record<Venue, string>> | null;
  readonly references: readonly ReferenceData[];
  readonly startHotThread: StartHotThread;
  /** Symbols people want followed, and where more are kept. */
  readonly watched: { readonly symbols: readonly string[]; readonly store: WatchStore };
  /** Read anew at each start of the hot thread: keys may have changed. */
  readonly tradingStart: () => Promise<TradingStart>;
  /** Keeps what batches tell of the market; absent: nothing is recorded. */
  readonly flight?: Pick<MarketRecorder, 'begin' | 'take' | 'takeDepths'> | null;
  /** The journal has grown; what is new is to be folded into the database. */
  onJournal(lastSeq: number): void;
  onCrash(reason: string): void;
}

/** Figures of the engine that only its process knows. */
export interface EngineFigures {
  readonly symbols: number;
  readonly books: number;
  readonly lateBatches: number;
}
