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

// Arguments pick tests of any kind but the browser's, whose journeys belong to the whole run.
const picked = process.argv.slice(2);
if (picked.length > 0) {
  await runVitest('picked', picked);
} else {
  await runVitest('unit and web', ['--project', 'unit', '--project', 'web']);
  // Conformance mostly waits for simulated venues, the browser mostly computes: together they fill the machine.
  await Promise.all([runVitest('conformance', ['--project', 'conformance'], { isLate: true }), runPlaywright()]);
}
rmSync(reports, { recursive: true, force: true });

const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
process.stdout.write(`\n${counts.passed} passed, ${counts.failed} failed${skipped}\n`);
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0;

/** Late output is written when the run is over, so that two runs side by side can be read. */
async function runVitest(name, args, { isLate = false } = {}) {
  const report = join(reports, `${name}.json`);
  const code = await run(
    'node_modules/.bin/vitest',
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...args],
    { isLate },
  );
  add(name, code, report, countVitest);
}

async function runPlaywright() {
  const report = join(reports, 'playwright.json');
  const code = await run('node_modules/.bin/playwright', ['test', '--reporter=list,json'], {
    env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  });
  add('playwright', code, report, countPlaywright);
}

function run(command, args, { env = {}, isLate = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(join(ROOT, command), args, {
      stdio: isLate ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      env: { ...process.env, ...env },
      shell: process.platform === 'win32',
    });
    const late = [];
    child.stdout?.on('data', (chunk) => late.push(chunk));
    child.stderr?.on('data', (chunk) => late.push(chunk));
    child.once('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(1);
    });
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(late));
      resolve(code ?? 1);
    });
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
