import { createWriteStream, existsSync, type WriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, createGzip, type Gzip } from 'node:zlib';
import type { Instrument, Venue } from '@riptide/core/domain';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import { INSTRUMENTS_SOURCE } from '../tape/recorded-line.ts';
import { hourName } from '../tape/import-recording.ts';
import type { FrameBatch } from './frame-recorder.ts';
import { markerOf, SegmentMarker } from './segment-marker.ts';

/** Unwritten bytes of one venue beyond which batches are dropped and the segment is marked. */
const UNWRITTEN_BYTES_MAX = 64 << 20;
/** A crash loses at most this much of a segment. */
const FLUSH_EVERY_MS = 5_000;
const BOUND_EVERY_MS = 60_000;
const GZIP_LEVEL = 3;

export interface RecordingWriterOptions {
  /** One folder per venue below it. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly bytesMax: number;
  /** What a segment lists at its beginning. */
  instrumentsOf(venue: Venue): readonly Instrument[];
  /** Told when a segment begins, so that the live books can be put into it. */
  onSegment(venue: Venue): void;
  /** A batch was taken; its place is free. */
  onTaken(venue: Venue): void;
}

interface OpenSegment {
  readonly hour: string;
  readonly path: string;
  readonly gzip: Gzip;
  readonly file: WriteStream;
  readonly marker: SegmentMarker;
  unwritten: number;
  lost: number;
}

/** Figures of a running recording. */
export interface RecordingFigures {
  readonly segments: number;
  readonly bytes: number;
  /** Frames and batches that were dropped since the start. */
  readonly dropped: number;
  readonly lastError: string | null;
}

/**
 * Writes batches of lines into one gzip file per venue and hour, and keeps the folder under its bound by taking the oldest files away.
 * A segment that lost anything gets a `.incomplete` file beside it that says how much; one being written has an `.open` file.
 */
export class RecordingWriter {
  private readonly options: RecordingWriterOptions;
  private readonly segments = new Map<Venue, OpenSegment>();
  private readonly timers: TimerHandle[];
  private segmentCount = 0;
  private bytes = 0;
  private dropped = 0;
  private lastError: string | null = null;
  private bounding: Promise<void> = Promise.resolve();

  constructor(options: RecordingWriterOptions) {
    this.options = options;
    this.timers = [
      options.clock.every(FLUSH_EVERY_MS, () => this.flush()),
      options.clock.every(BOUND_EVERY_MS, () => this.bound()),
    ];
  }

  get figures(): RecordingFigures {
    const { segmentCount: segments, bytes, dropped, lastError } = this;
    return { segments, bytes, dropped, lastError };
  }

  /** Makes the folders. @throws Error when they can't be made. */
  async prepare(venues: readonly Venue[]): Promise<void> {
    for (const venue of venues) await mkdir(join(this.options.folder, venue.toLowerCase()), { recursive: true });
    this.bound();
  }

  write({ venue, bytes, dropped }: FrameBatch): void {
    const segment = this.segmentOf(venue);
    if (dropped > 0) this.lose(segment, dropped);
    if (segment.unwritten > UNWRITTEN_BYTES_MAX) {
      this.lose(segment, 1);
      this.options.onTaken(venue);
      return;
    }
    segment.unwritten += bytes.length;
    this.bytes += bytes.length;
    segment.gzip.write(bytes, () => {
      segment.unwritten -= bytes.length;
      this.options.onTaken(venue);
    });
  }

  /** Ends every segment; resolves when they are on disk. */
  async close(): Promise<void> {
    for (const timer of this.timers) timer.cancel();
    await Promise.all([...this.segments.values()].map((segment) => this.end(segment)));
    this.segments.clear();
    await this.bounding;
  }

  private segmentOf(venue: Venue): OpenSegment {
    const hour = hourName(this.options.clock.nowMs());
    const open = this.segments.get(venue);
    if (open?.hour === hour) return open;
    if (open !== undefined) void this.end(open);
    const path = freePath(join(this.options.folder, venue.toLowerCase()), hour);
    const gzip = createGzip({ level: GZIP_LEVEL });
    const file = createWriteStream(path);
    const fail = (e: Error): void => this.onError(path, e);
    gzip.on('error', fail);
    file.on('error', fail);
    gzip.pipe(file);
    const segment = { hour, path, gzip, file, marker: new SegmentMarker(path, fail), unwritten: 0, lost: 0 };
    this.segments.set(venue, segment);
    this.segmentCount += 1;
    const listed = JSON.stringify(this.options.instrumentsOf(venue));
    gzip.write(`${this.options.clock.nowMs()} ${INSTRUMENTS_SOURCE} ${listed}\n`);
    this.options.onSegment(venue);
    return segment;
  }

  private async end(segment: OpenSegment): Promise<void> {
    const isWhole = await ended(segment);
    if (!isWhole) return;
    await segment.marker.remove().catch((e: Error) => this.onError(segment.path, e));
  }

  private lose(segment: OpenSegment, count: number): void {
    this.dropped += count;
    segment.lost += count;
    const text = `${segment.lost} frames or batches of frames were dropped\n`;
    writeFile(`${segment.path}.incomplete`, text).catch((e: Error) => this.onError(segment.path, e));
  }

  private onError(path: string, e: Error): void {
    if (this.lastError === null)
      this.options.log.error('a recording could not be written', { path, detail: e.message });
    this.lastError = `${path}: ${e.message}`;
  }

  private flush(): void {
    for (const { gzip } of this.segments.values()) gzip.flush(constants.Z_SYNC_FLUSH);
  }

  private bound(): void {
    this.bounding = this.bounding
      .then(() => keepUnder(this.options.folder, this.options.bytesMax, this.openPaths()))
      .catch((e: Error) => this.onError(this.options.folder, e));
  }

  private openPaths(): ReadonlySet<string> {
    return new Set([...this.segments.values()].flatMap(({ path }) => [path, markerOf(path)]));
  }
}

/** Resolves once a segment is on disk, with false when the disk refused. */
function ended({ gzip, file }: OpenSegment): Promise<boolean> {
  return new Promise((resolve) => {
    if (file.closed) return resolve(file.errored === null);
    file.once('close', () => resolve(file.errored === null));
    file.once('error', () => resolve(false));
    gzip.end();
  });
}

/** `…-07.gz`, or with the next free number: a crash may have left the former one unfinished, and nothing can be added to that. */
function freePath(folder: string, hour: string): string {
  let path = join(folder, `${hour}.gz`);
  for (let part = 2; existsSync(path); part += 1) path = join(folder, `${hour}.${part}.gz`);
  return path;
}

/** Takes the oldest segments of all venues away until the folder is under `bytesMax`; files being written stay. */
export async function keepUnder(folder: string, bytesMax: number, keep: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files: { readonly path: string; readonly name: string; readonly size: number }[] = [];
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch((e: NodeJS.ErrnoException) => {
      if (e.code === 'ENOENT') return null;
      throw e;
    });
    if (found !== null) files.push({ path, name: entry.name, size: found.size });
  }
  let total = files.reduce((sum, { size }) => sum + size, 0);
  const oldest = files.filter(({ path }) => !keep.has(path)).sort((a, b) => a.name.localeCompare(b.name));
  for (const { path, size } of oldest) {
    if (total <= bytesMax) return;
    await rm(path, { force: true });
    total -= size;
  }
}
