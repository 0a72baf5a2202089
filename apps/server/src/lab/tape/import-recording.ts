import { createWriteStream } from 'node:fs';
import { mkdir, rm, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Instrument, Venue } from '@riptide/core/domain';
import {
  loadRecording,
  readLines,
  splitLine,
  startVenueSim,
  type PlayedFile,
  type VenueRecording,
} from '@riptide/venue-sim';
import type { BuiltVenue } from '../../compose/build-venues.ts';
import { INSTRUMENTS_SOURCE, REST_PREFIX } from './recorded-line.ts';

export interface ImportOptions {
  /** Where the recording lies, of any kind that a replay can play. */
  readonly from: string;
  /** Where the segments go; made whole or not at all. */
  readonly to: string;
  /** Builds the product's adapter of a venue over the replay's own servers, to read what it lists. */
  readonly buildVenue: (venue: Venue, baseUrls: Readonly<Record<Venue, string>>) => BuiltVenue;
}

/** What an import left out, and why. */
export interface ImportReport {
  readonly frames: number;
  readonly skipped: readonly string[];
}

/**
 * Rewrites a folder of recordings made elsewhere as segments of ours: the same frames and depth snapshots, one file per venue.
 *
 * @throws Error when nothing in it can be played.
 */
export async function importRecording(options: ImportOptions): Promise<ImportReport> {
  const { from, to } = options;
  const { venues, skipped } = await loadRecording(from);
  const notes = skipped.map(({ file, reason }) => `${file}: ${reason}`);
  const playable = [...venues.values()].filter(({ streams }) => streams.size > 0);
  if (playable.length === 0)
    throw new Error(`nothing in ${from} can be played${notes.length > 0 ? `: ${notes[0] ?? ''}` : ''}`);
  const listed = await listInstruments(
    options,
    playable.map(({ venue }) => venue),
  );
  const draft = `${to}.part`;
  await rm(draft, { recursive: true, force: true });
  let frames = 0;
  for (const recording of playable) {
    const lane = recording.lanes[0] ?? [];
    for (const file of recording.lanes.slice(1).flat())
      notes.push(`${file.scan.name}: a second connection of the same channels and time, left out`);
    const folder = join(draft, recording.venue.toLowerCase());
    await mkdir(folder, { recursive: true });
    const counted = { frames: 0 };
    const lines = linesOf(recording, lane, { instruments: listed.get(recording.venue) ?? [], counted });
    await pipeline(
      lines,
      createGzip({ level: 3 }),
      createWriteStream(join(folder, `${hourName(recording.firstMs)}.gz`)),
    );
    frames += counted.frames;
  }
  await rm(to, { recursive: true, force: true });
  await rename(draft, to);
  return { frames, skipped: notes };
}

async function listInstruments(
  { from, buildVenue }: ImportOptions,
  venues: readonly Venue[],
): Promise<ReadonlyMap<Venue, readonly Instrument[]>> {
  const speed = Number.POSITIVE_INFINITY;
  const sim = await startVenueSim({ seed: 1, mode: { kind: 'replay', folder: from, speed, quietMs: speed } });
  try {
    const listed = new Map<Venue, readonly Instrument[]>();
    for (const venue of venues) {
      const answer = await buildVenue(venue, sim.baseUrls).reference.loadInstruments();
      if (!answer.ok) throw new Error(`${venue}: ${answer.error.code} ${answer.error.detail}`);
      listed.set(venue, answer.value);
    }
    return listed;
  } finally {
    await sim.stop();
  }
}

interface Into {
  readonly instruments: readonly Instrument[];
  readonly counted: { frames: number };
}

async function* linesOf(recording: VenueRecording, lane: readonly PlayedFile[], into: Into): AsyncGenerator<string> {
  const snapshots = depthAnswers(recording);
  const startMs = Math.floor(Math.min(recording.firstMs, ...snapshots.map(({ atMs }) => atMs)));
  yield `${startMs} ${INSTRUMENTS_SOURCE} ${JSON.stringify(into.instruments)}\n`;
  let answerAt = 0;
  for await (const frame of mergedFrames(recording.venue, lane)) {
    for (let next = snapshots[answerAt]; next !== undefined && next.atMs <= frame.atMs; next = snapshots[answerAt]) {
      yield `${Math.floor(next.atMs)} ${REST_PREFIX}${next.address} ${oneLine(next.raw)}\n`;
      answerAt += 1;
    }
    into.counted.frames += 1;
    yield `${Math.floor(frame.atMs)} ${frame.source} ${oneLine(frame.raw)}\n`;
  }
}

/** Depth snapshots with the address the venue answers them at, oldest first. */
function depthAnswers({ venue, answers }: VenueRecording): { atMs: number; address: string; raw: string }[] {
  return answers
    .flatMap(({ url, market, symbol, atMs, raw }) => {
      if (symbol === null || !raw.includes('"bids"')) return [];
      if (url !== '') {
        const { pathname, search } = new URL(url);
        return [{ atMs, raw, address: pathname + search }];
      }
      const path = market === 'usdm' ? '/fapi/v1/depth' : '/api/v3/depth';
      return venue === 'BINANCE' ? [{ atMs, raw, address: `${path}?symbol=${symbol}` }] : [];
    })
    .sort((a, b) => a.atMs - b.atMs);
}

interface Frame {
  readonly atMs: number;
  readonly source: string;
  readonly raw: string;
}

/** The frames of several files by receive time. */
async function* mergedFrames(venue: Venue, lane: readonly PlayedFile[]): AsyncGenerator<Frame> {
  const cursors = lane.map((file) => framesOf(venue, file));
  const heads = await Promise.all(cursors.map((cursor) => cursor.next()));
  for (;;) {
    let best = -1;
    heads.forEach((head, at) => {
      const bestHead = heads[best];
      if (
        head.done !== true &&
        (bestHead === undefined || bestHead.done === true || head.value.atMs < bestHead.value.atMs)
      )
        best = at;
    });
    const head = heads[best];
    const cursor = cursors[best];
    if (head === undefined || cursor === undefined || head.done === true) return;
    yield head.value;
    heads[best] = await cursor.next();
  }
}

async function* framesOf(venue: Venue, file: PlayedFile): AsyncGenerator<Frame> {
  let line = -1;
  for await (const texts of readLines(file.scan.path)) {
    for (const text of texts) {
      line += 1;
      const stream = file.streams[file.scan.streamOfLine[line] ?? -1];
      const split = splitLine(text);
      if (stream === undefined || stream === null || split.kind !== 'frame') continue;
      const market = stream.market === 'spot' ? 'spot' : 'perp';
      yield {
        atMs: file.scan.msOfLine[line] ?? Number.NaN,
        source: `${venue.toLowerCase()}-${market}`,
        raw: split.raw,
      };
    }
  }
}

function oneLine(raw: string): string {
  return raw.includes('\n') || raw.includes('\r') ? raw.replace(/[\r\n]+/g, ' ') : raw;
}

/** Returns `2024-07-18-23` for a time. */
export function hourName(ms: number): string {
  return new Date(ms).toISOString().slice(0, 13).replace('T', '-');
}
