import type { Venue } from '@riptide/core/domain';
import type { BookPlace } from './book-place.ts';
import type { QuoteOutcomes } from './quote-judge.ts';

/** What one instrument of a recording went through. Counts; `null` where the venue has no such thing. */
export interface InstrumentReport {
  readonly venue: Venue;
  readonly market: string;
  readonly wireSymbol: string;
  /** Frames the replay sent, by recorded channel. */
  readonly framesSent: Readonly<Record<string, number>>;
  /** Recorded frames of channels the product does not subscribe. */
  readonly framesNotAskedFor: Readonly<Record<string, number>>;
  readonly bookFrames: number;
  /** Numbered diffs or pushed books that changed the book; a REST snapshot is none. */
  readonly updatesApplied: number;
  readonly restSnapshots: number;
  /** Unbroken runs of the book, and how many started from an empty book because no snapshot was recorded. */
  readonly segments: number;
  readonly coldStarts: number;
  /** Book frames older than the snapshot, dropped by rule. */
  readonly staleDropped: number;
  /** Book frames recorded before the snapshot, whether they reach beyond it or not. */
  readonly framesBeforeSnapshot: number;
  readonly gaps: number;
  /** The last message before the first gap; null without one, or when none came before. */
  readonly firstGapAfter: BookPlace | null;
  readonly crossed: number;
  /** The message that crossed the book first. */
  readonly firstCrossed: BookPlace | null;
  readonly otherResets: Readonly<Record<string, number>>;
  readonly checksumsOk: number;
  readonly checksumsBad: number;
  /** The first message after which the checksum was another one. */
  readonly firstBadChecksum: BookPlace | null;
  readonly quoteChecks: QuoteOutcomes;
  readonly quotes: number;
  readonly trades: number;
  readonly marks: number;
  readonly tickers: number;
  readonly candles: number;
  readonly liquidations: number;
  /** Levels with a size in all snapshots and updates that reached the book. */
  readonly levelsHandedOn: number;
  /** What stood in the book at the end. */
  readonly bookLevels: { readonly bids: number; readonly asks: number };
}

/** One venue of one recording. */
export interface VenueReport {
  readonly venue: Venue;
  readonly framesSent: number;
  /** Frames the decoder counted, control frames left out. */
  readonly framesDecoded: number;
  readonly decoder: Readonly<Record<string, number>>;
  readonly reconnects: number;
  readonly resyncs: number;
  /** Recorded instruments the adapter did not list or the store could not take, and why. */
  readonly leftOut: readonly { readonly wireSymbol: string; readonly reason: string }[];
}

/** Premium of a perp over its spot, from the mids of both books, sampled at every change of either. */
export interface BasisReport {
  readonly venue: Venue;
  readonly symbol: string;
  readonly samples: number;
  readonly minBps: number | null;
  readonly medianBps: number | null;
  readonly maxBps: number | null;
  readonly lastBps: number | null;
}

/** One recording: the files of one folder. */
export interface RecordingReport {
  readonly recording: string;
  readonly venues: readonly VenueReport[];
  readonly instruments: readonly InstrumentReport[];
  readonly basis: readonly BasisReport[];
  readonly notPlayed: readonly { readonly file: string; readonly reason: string }[];
  readonly seconds: number;
  /** What must not be; empty when everything held. */
  readonly problems: readonly string[];
}
