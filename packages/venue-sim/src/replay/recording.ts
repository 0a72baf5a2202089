import { readdir, readFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Venue } from '@riptide/core/domain';
import { VENUES } from '@riptide/core/domain';
import { scanFile, type FileScan, type RecordedAnswer } from './file-scan.ts';
import { objectOf, rowsOf, textOf } from './json-reads.ts';
import { notePrecision, type Precision } from './precision.ts';
import { continues } from './segments.ts';

/** One channel of one instrument over all files of a venue. */
export interface RecordedStream {
  /** `market|channel|symbol`. */
  readonly key: string;
  readonly market: string;
  readonly channel: string;
  readonly symbol: string;
  frames: number;
  readonly segments: RecordedSegment[];
  readonly snapshots: { readonly atMs: number; readonly raw: string }[];
}

/** An unbroken run of one book's diffs, across consecutive files. */
export interface RecordedSegment {
  readonly firstMs: number;
  readonly firstSeq: number;
  readonly firstLastSeq: number;
  readonly prevSeq: number | null;
  lastSeq: number;
}

/** A file that is played, with its place among the venue's streams. */
export interface PlayedFile {
  readonly scan: FileScan;
  /** The venue's stream of each of the file's streams; null: not played. */
  readonly streams: readonly (RecordedStream | null)[];
  /** Lines at which a book's next segment begins. */
  readonly segmentStarts: ReadonlyMap<number, number>;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** Everything recorded of one venue. */
export interface VenueRecording {
  readonly venue: Venue;
  /** Files of one lane are merged by time; lanes are played one after the other. */
  readonly lanes: readonly (readonly PlayedFile[])[];
  readonly streams: ReadonlyMap<string, RecordedStream>;
  readonly answers: readonly (RecordedAnswer & { readonly symbol: string | null; readonly market: string | null })[];
  /** By `market|symbol`. */
  readonly precision: ReadonlyMap<string, Precision>;
  readonly firstMs: number;
  readonly lastMs: number;
}

/** A file or a part of one that is not played, and why. */
export interface SkippedFile {
  readonly file: string;
  readonly reason: string;
}

export interface Recording {
  readonly venues: ReadonlyMap<Venue, VenueRecording>;
  readonly skipped: readonly SkippedFile[];
}

const NOT_RECORDINGS = new Set(['MANIFEST.json', 'ORACLES.json', 'README.md', 'SOURCES.md']);

/**
 * Reads a folder of recordings, found by content. Files it can't use are named with the reason. `includes` leaves files out by
 * their path below the folder; a manifest is read all the same.
 */
export async function loadRecording(
  folder: string,
  includes: (file: string) => boolean = () => true,
): Promise<Recording> {
  const skipped: SkippedFile[] = [];
  const markets = await manifestMarkets(folder);
  const byVenue = new Map<Venue, FileScan[]>(VENUES.map((venue) => [venue, []]));
  const companions: FileScan[] = [];
  for (const path of await filesOf(folder)) {
    const name = relative(folder, path);
    if (NOT_RECORDINGS.has(basename(path)) || !includes(name)) continue;
    const scan = await scanFile(path, name);
    const reason = unusable(scan);
    if (reason !== null) skipped.push({ file: name, reason });
    if (scan.venue !== null) byVenue.get(scan.venue)?.push(scan);
    else if (scan.answers.length > 0) companions.push(scan);
  }
  const venues = new Map<Venue, VenueRecording>();
  for (const [venue, scans] of byVenue) {
    const answers = companions.flatMap((scan) => scan.answers.filter((answer) => venueOfUrl(answer.url) === venue));
    if (scans.length > 0 || answers.length > 0) venues.set(venue, combine(venue, scans, { answers, markets, skipped }));
  }
  return { venues, skipped };
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Markets that a MANIFEST.json next to the recordings states, by file. Its absence is normal. */
async function manifestMarkets(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const paths = (await filesOf(folder)).filter((path) => basename(path) === 'MANIFEST.json');
  for (const path of paths) {
    const list: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (!Array.isArray(list)) continue;
    for (const item of list) {
      const file = textOf(objectOf(item)?.['file']);
      const market = textOf(objectOf(item)?.['market']);
      if (file !== null && market !== null) found.set(basename(file), market);
    }
  }
  return found;
}

function unusable(scan: FileScan): string | null {
  const unreadable = `${scan.unreadableLines} lines can't be read, the first is line ${scan.firstUnreadableLine ?? 0}`;
  if (scan.damage !== null) return `ends early after ${scan.streamOfLine.length} lines: ${scan.damage}`;
  if (scan.venue === null && scan.answers.length === 0) {
    return scan.unreadableLines > 0 ? `no frames of a known venue: ${unreadable}` : 'no frames of a known venue';
  }
  return scan.unreadableLines > 0 ? unreadable : null;
}

/** Returns the venue an address belongs to. */
function venueOfUrl(url: string): Venue | null {
  if (/binance/i.test(url)) return 'BINANCE';
  if (/bybit/i.test(url)) return 'BYBIT';
  if (/okx|okex/i.test(url)) return 'OKX';
  return /kucoin/i.test(url) ? 'KUCOIN' : null;
}

interface Around {
  readonly answers: readonly RecordedAnswer[];
  readonly markets: ReadonlyMap<string, string>;
  readonly skipped: SkippedFile[];
}

function combine(venue: Venue, scans: readonly FileScan[], around: Around): VenueRecording {
  const streams = new Map<string, RecordedStream>();
  const precision = new Map<string, Precision>();
  const answers: (RecordedAnswer & { symbol: string | null; market: string | null })[] = [];
  const ordered = [...scans].sort((a, b) => firstMsOf(a) - firstMsOf(b));
  const lanes: PlayedFile[][] = [];
  for (const scan of ordered) {
    const fallback = fileMarket(venue, scan, around.markets);
    const file = playedFile(scan, fallback, { streams, precision, skipped: around.skipped });
    answers.push(...scan.answers.map((answer) => ({ ...answer, ...answerTarget(answer, file) })));
    laneFor(lanes, file).push(file);
  }
  answers.push(...around.answers.map((answer) => ({ ...answer, ...answerTarget(answer, null) })));
  for (const answer of answers) noteBookPrecision(precision, answer);
  for (const lane of lanes) chainSegments(lane);
  const files = lanes.flat();
  // A venue with nothing but lists has the time of its lists.
  const timesMs =
    files.length > 0 ? files.flatMap((file) => [file.firstMs, file.lastMs]) : answers.map((answer) => answer.atMs);
  return {
    venue,
    lanes,
    streams,
    answers,
    precision,
    firstMs: Math.min(...timesMs),
    lastMs: Math.max(...timesMs),
  };
}

/** Levels far from the price may be older than the tick of their day: a listed step must not hide their digits either. */
function noteBookPrecision(
  into: Map<string, Precision>,
  { market, raw, symbol }: { readonly market: string | null; readonly raw: string; readonly symbol: string | null },
): void {
  const known = into.get(`${market ?? ''}|${symbol ?? ''}`);
  if (known === undefined || !raw.includes('"bids"')) return;
  const body = objectOf(JSON.parse(raw));
  const book = objectOf(body?.['data']) ?? body;
  notePrecision(known, [...rowsOf(book?.['bids']), ...rowsOf(book?.['asks'])]);
}

function firstMsOf(scan: FileScan): number {
  return Math.min(...scan.streams.map((stream) => stream.firstMs));
}

/**
 * The market of frames that don't tell: what other frames of the file tell, the address the client connected to,
 * the manifest, the file's name, in this order; else the venue's most common one.
 */
function fileMarket(venue: Venue, scan: FileScan, manifest: ReadonlyMap<string, string>): string {
  const told = scan.streams.find((stream) => stream.market !== null)?.market;
  if (told !== undefined && told !== null && venue === 'BINANCE') return told;
  const hints = [...scan.socketUrls, manifest.get(basename(scan.name)) ?? '', scan.name].map((hint) =>
    hint.toLowerCase(),
  );
  for (const hint of hints) {
    if (venue === 'BINANCE' && /fstream|fapi|usdm|usdt-perp|futures/.test(hint)) return 'usdm';
    if (/spot/.test(hint)) return 'spot';
    if (venue === 'BYBIT' && /linear|perp/.test(hint)) return 'linear';
  }
  return venue === 'BYBIT' ? 'linear' : 'spot';
}

interface Collected {
  readonly streams: Map<string, RecordedStream>;
  readonly precision: Map<string, Precision>;
  readonly skipped: SkippedFile[];
}

function playedFile(scan: FileScan, fallback: string, collected: Collected): PlayedFile {
  const streams = scan.streams.map((stream): RecordedStream | null => {
    const market = stream.market ?? fallback;
    if (scan.venue === 'BINANCE' && /_(PERP|\d{6})$/.test(stream.symbol) && /USD_/.test(stream.symbol)) {
      collected.skipped.push({
        file: scan.name,
        reason: `${stream.symbol} is coin-margined, which no Binance product here serves`,
      });
      return null;
    }
    const key = `${market}|${stream.channel}|${stream.symbol}`;
    const known = collected.streams.get(key) ?? { key, ...stream, market, frames: 0, segments: [], snapshots: [] };
    known.frames += stream.frames;
    collected.streams.set(key, known);
    widen(collected.precision, `${market}|${stream.symbol}`, scan.precision.get(stream.symbol));
    return known;
  });
  for (const { stream, ...snapshot } of scan.snapshots) streams[stream]?.snapshots.push(snapshot);
  const firstMs = firstMsOf(scan);
  const lastMs = Math.max(...scan.streams.map((stream) => stream.lastMs));
  return { scan, streams, segmentStarts: new Map(), firstMs, lastMs };
}

function widen(into: Map<string, Precision>, key: string, seen: Precision | undefined): void {
  if (seen === undefined) return;
  const known = into.get(key) ?? { pxDecimals: 0, qtyDecimals: 0 };
  into.set(key, {
    pxDecimals: Math.max(known.pxDecimals, seen.pxDecimals),
    qtyDecimals: Math.max(known.qtyDecimals, seen.qtyDecimals),
  });
}

/**
 * Two recordings of the same channel over the same time are two connections of one recorder: they are played one after
 * the other, since merged they would be a stream no venue ever sent.
 */
function laneFor(lanes: PlayedFile[][], file: PlayedFile): PlayedFile[] {
  const keys = new Set(file.streams.map((stream) => stream?.key));
  const free = lanes.find((lane) =>
    lane.every((other) => {
      const apart = other.lastMs <= file.firstMs || file.lastMs <= other.firstMs;
      return apart || !other.streams.some((stream) => stream !== null && keys.has(stream.key));
    }),
  );
  if (free !== undefined) return free;
  const made: PlayedFile[] = [];
  lanes.push(made);
  return made;
}

/** Joins the segments of consecutive files and notes where each next one starts. */
function chainSegments(lane: readonly PlayedFile[]): void {
  for (const file of lane) {
    const starts = file.segmentStarts as Map<number, number>;
    for (const part of file.scan.segments) {
      const stream = file.streams[part.stream];
      if (stream === null || stream === undefined) continue;
      const last = stream.segments.at(-1);
      if (last !== undefined && continues(last.lastSeq, { ...part, lastSeq: part.firstLastSeq })) {
        last.lastSeq = Math.max(last.lastSeq, part.lastSeq);
        continue;
      }
      const { firstLastSeq, firstMs, firstSeq, lastSeq, prevSeq } = part;
      stream.segments.push({ firstLastSeq, firstMs, firstSeq, lastSeq, prevSeq });
      starts.set(part.line, stream.segments.length - 1);
    }
  }
}

/** The instrument an answer is about: in its address, or, for a bare snapshot, the only book of its file that covers it. */
function answerTarget(
  answer: RecordedAnswer,
  file: PlayedFile | null,
): { symbol: string | null; market: string | null } {
  if (answer.url !== '') {
    const url = new URL(answer.url);
    const market = /fapi|futures/.test(answer.url) ? (/kucoin/.test(answer.url) ? 'futures' : 'usdm') : 'spot';
    return { symbol: url.searchParams.get('symbol') ?? url.searchParams.get('instId'), market };
  }
  const books = file?.streams.filter((stream) => stream?.channel === 'depth') ?? [];
  const number = /"lastUpdateId":\s*(\d+)/.exec(answer.raw);
  const covering = books.find((stream) => {
    const parts = file?.scan.segments.filter((part) => file.streams[part.stream] === stream) ?? [];
    return parts.some((part) => Number(number?.[1]) >= part.firstSeq - 1 && Number(number?.[1]) <= part.lastSeq);
  });
  const book = covering ?? (books.length === 1 ? books[0] : undefined);
  return { symbol: book?.symbol ?? null, market: book?.market ?? null };
}
