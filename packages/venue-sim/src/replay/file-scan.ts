import type { Venue } from '@riptide/core/domain';
import { frameFacts } from './frame-facts.ts';
import type { FrameFacts } from './frame-facts-types.ts';
import { notePrecision, type Precision } from './precision.ts';
import { splitLine } from './recorded-line.ts';
import { readLines } from './recorded-lines.ts';
import { SegmentTracker, type FileSegment } from './segments.ts';

/** A recorded REST answer. `url` is empty for a bare depth snapshot between the frames. */
export interface RecordedAnswer {
  readonly url: string;
  readonly atMs: number;
  readonly raw: string;
}

/** One channel of one instrument within one file. */
interface FileStream {
  readonly market: string | null;
  readonly channel: string;
  readonly symbol: string;
  frames: number;
  firstMs: number;
  lastMs: number;
}

/** What one pass over a file found. Frames are not kept: `streamOfLine` and `msOfLine` say which line is what. */
export interface FileScan {
  readonly path: string;
  readonly name: string;
  readonly venue: Venue | null;
  /** Addresses the recording client connected to. */
  readonly socketUrls: readonly string[];
  readonly streams: readonly FileStream[];
  /** Index into `streams` of every line; -1 for a line that is not played. */
  readonly streamOfLine: readonly number[];
  readonly msOfLine: readonly number[];
  readonly answers: readonly RecordedAnswer[];
  readonly snapshots: readonly { readonly stream: number; readonly atMs: number; readonly raw: string }[];
  /** Unbroken runs of the books that need a REST snapshot. */
  readonly segments: readonly FileSegment[];
  readonly precision: ReadonlyMap<string, Precision>;
  /** Most the venue's time inside a frame ran ahead of the receive time; 0 when it never did. */
  readonly venueAheadMs: number;
  readonly dialogueLines: number;
  readonly unreadableLines: number;
  readonly firstUnreadableLine: number | null;
  /** Why the file ended early, or null. */
  readonly damage: string | null;
}

const SNAPSHOTS_PER_STREAM_MAX = 200;
/** Venues whose diffs start from a REST answer; the others send the snapshot in the stream. */
const NEEDS_REST_SNAPSHOT: ReadonlySet<Venue> = new Set(['BINANCE', 'KUCOIN']);

interface Scanning {
  venue: Venue | null;
  readonly socketUrls: string[];
  readonly streams: FileStream[];
  readonly indexOf: Map<string, number>;
  readonly streamOfLine: number[];
  readonly msOfLine: number[];
  readonly answers: RecordedAnswer[];
  readonly snapshots: { stream: number; atMs: number; raw: string }[];
  readonly snapshotCounts: Map<number, number>;
  readonly tracker: SegmentTracker;
  readonly precision: Map<string, Precision>;
  venueAheadMs: number;
  dialogueLines: number;
  unreadableLines: number;
  firstUnreadableLine: number | null;
}

/** Reads a whole file once and tells what is in it. Never throws for bad content: damage and unreadable lines are counted. */
export async function scanFile(path: string, name: string): Promise<FileScan> {
  const scanning: Scanning = {
    venue: null,
    socketUrls: [],
    streams: [],
    indexOf: new Map(),
    streamOfLine: [],
    msOfLine: [],
    answers: [],
    snapshots: [],
    snapshotCounts: new Map(),
    tracker: new SegmentTracker(),
    precision: new Map(),
    venueAheadMs: 0,
    dialogueLines: 0,
    unreadableLines: 0,
    firstUnreadableLine: null,
  };
  let damage: string | null = null;
  try {
    for await (const lines of readLines(path)) for (const line of lines) noteLine(scanning, line);
  } catch (cause) {
    damage = cause instanceof Error ? cause.message : String(cause);
  }
  const { indexOf: _index, snapshotCounts: _counts, tracker, ...found } = scanning;
  return { path, name, ...found, segments: tracker.segments, damage };
}

