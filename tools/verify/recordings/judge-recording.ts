import type { Instrument } from '@riptide/core/domain';
import type { ReplayedChannel } from '@riptide/venue-sim';
import { placeInWords } from './book-place.ts';
import { framesDecoded, framesSent, type PlayedVenue } from './played-venue.ts';
import type { InstrumentReport, RecordingReport, VenueReport } from './report.ts';
import type { InstrumentWatch } from './watching-sink.ts';

/** Numbered full books, by the names the replay gives recorded channels. */
const BOOK_CHANNELS: ReadonlySet<string> = new Set([
  'depth',
  'books',
  'orderbook',
  '/market/level2',
  '/contractMarket/level2',
]);
/** Venues whose books start from a REST answer. */
const STARTS_BY_REST: ReadonlySet<string> = new Set(['BINANCE', 'KUCOIN']);
/** Names of files that hold bars or words, no frames. */
const NO_FRAMES = /\.(zip|csv|json|md|txt)$/i;
const LEVELS_READ_MAX = 100_000;

export interface PlayedRecording {
  readonly recording: string;
  readonly played: readonly PlayedVenue[];
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
  readonly seconds: number;
}

/** Turns what was counted during a replay into a report, and names everything that must not be. */
export function judgeRecording({ played, recording, seconds, skipped }: PlayedRecording): RecordingReport {
  const instruments = played.flatMap(instrumentReports);
  const venues = played.map(venueReport);
  const problems = [
    ...played.flatMap(({ problem, venue }) => (problem === null ? [] : [`${venue}: ${problem}`])),
    ...skipped.filter(({ file }) => !NO_FRAMES.test(file)).map(({ file, reason }) => `${file}: ${reason}`),
    ...venues.flatMap((report) => venueProblems(report, instruments)),
    ...instruments.flatMap(instrumentProblems),
  ];
  const basis = played.flatMap((one) => one.basis.report()).filter(({ samples }) => samples > 0);
  return { recording, venues, instruments, basis, notPlayed: skipped, seconds, problems };
}

function venueReport(played: PlayedVenue): VenueReport {
  const { connections, decode } = played.adapter.feed.status();
  const taken = new Set(played.store.instruments.map(({ id }) => id));
  const rejected = played.store.rejected.map(({ error, instrument }) => ({
    wireSymbol: instrument.wireSymbol,
    reason: `${error.code} ${error.detail ?? ''}`,
  }));
  const names = new Set(played.listed.map(({ wireSymbol }) => wireSymbol));
  const unlisted = [...new Set(played.replayed().channels.map(({ symbol }) => symbol))]
    .filter((symbol) => symbol !== 'ALL' && !names.has(symbol))
    .map((wireSymbol) => ({ wireSymbol, reason: 'not listed by the adapter' }));
  if (taken.size + rejected.length !== played.listed.length) throw new Error('Invariant: an instrument got lost');
  return {
    venue: played.venue,
    framesSent: framesSent(played),
    framesDecoded: framesDecoded(played),
    decoder: { ...decode },
    reconnects: connections.reduce((sum, { reconnects }) => sum + reconnects, 0),
    resyncs: decode.resyncs,
    leftOut: [...rejected, ...unlisted],
  };
}

function venueProblems(report: VenueReport, instruments: readonly InstrumentReport[]): readonly string[] {
  const { decoder, framesDecoded: decoded, framesSent: sent, leftOut, reconnects, venue } = report;
  const problems = leftOut.map(({ reason, wireSymbol }) => `${venue} ${wireSymbol}: left out, ${reason}`);
  if (decoded !== sent) problems.push(`${venue}: ${sent} frames sent, ${decoded} decoded`);
  for (const what of ['malformed', 'unknown', 'offTick', 'gaps'] as const) {
    if ((decoder[what] ?? 0) > 0) problems.push(`${venue}: ${what} ${decoder[what]}`);
  }
  const dropped = instruments.reduce((sum, one) => sum + (one.venue === venue ? one.staleDropped : 0), 0);
  if (dropped !== decoder['stale']) {
    problems.push(
      `${venue}: ${dropped} book frames changed nothing, ${decoder['stale']} of them were dropped as stale`,
    );
  }
  if (reconnects > 0) problems.push(`${venue}: ${reconnects} reconnects`);
  return problems;
}

function instrumentReports(played: PlayedVenue): readonly InstrumentReport[] {
  return played.store.instruments.map((instrument, ix) => {
    const watch = played.sink.watches[ix];
    if (watch === undefined) throw new Error(`Invariant: nothing watched at ${ix}`);
    const channels = played.replayed().channels.filter((channel) => belongs(channel, instrument, played.listed));
    return {
      ...framesOf(channels),
      ...bookOf(instrument, watch, channels),
      ...countsOf(watch),
      bookLevels: levelsOf(played, ix),
    };
  });
}

/** Some venues list one name in two markets. */
function belongs(channel: ReplayedChannel, instrument: Instrument, listed: readonly Instrument[]): boolean {
  if (channel.symbol !== instrument.wireSymbol) return false;
  if (listed.filter(({ wireSymbol }) => wireSymbol === channel.symbol).length === 1) return true;
  return (channel.market === 'spot') === (instrument.kind === 'spot');
}

