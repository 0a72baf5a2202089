import type { Venue } from '@riptide/core/domain';
import { MarketStore } from '@riptide/core/market-data';
import { startVenueSim, type Replay, type VenueSim } from '@riptide/venue-sim';
import { createAdapter, type Adapter } from './adapters.ts';
import { BasisSampler } from './basis.ts';
import { judgeRecording } from './judge-recording.ts';
import { framesDecoded, framesSent, type PlayedVenue } from './played-venue.ts';
import type { RecordingGroup } from './recording-groups.ts';
import type { RecordingReport } from './report.ts';
import { until } from './until.ts';
import { WatchingSink } from './watching-sink.ts';

const SUBSCRIBED_WITHIN_MS = 20_000;
const PLAYED_WITHIN_MS = 580_000;
const ARRIVED_WITHIN_MS = 5_000;
const SNAPSHOT_WAIT_MS = 10_000;

/**
 * Plays the files of one folder through the replay's servers into the product's adapters and books, over loopback sockets.
 * Null when nothing in it can be played.
 */
export async function replayRecording(folder: string, group: RecordingGroup): Promise<RecordingReport> {
  const startedMs = Date.now();
  const sim = await startVenueSim({
    seed: 1,
    mode: {
      kind: 'replay',
      folder,
      speed: Number.POSITIVE_INFINITY,
      quietMs: Number.POSITIVE_INFINITY,
      snapshotWaitMs: SNAPSHOT_WAIT_MS,
      includes: (file) => group.files.has(file),
    },
  });
  try {
    const { replay } = sim;
    if (replay === null) throw new Error('Invariant: a replay has no replay');
    const played: PlayedVenue[] = [];
    for (const venue of replay.recorded) played.push(await playVenue(venue, sim, replay));
    const seconds = (Date.now() - startedMs) / 1000;
    return judgeRecording({ recording: group.name, played, skipped: replay.skipped, seconds });
  } finally {
    await sim.stop();
  }
}

async function playVenue(venue: Venue, sim: VenueSim, replay: Replay): Promise<PlayedVenue> {
  const adapter = createAdapter(venue, sim.baseUrls[venue]);
  const listed = await adapter.reference.loadInstruments();
  if (!listed.ok) throw new Error(`${venue}: ${listed.error.code} ${listed.error.detail ?? ''}`);
  const store = new MarketStore(listed.value, {
    isQuoteChecked: true,
    listener: { onTopChanged: () => undefined, onResyncNeeded: (ix) => adapter.feed.resync(ix) },
  });
  const basis = new BasisSampler(store);
  const sink: WatchingSink = new WatchingSink(store, (ix) => basis.onBook(ix, sink));
  const protocol = replay.protocols[venue];
  const played: PlayedVenue = {
    venue,
    adapter,
    store,
    sink,
    basis,
    listed: listed.value,
    replayed: () => protocol.report(),
    problem: null,
  };
  adapter.feed.start(
    store.instruments.map((instrument, ix) => ({ ix, instrument, scale: scaleAt(store, ix) })),
    sink,
  );
  try {
    if (!(await until(() => isSubscribed(adapter), SUBSCRIBED_WITHIN_MS))) played.problem = 'subscriptions stay open';
    protocol.go();
    const isAllSent = (): boolean => protocol.report().state === 'finished' && protocol.report().unreadBytes === 0;
    if (!(await until(isAllSent, PLAYED_WITHIN_MS))) played.problem = 'the playback does not end';
    await until(() => framesDecoded(played) >= framesSent(played), ARRIVED_WITHIN_MS);
    for (const { judge } of sink.watches) judge.finish();
    return played;
  } finally {
    await adapter.feed.stop();
  }
}

function scaleAt(store: MarketStore, ix: number): { readonly pxDecimals: number } {
  const scale = store.scales[ix];
  if (scale === undefined) throw new Error(`Invariant: no scale with index ${ix}`);
  return scale;
}

function isSubscribed({ feed }: Adapter): boolean {
  const { connections } = feed.status();
  return (
    connections.length > 0 && connections.every(({ state, topicsPending }) => state === 'open' && topicsPending === 0)
  );
}
