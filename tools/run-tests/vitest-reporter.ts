import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';
import { shortMessage, type TestOutcome } from './test-outcome.ts';

/** Where the reporter writes what became of every test, as TestOutcome[] in JSON. */
export const OUTCOMES_VARIABLE = 'TEST_OUTCOMES_FILE';

/** Tells the outcome of every test, and what broke outside of tests with the file it broke in, which no report of the runner's does. */
export default class OutcomesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env[OUTCOMES_VARIABLE];
    if (path === undefined) throw new Error(`Invariant: ${OUTCOMES_VARIABLE} is not set`);
    const outcomes = modules.flatMap(outcomesOf);
    for (const error of unhandled) outcomes.push(outsideOfTests(error, modules));
    writeFileSync(path, JSON.stringify(outcomes));
  }
}

function outcomesOf(module: TestModule): TestOutcome[] {
  const place = placeOf(module);
  const errors = [...module.errors(), ...Array.from(module.children.allSuites()).flatMap((suite) => suite.errors())];
  const outcomes = Array.from(module.children.allTests(), (test) => ({ ...place, ...resultOf(test) }));
  const hasFailed = module.state() === 'failed' && outcomes.every(({ state }) => state !== 'failed');
  if (errors.length > 0 || hasFailed)
    outcomes.push({ ...place, name: '', state: 'failed', message: shortMessage(errors[0]?.message) });
  return outcomes;
}

function resultOf(test: TestCase): Pick<TestOutcome, 'name' | 'state' | 'message'> {
  const { state, errors = [] } = test.result();
  const name = [...groupsOf(test.parent), test.name].join(' › ');
  // A test that has not been run when the run is over counts as skipped; whoever stopped it says why.
  return { name, state: state === 'pending' ? 'skipped' : state, message: shortMessage(errors[0]?.message) };
}

function groupsOf(parent: TestSuite | TestModule): string[] {
  return parent.type === 'suite' ? [...groupsOf(parent.parent), parent.name] : [];
}

function placeOf(module: TestModule): Pick<TestOutcome, 'runner' | 'project' | 'file'> {
  return { runner: 'vitest', project: module.project.name, file: relative(process.cwd(), module.moduleId) };
}

/** An error that no test caught; the runner tells the file that was running, which need not be the one to blame. */
function outsideOfTests(error: SerializedError, modules: readonly TestModule[]): TestOutcome {
  const told: unknown = error['VITEST_TEST_PATH'];
  const module = modules.find(({ moduleId }) => moduleId === told || error.message.includes(moduleId));
  const place = module === undefined ? { runner: 'vitest' as const, project: 'vitest', file: '' } : placeOf(module);
  return { ...place, name: '', state: 'failed', message: shortMessage(error.message) };
}