function framesOf(
  channels: readonly ReplayedChannel[],
): Pick<InstrumentReport, 'framesSent' | 'framesNotAskedFor' | 'bookFrames'> {
  const sent = channels.filter(({ sentFrames }) => sentFrames > 0);
  const unclaimed = channels.filter(({ unclaimedFrames }) => unclaimedFrames > 0);
  return {
    framesSent: Object.fromEntries(sent.map(({ channel, sentFrames }) => [channel, sentFrames])),
    framesNotAskedFor: Object.fromEntries(unclaimed.map(({ channel, unclaimedFrames }) => [channel, unclaimedFrames])),
    bookFrames: booksOf(channels).reduce((sum, { sentFrames }) => sum + sentFrames, 0),
  };
}

function booksOf(channels: readonly ReplayedChannel[]): readonly ReplayedChannel[] {
  return channels.filter(({ channel }) => BOOK_CHANNELS.has(channel));
}

type BookPart = Omit<
  InstrumentReport,
  'framesSent' | 'framesNotAskedFor' | 'bookFrames' | 'bookLevels' | keyof ReturnType<typeof countsOf>
>;

function bookOf(instrument: Instrument, watch: InstrumentWatch, channels: readonly ReplayedChannel[]): BookPart {
  const books = booksOf(channels);
  const sum = (of: (channel: ReplayedChannel) => number): number => books.reduce((total, one) => total + of(one), 0);
  const isByRest = STARTS_BY_REST.has(instrument.venue);
  const updatesApplied = watch.deltas + (isByRest ? 0 : watch.snapshots);
  const { 'checksum-mismatch': checksumsBad, 'sequence-gap': gaps, crossed: _crossed, ...others } = watch.resets;
  return {
    venue: instrument.venue,
    market: instrument.kind,
    wireSymbol: instrument.wireSymbol,
    updatesApplied,
    restSnapshots: isByRest ? watch.snapshots : 0,
    segments: sum(({ segments }) => segments),
    coldStarts: sum(({ coldStarts }) => coldStarts),
    staleDropped: sum(({ sentFrames }) => sentFrames) - updatesApplied - watch.alive,
    framesBeforeSnapshot: sum(({ framesBeforeSnapshot }) => framesBeforeSnapshot),
    gaps,
    firstGapAfter: watch.firstResets.get('sequence-gap') ?? null,
    crossed: watch.crossed,
    firstCrossed: watch.firstCrossed,
    otherResets: Object.fromEntries(Object.entries(others).filter(([, count]) => count > 0)),
    checksumsOk: watch.checksummed - checksumsBad,
    checksumsBad,
    firstBadChecksum: watch.firstResets.get('checksum-mismatch') ?? null,
    quoteChecks: watch.judge.outcomes,
    levelsHandedOn: watch.levelsHandedOn,
  };
}

function countsOf({ candles, liquidations, marks, quotes, tickers, trades }: InstrumentWatch) {
  return { quotes, trades, marks, tickers, candles, liquidations };
}

function levelsOf({ store }: PlayedVenue, ix: number): InstrumentReport['bookLevels'] {
  const ticks = new Int32Array(LEVELS_READ_MAX);
  const qty = new Float64Array(LEVELS_READ_MAX);
  const count = (side: 'bid' | 'ask'): number => store.readLevels(ix, side, LEVELS_READ_MAX, ticks, qty);
  return { bids: count('bid'), asks: count('ask') };
}

function instrumentProblems(report: InstrumentReport): readonly string[] {
  const name = `${report.venue} ${report.market} ${report.wireSymbol}`;
  const problems: string[] = [];
  const must = (isRight: boolean, text: string): void => {
    if (!isRight) problems.push(`${name}: ${text}`);
  };
  const { bookFrames, bookLevels, checksumsBad, crossed, gaps, levelsHandedOn, quoteChecks, updatesApplied } = report;
  must(bookFrames === 0 || updatesApplied > 0, `${bookFrames} book frames sent, none applied: no book was built`);
  must(
    levelsHandedOn === 0 || bookLevels.bids + bookLevels.asks > 0,
    `the book ends empty after ${levelsHandedOn} levels`,
  );
  must(gaps === 0, `${gaps} sequence gaps, the first after ${placeInWords(report.firstGapAfter)}`);
  must(crossed === 0, `${crossed} crossed books, the first by ${placeInWords(report.firstCrossed)}`);
  must(checksumsBad === 0, `${checksumsBad} wrong checksums, the first of ${placeInWords(report.firstBadChecksum)}`);
  must(
    quoteChecks.mismatches === 0,
    `${quoteChecks.mismatches} quotes differ from the book: ${quoteChecks.firstMismatch}`,
  );
  must(Object.keys(report.framesSent).length > 0, 'nothing of it was asked for');
  const twice = Object.keys(report.framesSent).filter((channel) => channel in report.framesNotAskedFor);
  must(twice.length === 0, `lost a part of ${twice.join(', ')}`);
  must(report.staleDropped >= 0, `${-report.staleDropped} more updates than frames`);
  return problems;
}
