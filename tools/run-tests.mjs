// Runs every test, unit to browser, and ends with one line: `N passed, N failed`. Exit code 1 on a failure or when nothing ran.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
process.chdir(ROOT);
const reports = mkdtempSync(join(tmpdir(), 'riptide-tests-'));
const counts = { passed: 0, failed: 0, skipped: 0 };

const vitestReport = join(reports, 'vitest.json');
const vitestCode = await run('node_modules/.bin/vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
  ...process.argv.slice(2),
]);
add('vitest', vitestCode, vitestReport, countVitest);

// Arguments pick unit tests; the browser journeys belong to the whole run.
if (process.argv.length === 2 && existsSync('playwright.config.ts')) {
  const playwrightReport = join(reports, 'playwright.json');
  const code = await run('node_modules/.bin/playwright', ['test', '--reporter=list,json'], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightReport,
  });
  add('playwright', code, playwrightReport, countPlaywright);
}
rmSync(reports, { recursive: true, force: true });

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

function run(command, args, env = {}) {
  return new Promise((resolve) => {
    const child = spawn(join(ROOT, command), args, {
      stdio: 'inherit',
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(1);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Adds one runner's figures. A runner that failed without a failed test still counts as one failure. */
function add(name, code, report, count) {
  const found = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 };
  if (code !== 0 && found.failed === 0) {
    process.stderr.write(`${name} ended with code ${code}\n`);
    found.failed = 1;
  }
  counts.passed += found.passed;
  counts.failed += found.failed;
  counts.skipped += found.skipped;
}

/** A file that could not even be loaded has no tests of its own and counts as one failure. */
function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  };
}

/** A journey that only passed on a second try did not pass. */
function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}
