/** What became of one test, or of a file outside of its tests. */
export interface TestOutcome {
  readonly runner: 'vitest' | 'browser';
  readonly project: string;
  /** From the root of the repository; empty where no file is to blame. */
  readonly file: string;
  /** Its groups and its own name, parted by ` › `; empty for what happened outside of the tests of the file. */
  readonly name: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  /** The beginning of what it said when it failed, else empty. */
  readonly message: string;
}

const MESSAGE_LINES = 3;
const LINE_CHARS = 240;
const ESCAPE = String.fromCharCode(27);
const COLOURS = new RegExp(String.raw`${ESCAPE}\[[0-9;]*m`, 'g');

/** The first lines of an error that say something, without colours; empty of nothing. */
export function shortMessage(text: string | undefined): string {
  return (text ?? '')
    .replace(COLOURS, '')
    .split('\n')
    .map((line) => line.trimEnd().slice(0, LINE_CHARS))
    .filter((line) => line.trim() !== '')
    .slice(0, MESSAGE_LINES)
    .join('\n');
}

/** What a runner said by its exit code alone: a failure that no test and no file stands for. */
export function endedWith(runner: TestOutcome['runner'], project: string, code: number): TestOutcome {
  const name = `ended with code ${code}, without a failed test that says why`;
  return { runner, project, file: '', name, state: 'failed', message: '' };
}
