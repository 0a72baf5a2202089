import { VENUES, type Venue } from '@riptide/core/domain';
import type { Clock, Random } from '@riptide/core/kernel';
import { BinanceReplay } from './binance-replay.ts';
import { BybitReplay } from './bybit-replay.ts';
import { KucoinReplay } from './kucoin-replay.ts';
import { OkxReplay } from './okx-replay.ts';
import { loadRecording, type SkippedFile, type VenueRecording } from './recording.ts';
import { ReplayDesk } from './replay-desk.ts';
import { replayProtocol, type ReplayDialect, type ReplayProtocol } from './replay-protocol.ts';

export interface ReplayDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** 1 is real time, N is N times faster, Infinity as fast as the readers take the frames. */
  readonly speed: number;
  /** Playing starts once the subscriptions have been quiet for this long, default 2,000; Infinity: on `go` only. */
  readonly quietMs?: number;
  /** Longest wait for a client to ask for a book's snapshot after its first diff. Default 3,000. */
  readonly snapshotWaitMs?: number;
  /** Which files are played, by their path below the folder; absent: all. */
  readonly includes?: (file: string) => boolean;
}

/** A folder of recordings, ready to be served. */
export interface Replay {
  /** All four venues; one without recordings lists nothing and stays silent. */
  readonly protocols: Readonly<Record<Venue, ReplayProtocol>>;
  /** Files or parts of files that are not played, and why. */
  readonly skipped: readonly SkippedFile[];
  /** Venues with something to play. */
  readonly recorded: readonly Venue[];
}

const QUIET_MS = 2_000;
const SNAPSHOT_WAIT_MS = 3_000;

/**
 * Opens a folder of recordings, whatever of the known kinds it holds.
 *
 * @throws Error when the folder can't be read.
 */
export async function openReplay(folder: string, deps: ReplayDeps): Promise<Replay> {
  const { skipped, venues } = await loadRecording(folder, deps.includes);
  const protocols = Object.fromEntries(
    VENUES.map((venue) => [
      venue,
      protocolOf(venue, venues.get(venue) ?? emptyRecording(venue, deps.clock.nowMs()), deps),
    ]),
  ) as Record<Venue, ReplayProtocol>;
  const recorded = VENUES.filter((venue) => (venues.get(venue)?.streams.size ?? 0) > 0);
  return { protocols, skipped, recorded };
}

function protocolOf(venue: Venue, recording: VenueRecording, deps: ReplayDeps): ReplayProtocol {
  const desk = new ReplayDesk(recording, {
    clock: deps.clock,
    speed: deps.speed,
    quietMs: deps.quietMs ?? QUIET_MS,
    snapshotWaitMs: deps.snapshotWaitMs ?? SNAPSHOT_WAIT_MS,
  });
  return replayProtocol(venue, desk, DIALECTS[venue](desk, deps));
}

const DIALECTS: Readonly<Record<Venue, (desk: ReplayDesk, deps: ReplayDeps) => ReplayDialect>> = {
  BINANCE: (desk) => new BinanceReplay(desk),
  BYBIT: (desk) => new BybitReplay(desk),
  OKX: (desk) => new OkxReplay(desk),
  KUCOIN: (desk, deps) => new KucoinReplay(desk, deps.random, () => deps.clock.nowMs()),
};

function emptyRecording(venue: Venue, nowMs: number): VenueRecording {
  return {
    venue,
    lanes: [],
    streams: new Map(),
    answers: [],
    precision: new Map(),
    firstMs: nowMs,
    lastMs: nowMs,
  };
}
