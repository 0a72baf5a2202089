import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { VENUES, type Instrument, type Venue } from '@riptide/core/domain';
import type { Tape, TapeReader, TapeTarget } from '@riptide/core/lab';
import { INSTRUMENTS_SOURCE, SourceNames, splitRecordedLine, type RecordedLine } from './recorded-line.ts';
import { segmentLines, type LineChunk } from './segment-lines.ts';
import { VenueReplay, type ReplayFigures } from './venue-replay.ts';

/** `2026-11-28-07.gz`, and `2026-11-28-07.2.gz` for the second start within an hour. */
const SEGMENT_NAME = /^\d{4}-\d\d-\d\d-\d\d(\.\d+)?\.gz$/;

/** One hour of one venue, or a part of it. */
export interface Segment {
  readonly venue: Venue;
  readonly path: string;
}

/** Finds the segments below a folder of recordings, oldest first. An absent folder has none. */
export async function findSegments(folder: string): Promise<readonly Segment[]> {
  const found: Segment[] = [];
  for (const venue of VENUES) {
    const names = await readdir(join(folder, venue.toLowerCase())).catch((e: NodeJS.ErrnoException) => {
      if (e.code === 'ENOENT' || e.code === 'ENOTDIR') return [];
      throw e;
    });
    const own = names.filter((name) => SEGMENT_NAME.test(name));
    for (const name of own.sort(byHourThenPart)) found.push({ venue, path: join(folder, venue.toLowerCase(), name) });
  }
  return found;
}

function byHourThenPart(a: string, b: string): number {
  return a.slice(0, 13).localeCompare(b.slice(0, 13)) || partOf(a) - partOf(b);
}

function partOf(name: string): number {
  return Number(/\.(\d+)\.gz$/.exec(name)?.[1] ?? 1);
}

/** What a pass over recordings met that no strategy sees. */
export interface TapeReport {
  readonly venues: Readonly<Partial<Record<Venue, ReplayFigures>>>;
  /** Lines that are none, and segments that end in the middle. */
  readonly unreadableLines: number;
  readonly damage: readonly string[];
}

/** Recorded segments as one tape: venues merged by receive time, read with the adapters' decoders. */
export class RecordedTape implements Tape {
  readonly name: string;
  readonly instruments: readonly Instrument[];
  readonly startMs: number;
  private readonly segments: readonly Segment[];
  private lastReader: RecordedReader | null = null;

  private constructor(name: string, segments: readonly Segment[], head: Head) {
    this.name = name;
    this.segments = segments;
    this.instruments = head.instruments;
    this.startMs = head.startMs;
  }

  /**
   * Opens a folder of recordings.
   *
   * @throws Error when it holds no segment, or a first segment does not list its instruments.
   */
  static async open(folder: string, name = folder): Promise<RecordedTape> {
    const segments = await findSegments(folder);
    if (segments.length === 0) throw new Error(`no recordings in ${folder}`);
    const head = await readHeads(segments);
    if (head.startMs === Number.POSITIVE_INFINITY) throw new Error(`no recording in ${folder} holds a whole line`);
    return new RecordedTape(name, segments, head);
  }

  /** What the last pass met. */
  get report(): TapeReport | null {
    return this.lastReader?.report ?? null;
  }

  open(target: TapeTarget): TapeReader {
    this.lastReader = new RecordedReader(this.segments, target);
    return this.lastReader;
  }
}

interface Head {
  readonly instruments: readonly Instrument[];
  readonly startMs: number;
}

/**
 * Instruments of all segments of all venues: one that is listed later belongs to the tape from its start. A segment without a whole line,
 * as of a process that was killed right after it began one, lists none; the pass over it tells its damage.
 */
async function readHeads(segments: readonly Segment[]): Promise<Head> {
  const byId = new Map<string, Instrument>();
  let startMs = Number.POSITIVE_INFINITY;
  for (const { path } of segments) {
    const first = await firstLine(path);
    if (first === 'none') continue;
    if (first === null || first.source !== INSTRUMENTS_SOURCE)
      throw new Error(`${path} does not begin with its instruments`);
    startMs = Math.min(startMs, first.atMs);
    for (const instrument of JSON.parse(first.text) as readonly Instrument[]) byId.set(instrument.id, instrument);
  }
  return { instruments: [...byId.values()], startMs };
}

