import type { Instrument, Venue } from '@riptide/core/domain';
import type { MarketStore } from '@riptide/core/market-data';
import type { ReplayReport } from '@riptide/venue-sim';
import type { Adapter } from './adapters.ts';
import type { BasisSampler } from './basis.ts';
import type { WatchingSink } from './watching-sink.ts';

/** One venue's part of a replay, as it ran. */
export interface PlayedVenue {
  readonly venue: Venue;
  readonly adapter: Adapter;
  readonly store: MarketStore;
  readonly sink: WatchingSink;
  readonly basis: BasisSampler;
  readonly listed: readonly Instrument[];
  replayed(): ReplayReport;
  problem: string | null;
}

/** Returns the data frames that left for at least one socket. */
export function framesSent(played: PlayedVenue): number {
  return played.replayed().channels.reduce((sum, { sentFrames }) => sum + sentFrames, 0);
}

/** Returns the frames the decoder counted, control frames left out. */
export function framesDecoded(played: PlayedVenue): number {
  const { fast, keyed, malformed, slow, unknown } = played.adapter.feed.status().decode;
  return fast + keyed + slow + malformed + unknown;
}
