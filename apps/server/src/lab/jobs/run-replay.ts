import { createHash } from 'node:crypto';
import { judgeTrials, runLab, type LabCard, type TrialRules } from '@riptide/core/lab';
import { openTape } from '../tape/open-tape.ts';
import type { TapeReport } from '../tape/recorded-tape.ts';
import { subjectOf } from './lab-strategies.ts';

export interface ReplayRequest {
  readonly folder: string;
  readonly dataDir: string;
  readonly strategy: string;
  /** What differs from the strategy's default settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  readonly rules: Partial<TrialRules>;
  readonly seed: number;
}

/** One replay and what it found. */
export interface ReplayOutcome {
  readonly recording: string;
  readonly strategy: string;
  readonly messages: number;
  readonly decisions: number;
  /** sha256 of the decision rows, one JSON line each: equal for equal replays. */
  readonly decisionsHash: string;
  /** Of the results of all trials. */
  readonly trialsHash: string;
  readonly playedS: number;
  /** Wall and processor time of the replay alone: reading, decoding, books, strategy, trials. */
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

/** Plays a recording once. @throws Error in words for a person; also when it is ended early. */
export async function runReplay(request: ReplayRequest, watch: ReplayWatch): Promise<ReplayOutcome> {
  const subject = subjectOf(request.strategy, request.settings);
  const { tape, skipped } = await openTape(request.folder, request.dataDir);
  const startedNs = process.hrtime.bigint();
  const cpuBefore = process.cpuUsage();
  const run = await runLab({
    tape,
    seed: request.seed,
    rules: request.rules,
    createStrategy: subject.createStrategy,
    onProgress: (messages, atMs) => watch.onProgress(messages, atMs),
  });
  const cpu = process.cpuUsage(cpuBefore);
  const wallS = Number(process.hrtime.bigint() - startedNs) / 1e9;
  if (!run.isComplete) throw new Error('ended before the recording did');
  const card = judgeTrials(run.trials, {
    subject: subject.name,
    settingsHash: subject.settingsHash,
    source: tape.name,
    madeMs: watch.nowMs(),
    openTrials: run.openTrials,
  });
  return {
    recording: tape.name,
    strategy: subject.name,
    messages: run.messages,
    decisions: run.decisions.length,
    decisionsHash: linesHash(run.decisions),
    trialsHash: linesHash(run.trials),
    playedS: (run.endMs - run.startMs) / 1_000,
    wallS,
    cpuS: (cpu.user + cpu.system) / 1e6,
    report: tape.report,
    skipped,
    card,
  };
}

function linesHash(rows: readonly unknown[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(`${JSON.stringify(row)}\n`);
  return hash.digest('hex');
}
