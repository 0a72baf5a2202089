import type { LearnerStart, LabStrategy } from './lab-strategy.ts';
import { runLab, type LabRun, type LabRunOptions, type LabWorld } from './lab-run.ts';
import type { Tape } from './tape.ts';
import { IN_SAMPLE_FRAC } from './verdict/judge-trials.ts';

export interface PlayTapesOptions extends Omit<LabRunOptions, 'tape' | 'createStrategy'> {
  readonly tapes: readonly Tape[];
  /** True: what is learnt on one tape is known on the next. */
  readonly isLearning: boolean;
  readonly createStrategy: (world: LabWorld, learner: LearnerStart) => LabStrategy;
}

/** Tapes played in the order of time. */
export interface PlayedTapes {
  readonly runs: readonly LabRun[];
  /** From when nothing was learnt any more: what judges begins there. null: nothing was learnt. */
  readonly frozenFromMs: number | null;
}

/**
 * Plays tapes one after another in the order of time; a strategy that learns goes on with what it knows.
 *
 * @throws Error when it learns and two tapes overlap: the order of time would be lost.
 */
export async function playTapes(options: PlayTapesOptions): Promise<PlayedTapes> {
  const runs: LabRun[] = [];
  for (const tape of inTime(options.tapes)) {
    const before = runs.at(-1);
    if (options.isLearning && before !== undefined && before.endMs > tape.startMs)
      throw new Error(`${tape.name} begins before ${before.tape} ends: what is learnt needs the order of time`);
    runs.push(await playOne(options, tape, { learnt: before?.learnt ?? null, freezeAtMs: null }));
    if (runs.at(-1)?.isComplete === false) break;
  }
  return { runs, frozenFromMs: null };
}

/**
 * Plays again what judges a learner, frozen: the first 60 % of its decisions that count have taught it, it learns nothing from the others.
 *
 * Tapes that end before are kept as they were played. Without a decision that counts nothing is played again.
 */
export async function playFrozen(options: PlayTapesOptions, { runs }: PlayedTapes): Promise<PlayedTapes> {
  const frozenFromMs = options.isLearning ? freezeTimeOf(runs) : null;
  if (frozenFromMs === null || runs.some(({ isComplete }) => !isComplete)) return { runs, frozenFromMs: null };
  const kept = runs.filter(({ endMs }) => endMs < frozenFromMs);
  const again: LabRun[] = [...kept];
  for (const tape of inTime(options.tapes).slice(kept.length)) {
    again.push(await playOne(options, tape, { learnt: again.at(-1)?.learnt ?? null, freezeAtMs: frozenFromMs }));
  }
  return { runs: again, frozenFromMs };
}

function inTime(tapes: readonly Tape[]): readonly Tape[] {
  return [...tapes].sort((a, b) => a.startMs - b.startMs);
}

function playOne(options: PlayTapesOptions, tape: Tape, learner: LearnerStart): Promise<LabRun> {
  const { tapes: _tapes, isLearning: _isLearning, createStrategy, ...rest } = options;
  return runLab({ ...rest, tape, createStrategy: (world) => createStrategy(world, learner) });
}

function freezeTimeOf(runs: readonly LabRun[]): number | null {
  const timesMs = runs.flatMap(({ decisions, countsFromMs }) =>
    decisions.map(({ atMs }) => atMs).filter((atMs) => atMs >= countsFromMs),
  );
  return timesMs[Math.floor(timesMs.length * IN_SAMPLE_FRAC)] ?? null;
}
