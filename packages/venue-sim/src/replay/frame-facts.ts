import type { Venue } from '@riptide/core/domain';
import { binanceFacts } from './binance-facts.ts';
import { bybitFacts } from './bybit-facts.ts';
import { kucoinFacts } from './kucoin-facts.ts';
import { okxFacts } from './okx-facts.ts';

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

/** Returns what a frame is, `dialogue` for acks and pongs, or null for a frame of no known venue. */
export function frameFacts(frame: unknown): FrameFacts | 'dialogue' | null {
  if (frame === null || typeof frame !== 'object') return null;
  const json = frame as Json;
  return binanceFacts(json) ?? bybitFacts(json) ?? okxFacts(json) ?? kucoinFacts(json);
}
