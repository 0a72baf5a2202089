import type { Venue } from '@riptide/core/domain';

/** Any JSON object. */
export type Json = Readonly<Record<string, unknown>>;

/** Numbering of one frame of a full book channel. */
export interface DepthFacts {
  readonly isSnapshot: boolean;
  /** First and last number of the changes inside; NaN where the venue does not number. */
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** The number the frame says it follows, or null. */
  readonly prevSeq: number | null;
}

/** What the replay has to know about a recorded frame; the frame itself is passed on unchanged. */
export interface FrameFacts {
  readonly venue: Venue;
  /** The venue's own division (`spot`, `usdm`, `linear`, `SWAP`, `futures` …); null when this frame does not tell. */
  readonly market: string | null;
  /** The channel without its rate, e.g. `depth` for `depth@100ms`. */
  readonly channel: string;
  readonly symbol: string;
  /** The venue's time inside the frame; null when it has none. */
  readonly eventMs: number | null;
  readonly depth: DepthFacts | null;
  /** `[price, quantity, …]` of everything the frame quotes. */
  readonly levels: readonly (readonly unknown[])[];
}
