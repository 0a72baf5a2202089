// Runs every test, unit to browser; what failed is run once more alone. Names every test that failed, and ends with one line:
// `N passed, N failed`. Exit code 1 on a failure or when nothing ran.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgeRun, toRunAgain } from './judge-run.ts';
import { runBrowser, runVitest } from './runners.ts';
import type { TestOutcome } from './test-outcome.ts';
import { journeyArguments } from './browser-report.ts';

/** Where the last lines go instead of the output, for whoever has more to say before them. */
const SUMMARY_FILE = process.env['TEST_SUMMARY_FILE'];

/** Arguments pick tests of any kind but the browser's, whose journeys belong to the whole run. */
async function runFirst(picked: readonly string[], reports: string): Promise<TestOutcome[]> {
  if (picked.length > 0) return runVitest('picked', picked, { reports });
  // The browser and conformance wait more than they compute: beside the others they cost little more than the others alone.
  const late = { reports, isLate: true };
  const journeys = runBrowser('journeys', ['--project', 'journeys'], late);
  const early = await runVitest('unit and web', ['--project', 'unit', '--project', 'web'], { reports });
  const rest = await Promise.all([
    runVitest('conformance', ['--project', 'conformance', '--maxWorkers', `${availableParallelism() + 1}`], late),
    runBrowser('disturbing', ['--project', 'disturbing'], late),
    journeys,
  ]);
  return [...early, ...rest.flat()];
}

/** Nothing else runs meanwhile: files one after the other, every journey on a product of its own. */
async function runAgain(failures: readonly TestOutcome[], reports: string): Promise<TestOutcome[]> {
  const inFiles = failures.filter(({ runner }) => runner === 'vitest');
  const outcomes: TestOutcome[] = [];
  if (inFiles.length > 0) {
    const projects = new Set(inFiles.map(({ project }) => project));
    const files = new Set(inFiles.map(({ file }) => file));
    const options = [...projects].flatMap((project) => ['--project', project]);
    outcomes.push(...(await runVitest('again', ['--no-file-parallelism', ...options, ...files], { reports })));
  }
  for (const [nth, journey] of failures.filter(({ runner }) => runner === 'browser').entries())
    outcomes.push(...(await runBrowser(`again ${nth}`, journeyArguments(journey), { reports })));
  return outcomes;
}

// Only `npm test` has built the product just before: tests that start it need not read its sources.
if (process.env['npm_lifecycle_event'] === 'test') process.env['BUILT_PRODUCT'] = '1';
const reports = mkdtempSync(join(tmpdir(), 'riptide-tests-'));
const picked = process.argv.slice(2);
const first = await runFirst(picked, reports);
// Whoever picked some is waiting for just these, and sees them fail.
const failures = picked.length > 0 ? [] : toRunAgain(first);
if (failures.length > 0) process.stdout.write(`\n${failures.length} failed: once more, alone\n`);
const again = await runAgain(failures, reports);
rmSync(reports, { recursive: true, force: true });

const { passed, failed, skipped, lines } = judgeRun(first, again);
const counts = `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
const summary = `${[...lines, counts].join('\n')}\n`;
if (SUMMARY_FILE === undefined || SUMMARY_FILE === '') process.stdout.write(`\n${summary}`);
else writeFileSync(SUMMARY_FILE, summary);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