/** The first line taken apart; `none` where no line is whole, null where it is none of a recording. */
async function firstLine(path: string): Promise<{ atMs: number; source: string; text: string } | 'none' | null> {
  await (await open(path, 'r')).close();
  for await (const { bytes, spans } of segmentLines(path, () => undefined)) {
    const line = splitRecordedLine(bytes, { start: spans[0] as number, end: spans[1] as number }, new SourceNames());
    return line === null
      ? null
      : { atMs: line.atMs, source: line.source, text: bytes.toString('utf8', line.start, line.end) };
  }
  return 'none';
}

class RecordedReader implements TapeReader {
  nextMs = Number.NaN;
  private readonly cursors: readonly VenueCursor[];
  private next: VenueCursor | null = null;

  constructor(segments: readonly Segment[], target: TapeTarget) {
    this.cursors = VENUES.flatMap((venue) => {
      const paths = segments.filter((segment) => segment.venue === venue).map(({ path }) => path);
      return paths.length === 0 ? [] : [new VenueCursor(paths, new VenueReplay(venue, target), venue)];
    });
  }

  get report(): TapeReport {
    return {
      venues: Object.fromEntries(this.cursors.map(({ venue, replay }) => [venue, replay.figures])),
      unreadableLines: this.cursors.reduce((sum, { unreadableLines }) => sum + unreadableLines, 0),
      damage: this.cursors.flatMap(({ damage }) => damage),
    };
  }

  async load(): Promise<boolean> {
    for (const cursor of this.cursors) if (cursor.line === null && !cursor.isEnded) await cursor.load();
    this.choose();
    return this.next !== null;
  }

  deliver(): void {
    const cursor = this.next;
    if (cursor === null) throw new Error('Invariant: no message is at hand');
    cursor.deliver();
    this.choose();
  }

  async close(): Promise<void> {
    for (const cursor of this.cursors) await cursor.close();
  }

  /** The earliest line of all venues; none while one of them has to load first. */
  private choose(): void {
    let best: VenueCursor | null = null;
    for (const cursor of this.cursors) {
      const { line } = cursor;
      if (line === null) {
        if (cursor.isEnded) continue;
        this.next = null;
        this.nextMs = Number.NaN;
        return;
      }
      if (best?.line === undefined || best.line === null || line.atMs < best.line.atMs) best = cursor;
    }
    this.next = best;
    this.nextMs = best?.line?.atMs ?? Number.NaN;
  }
}

/** The lines of one venue over all its segments. */
class VenueCursor {
  readonly venue: Venue;
  readonly replay: VenueReplay;
  readonly damage: string[] = [];
  line: RecordedLine | null = null;
  isEnded = false;
  unreadableLines = 0;
  private readonly paths: readonly string[];
  private readonly sources = new SourceNames();
  private nextPath = 0;
  private chunks: AsyncGenerator<LineChunk> | null = null;
  private chunk: LineChunk | null = null;
  private at = 0;

  constructor(paths: readonly string[], replay: VenueReplay, venue: Venue) {
    this.paths = paths;
    this.replay = replay;
    this.venue = venue;
  }

  async load(): Promise<void> {
    while (this.line === null && !this.isEnded) {
      if (this.chunks === null) {
        const path = this.paths[this.nextPath];
        this.nextPath += 1;
        if (path === undefined) this.isEnded = true;
        else this.chunks = segmentLines(path, (detail) => this.damage.push(`${path}: ${detail}`));
        continue;
      }
      const got = await this.chunks.next();
      if (got.done === true) this.chunks = null;
      else {
        this.chunk = got.value;
        this.at = 0;
        this.step();
      }
    }
  }

  deliver(): void {
    const { line, chunk } = this;
    if (line === null || chunk === null) throw new Error('Invariant: no line is at hand');
    if (line.source !== INSTRUMENTS_SOURCE) this.replay.take(line, chunk.bytes, line.start, line.end);
    this.step();
  }

  async close(): Promise<void> {
    await this.chunks?.return(undefined);
  }

  private step(): void {
    const { chunk } = this;
    this.line = null;
    if (chunk === null) return;
    while (this.at < chunk.count) {
      const start = chunk.spans[this.at * 2] as number;
      const end = chunk.spans[this.at * 2 + 1] as number;
      this.at += 1;
      this.line = splitRecordedLine(chunk.bytes, { start, end }, this.sources);
      if (this.line !== null) return;
      this.unreadableLines += 1;
    }
  }
}
