import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { seededRandom, silentLog, systemClock } from '@riptide/core/kernel';
import { buildVenues } from '../../compose/build-venues.ts';
import { importRecording } from './import-recording.ts';
import { findSegments, RecordedTape } from './recorded-tape.ts';

/** An opened tape, and what an import left out. */
export interface OpenedTape {
  readonly tape: RecordedTape;
  readonly skipped: readonly string[];
}

/**
 * Opens a folder as a tape: our own recordings as they are, recordings of other kinds after rewriting them once below `dataDir`.
 *
 * @throws Error in words for a person when the folder is absent or holds nothing that can be played.
 */
export async function openTape(folder: string, dataDir: string): Promise<OpenedTape> {
  const from = resolve(folder);
  const found = await stat(from).catch((e: NodeJS.ErrnoException) => {
    if (e.code === 'ENOENT') throw new Error(`no such folder: ${from}`);
    throw e;
  });
  if (!found.isDirectory()) throw new Error(`not a folder: ${from}`);
  const name = from.split('/').at(-1) ?? from;
  if ((await findSegments(from)).length > 0) return { tape: await RecordedTape.open(from, name), skipped: [] };
  const key = createHash('sha256').update(`${from} ${found.mtimeMs}`).digest('hex').slice(0, 16);
  const to = join(dataDir, 'lab', 'imported', `${name}-${key}`);
  if ((await findSegments(to)).length > 0) return { tape: await RecordedTape.open(to, name), skipped: [] };
  const { skipped } = await importRecording({
    from,
    to,
    buildVenue: (venue, baseUrls) => replayVenue(venue, baseUrls),
  });
  return { tape: await RecordedTape.open(to, name), skipped };
}

function replayVenue(venue: string, baseUrls: Parameters<typeof buildVenues>[1]) {
  const deps = { clock: systemClock(), random: seededRandom(1), log: silentLog() };
  const built = buildVenues('replay', baseUrls, deps).find(({ reference }) => reference.venue === venue);
  if (built === undefined) throw new Error(`Invariant: no adapter of ${venue}`);
  return built;
}