function noteLine(scanning: Scanning, line: string): void {
  const split = splitLine(line);
  let stream = -1;
  let atMs = Number.NaN;
  if (split.kind === 'rest') scanning.answers.push({ url: split.url, atMs: split.atMs, raw: split.raw });
  else if (split.kind === 'client') noteClient(scanning, split.url);
  else if (split.kind === 'unreadable') noteUnreadable(scanning);
  else if (split.kind === 'frame') {
    const parsed = parse(split.raw);
    const facts = frameFacts(parsed);
    atMs = split.atMs ?? (facts === null || facts === 'dialogue' ? Number.NaN : (facts.eventMs ?? Number.NaN));
    if (facts === 'dialogue') scanning.dialogueLines += 1;
    else if (facts !== null && Number.isFinite(atMs)) stream = noteFrame(scanning, facts, { atMs, raw: split.raw });
    else if (isBareSnapshot(parsed) && Number.isFinite(atMs)) scanning.answers.push({ url: '', atMs, raw: split.raw });
    else noteUnreadable(scanning);
  }
  scanning.streamOfLine.push(stream);
  scanning.msOfLine.push(atMs);
}

function noteClient(scanning: Scanning, url: string | null): void {
  if (url !== null && !scanning.socketUrls.includes(url)) scanning.socketUrls.push(url);
  scanning.dialogueLines += 1;
}

function noteUnreadable(scanning: Scanning): void {
  scanning.unreadableLines += 1;
  scanning.firstUnreadableLine ??= scanning.streamOfLine.length + 1;
}

function noteFrame(scanning: Scanning, facts: FrameFacts, frame: { atMs: number; raw: string }): number {
  scanning.venue ??= facts.venue;
  if (scanning.venue !== facts.venue) {
    noteUnreadable(scanning);
    return -1;
  }
  const index = streamIndex(scanning, facts, frame.atMs);
  const stream = scanning.streams[index];
  if (stream === undefined) throw new Error(`Invariant: no stream ${index}`);
  stream.frames += 1;
  stream.lastMs = Math.max(stream.lastMs, frame.atMs);
  if (facts.eventMs !== null) scanning.venueAheadMs = Math.max(scanning.venueAheadMs, facts.eventMs - frame.atMs);
  if (facts.depth?.isSnapshot === true) noteSnapshot(scanning, index, frame);
  else if (facts.depth !== null && NEEDS_REST_SNAPSHOT.has(facts.venue)) {
    scanning.tracker.note(facts.depth, { stream: index, line: scanning.streamOfLine.length, atMs: frame.atMs });
  }
  const precision = scanning.precision.get(facts.symbol) ?? { pxDecimals: 0, qtyDecimals: 0 };
  scanning.precision.set(facts.symbol, precision);
  notePrecision(precision, facts.levels);
  return index;
}

function noteSnapshot(scanning: Scanning, stream: number, frame: { atMs: number; raw: string }): void {
  const count = scanning.snapshotCounts.get(stream) ?? 0;
  scanning.snapshotCounts.set(stream, count + 1);
  if (count < SNAPSHOTS_PER_STREAM_MAX) scanning.snapshots.push({ stream, ...frame });
}

function streamIndex(scanning: Scanning, facts: FrameFacts, atMs: number): number {
  const key = `${facts.market ?? ''}|${facts.channel}|${facts.symbol}`;
  const known = scanning.indexOf.get(key);
  if (known !== undefined) return known;
  const { channel, market, symbol } = facts;
  scanning.streams.push({ market, channel, symbol, frames: 0, firstMs: atMs, lastMs: atMs });
  scanning.indexOf.set(key, scanning.streams.length - 1);
  return scanning.streams.length - 1;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) return null;
    throw cause;
  }
}

function isBareSnapshot(value: unknown): boolean {
  return value !== null && typeof value === 'object' && 'lastUpdateId' in value && 'bids' in value && 'asks' in value;
}
