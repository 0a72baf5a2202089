import { INSTRUMENT_KINDS, type MarketFeed, type ReferenceData, type Venue } from '@riptide/core/domain';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { createBinance } from '@riptide/venues/binance';
import { createBybit } from '@riptide/venues/bybit';
import { createKucoin } from '@riptide/venues/kucoin';
import { createOkx } from '@riptide/venues/okx';

export interface Adapter {
  readonly reference: ReferenceData;
  readonly feed: MarketFeed;
}

/** A replay has pauses of its own and runs faster than time. */
const UNHURRIED = { dataSilenceMs: Number.POSITIVE_INFINITY, channelSilenceMs: Number.POSITIVE_INFINITY };
/** A playback without pace may send a whole recording while one snapshot is on its way. */
const PENDING_FRAMES_MAX = 100_000;
const SNAPSHOT_WAIT_MS = 60_000;

/** Builds the product's own adapter of a venue for a replay at `baseUrl`. */
export function createAdapter(venue: Venue, baseUrl: string): Adapter {
  const deps = { clock: systemClock(), random: seededRandom(1), log: silentLog() };
  const config = { target: { kind: 'simulator', baseUrl } as const, ...UNHURRIED };
  const create: Readonly<Record<Venue, () => Adapter>> = {
    BINANCE: () => createBinance({ ...config, pendingFramesMax: PENDING_FRAMES_MAX }, deps),
    BYBIT: () => createBybit({ ...config, snapshotWaitMs: SNAPSHOT_WAIT_MS }, deps),
    OKX: () => createOkx({ ...config, snapshotWaitMs: SNAPSHOT_WAIT_MS, kinds: INSTRUMENT_KINDS }, deps),
    KUCOIN: () => createKucoin({ ...config, pendingFramesMax: PENDING_FRAMES_MAX }, deps),
  };
  return create[venue]();
}
