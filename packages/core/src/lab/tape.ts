import type { Instrument, MarketSink, WireScale } from '../domain/index.ts';

/** Where a tape puts what it plays. */
export interface TapeTarget {
  readonly sink: MarketSink;
  /** In the order of `ix`, as the books know them; instruments that can't be kept are left out. */
  readonly instruments: readonly Instrument[];
  readonly scales: readonly WireScale[];
}

/** One pass over a tape. */
export interface TapeReader {
  /** Receive time of the message at hand, epoch ms; NaN when none is at hand and `load` must be asked. */
  readonly nextMs: number;
  /** Brings further messages to hand. Returns false at the end of the tape. */
  load(): Promise<boolean>;
  /** Hands the message at hand to the target and moves on. */
  deliver(): void;
  /** Frees what the pass holds, before its end too. */
  close(): Promise<void>;
}

/** Messages of markets in the order in which they were received, playable again and again. */
export interface Tape {
  readonly name: string;
  readonly instruments: readonly Instrument[];
  /** Receive time of the first message, or a little before. */
  readonly startMs: number;
  open(target: TapeTarget): TapeReader;
}
