import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { browserOutcomes, type BrowserReport } from './browser-report.ts';
import { endedWith, type TestOutcome } from './test-outcome.ts';
import { OUTCOMES_VARIABLE } from './vitest-reporter.ts';

const VITEST = 'node_modules/vitest/vitest.mjs';
const PLAYWRIGHT = 'node_modules/@playwright/test/cli.js';
const JOURNEYS = 'e2e';

interface RunOptions {
  /** The folder for reports. */
  readonly reports: string;
  /** Late output is written when the run is over, so that two runs side by side can be read. */
  readonly isLate?: boolean;
}

/** Runs vitest with more arguments. Returns the outcome of every test, and a failure of its own when nothing else explains its exit code. */
export async function runVitest(name: string, args: readonly string[], options: RunOptions): Promise<TestOutcome[]> {
  const report = join(options.reports, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=./tools/run-tests/vitest-reporter.ts'];
  const code = await run([VITEST, 'run', ...reporters, ...args], options, { [OUTCOMES_VARIABLE]: report });
  return explained((read(report) as TestOutcome[] | null) ?? [], endedWith('vitest', name, code), code);
}

/** Runs the journeys in the browser; see `runVitest`. */
export async function runBrowser(name: string, args: readonly string[], options: RunOptions): Promise<TestOutcome[]> {
  const report = join(options.reports, `${name}.json`);
  // Two runs side by side must not clear each other's traces away.
  const output = `test-results/${name.replaceAll(' ', '-')}`;
  const code = await run([PLAYWRIGHT, 'test', '--reporter=list,json', '--output', output, ...args], options, {
    PLAYWRIGHT_JSON_OUTPUT_NAME: report,
  });
  const found = read(report) as BrowserReport | null;
  const outcomes = found === null ? [] : browserOutcomes(found, JOURNEYS);
  return explained(outcomes, endedWith('browser', name, code), code);
}

function explained(outcomes: TestOutcome[], unexplained: TestOutcome, code: number): TestOutcome[] {
  return code === 0 || outcomes.some(({ state }) => state === 'failed') ? outcomes : [...outcomes, unexplained];
}

/** What a runner reported; null when it ended before it could. */
function read(path: string): unknown {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

function run(args: readonly string[], { isLate = false }: RunOptions, env: NodeJS.ProcessEnv): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      stdio: isLate ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
    });
    const late: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => late.push(chunk));
    child.once('error', (error) => {
      process.stderr.write(`${args[0] ?? ''}: ${error.message}\n`);
      resolve(1);
    });
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(late));
      resolve(code ?? 1);
    });
  });
}
