import { createHash } from 'node:crypto';
import {
  judgeTrials,
  playFrozen,
  playTapes,
  type LabCard,
  type LabRun,
  type ScanFigures,
  type Tape,
  type TrialRules,
} from '@riptide/core/lab';
import { openTape } from '../tape/open-tape.ts';
import { mergeReports } from '../tape/merge-reports.ts';
import type { TapeReport } from '../tape/recorded-tape.ts';
import { subjectOf } from './lab-strategies.ts';

export interface ReplayRequest {
  /** Each a tape, played in the order of time whatever the order here. */
  readonly folders: readonly string[];
  readonly dataDir: string;
  readonly strategy: string;
  /** What differs from the strategy's default settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Minutes of each tape before decisions count; default 100. */
  readonly warmUpMinutes?: number;
  readonly rules: Partial<TrialRules>;
  readonly seed: number;
}

/** One replay and what it found. */
export interface ReplayOutcome {
  /** Names of the tapes in the order of time, with ` + ` between. */
  readonly recording: string;
  readonly strategy: string;
  readonly messages: number;
  readonly decisions: number;
  /** Decisions while averages filled: they are in `decisions` and in the hash, and count for nothing. */
  readonly warmUpDecisions: number;
  readonly booksInSync: number;
  readonly books: number;
  /** sha256 of the decision rows, one JSON line each: equal for equal replays. */
  readonly decisionsHash: string;
  /** Of the results of all trials. */
  readonly trialsHash: string;
  /** null: the scanner stood still. */
  readonly scan: { readonly pairs: number; readonly found: number; readonly seenHash: string } | null;
  readonly playedS: number;
  /** Wall and processor time of playing once: reading, decoding, books, strategies, trials. */
  readonly wallS: number;
  readonly cpuS: number;
  readonly report: TapeReport | null;
  readonly skipped: readonly string[];
  readonly card: LabCard;
}

export interface ReplayWatch {
  /** `madeMs` of the card. */
  nowMs(): number;
  /** Called now and then. Returning false ends the run, which then throws. */
  onProgress(messages: number, atMs: number): boolean;
}

/** Plays recordings once, what judges a learner a second time. @throws Error in words for a person; also when it is ended early. */
export async function runReplay(request: ReplayRequest, watch: ReplayWatch): Promise<ReplayOutcome> {
  const opened = [];
  for (const folder of request.folders) opened.push(await openTape(folder, request.dataDir));
  const tapes = opened.map(({ tape }) => tape);
  const outcome = await replayTapes(tapes, request, watch);
  return {
    ...outcome,
    report: mergeReports(tapes.map(({ report }) => report)),
    skipped: opened.flatMap(({ skipped }) => skipped),
  };
}

/** Plays tapes of any kind as `runReplay` does. @throws Error in words for a person. */
export async function replayTapes(
  unordered: readonly Tape[],
  request: Omit<ReplayRequest, 'folders' | 'dataDir'>,
  watch: ReplayWatch,
): Promise<ReplayOutcome> {
  const { strategy, rules, seed } = request;
  const tapes = [...unordered].sort((a, b) => a.startMs - b.startMs);
  const venues = [...new Set(tapes.flatMap(({ instruments }) => instruments.map(({ venue }) => venue)))];
  const { subject, settingsHash, ...how } = subjectOf(strategy, { ...request, venues });
  const onProgress = (messages: number, atMs: number): boolean => watch.onProgress(messages, atMs);
  const play = { tapes, seed, rules, onProgress, ...how };
  const startedNs = process.hrtime.bigint();
  const cpuBefore = process.cpuUsage();
  const once = await playTapes(play);
  const cpu = process.cpuUsage(cpuBefore);
  const wallS = Number(process.hrtime.bigint() - startedNs) / 1e9;
  const { runs, frozenFromMs } = await playFrozen(play, once);
  if (runs.some(({ isComplete }) => !isComplete)) throw new Error('ended before the recording did');
  const recording = runs.map(({ tape }) => tape).join(' + ');
  const trials = runs.flatMap((run) => run.trials);
  const card = judgeTrials(trials, {
    subject,
    settingsHash,
    source: recording,
    madeMs: watch.nowMs(),
    openTrials: sum(runs, ({ openTrials }) => openTrials),
    splitMs: frozenFromMs,
  });
  return {
    recording,
    strategy: subject,
    ...figuresOf(runs),
    trialsHash: linesHash(trials),
    books: sum(tapes, ({ instruments }) => instruments.length),
    wallS,
    cpuS: (cpu.user + cpu.system) / 1e6,
    report: null,
    skipped: [],
    card,
  };
}

function figuresOf(
  runs: readonly LabRun[],
): Pick<
  ReplayOutcome,
  'messages' | 'decisions' | 'warmUpDecisions' | 'booksInSync' | 'decisionsHash' | 'scan' | 'playedS'
> {
  const decisions = runs.flatMap((run) => run.decisions);
  return {
    messages: sum(runs, ({ messages }) => messages),
    decisions: decisions.length,
    warmUpDecisions: sum(runs, (run) => run.decisions.filter(({ atMs }) => atMs < run.countsFromMs).length),
    booksInSync: sum(runs, ({ booksInSync }) => booksInSync),
    decisionsHash: linesHash(decisions),
    scan: scanOf(runs.flatMap(({ scan }) => scan ?? [])),
    playedS: sum(runs, ({ startMs, endMs }) => endMs - startMs) / 1_000,
  };
}

function scanOf(scans: readonly ScanFigures[]): ReplayOutcome['scan'] {
  if (scans.length === 0) return null;
  return {
    pairs: sum(scans, ({ pairs }) => pairs),
    found: sum(scans, ({ found }) => found),
    seenHash: linesHash(scans.flatMap(({ seen }) => seen)),
  };
}

function sum<T>(rows: readonly T[], valueOf: (row: T) => number): number {
  return rows.reduce((total, row) => total + valueOf(row), 0);
}

function linesHash(rows: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
  return hash.digest('hex');
}
