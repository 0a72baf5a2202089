import type { TestOutcome } from './test-outcome.ts';

/** So many tests may fail once and pass alone before the run fails for them: a bound, so that faults can't hide. */
export const UNSTEADY_MAX = 3;
/** With more failures than this the fault is no accident of the machine, and a second run would only take time. */
export const AGAIN_MAX = 12;

/** What a whole run comes to. */
export interface Verdict {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Every failed and every unsteady test by name with the beginning of its message, to be read last. */
  readonly lines: readonly string[];
}

/** Returns the failures that are worth a second run alone: those that stand in a file, and none when there are too many. */
export function toRunAgain(first: readonly TestOutcome[]): readonly TestOutcome[] {
  const failures = first.filter(isFailure);
  return failures.length > AGAIN_MAX ? [] : failures.filter(({ file }) => file !== '');
}

/**
 * Joins a run with the second run of what failed in it. What failed twice, or was not seen to pass, failed. What failed in one of
 * the two and passed in the other is unsteady: it counts as passed while there are at most UNSTEADY_MAX of them, else as failed.
 */
export function judgeRun(first: readonly TestOutcome[], again: readonly TestOutcome[]): Verdict {
  const second = byKey(again);
  const merged = Array.from(byKey(first), ([key, outcome]) => mergeOne(outcome, second.get(key), again));
  const known = byKey(first);
  const fresh = Array.from(second)
    .filter(([key]) => !known.has(key))
    .map(([, outcome]): Merged => ({ outcome, state: isFailure(outcome) ? 'unsteady' : outcome.state }));
  const all = [...merged, ...fresh];
  const of = (state: Merged['state']): readonly Merged[] => all.filter((one) => one.state === state);
  const failed = of('failed');
  const unsteady = of('unsteady');
  const isOver = unsteady.length > UNSTEADY_MAX;
  // What happens outside of the tests of a file is no test: it counts only where it failed.
  const passed = of('passed').length + unsteady.filter(({ outcome }) => outcome.name !== '').length;
  return {
    passed: isOver ? of('passed').length : passed,
    failed: failed.length + (isOver ? unsteady.length : 0),
    skipped: of('skipped').length,
    lines: [
      ...failed.flatMap(({ outcome }) => told('failed', outcome)),
      ...unsteady.flatMap(({ outcome }) => told('unsteady', outcome)),
      ...(isOver ? [`${unsteady.length} unsteady tests: at most ${UNSTEADY_MAX} may fail once and pass alone`] : []),
    ],
  };
}

interface Merged {
  readonly outcome: TestOutcome;
  readonly state: TestOutcome['state'] | 'unsteady';
}

function mergeOne(first: TestOutcome, second: TestOutcome | undefined, again: readonly TestOutcome[]): Merged {
  if (first.state === 'failed') {
    const isSeenToPass =
      first.name === '' ? second === undefined && hasPassedIn(first, again) : second?.state === 'passed';
    return { outcome: first, state: isSeenToPass ? 'unsteady' : 'failed' };
  }
  if (second !== undefined && isFailure(second)) return { outcome: second, state: 'unsteady' };
  // Skipped because its file failed before it; now it has run.
  if (first.state === 'skipped' && second?.state === 'passed') return { outcome: second, state: 'passed' };
  return { outcome: first, state: first.state };
}

function hasPassedIn(wanted: TestOutcome, again: readonly TestOutcome[]): boolean {
  return again.some(
    ({ project, file, state }) => project === wanted.project && file === wanted.file && state === 'passed',
  );
}

/** Outcomes by project, file and name; tests of one name are told apart by their order. */
function byKey(outcomes: readonly TestOutcome[]): Map<string, TestOutcome> {
  const found = new Map<string, TestOutcome>();
  const seen = new Map<string, number>();
  for (const outcome of outcomes) {
    const name = [outcome.runner, outcome.project, outcome.file, outcome.name].join('\n');
    const nth = seen.get(name) ?? 0;
    seen.set(name, nth + 1);
    found.set(`${name}\n${nth}`, outcome);
  }
  return found;
}

function isFailure({ state }: TestOutcome): boolean {
  return state === 'failed';
}

function told(word: 'failed' | 'unsteady', { project, file, name, message }: TestOutcome): string[] {
  const place = file === '' ? project : `${file} [${project}]`;
  const line = `${word}: ${place} › ${name === '' ? '(outside of its tests)' : name}`;
  return [
    line,
    ...message
      .split('\n')
      .filter((text) => text !== '')
      .map((text) => `    ${text}`),
  ];
}
