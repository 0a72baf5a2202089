import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';

/** Workers read this file again; what was chosen once is handed on through the environment. */
function once(name: string, choose: () => string): string {
  return (process.env[name] ??= choose());
}

/** A folder of this run alone: it goes when the run ends, after the product over it has. One chosen by E2E_DATA_DIR stays. */
function makeDataDir(): string {
  const folder = mkdtempSync(join(tmpdir(), 'riptide-e2e-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

const freePort = (): string =>
  execFileSync(
    process.execPath,
    [
      '-e',
      'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })',
    ],
    {
      encoding: 'utf8',
    },
  ).trim();
const port = once('E2E_PORT', freePort);
const simControlPort = once('E2E_SIM_CONTROL_PORT', freePort);
const dataDir = once('E2E_DATA_DIR', makeDataDir);
const password = once('E2E_GATE_PASSWORD', () => 'open sesame for tests');

/** These change the gate password, pull the kill switch and take venues away: they come last, and sign in anew. */
const DISTURBING = /(keyboard|pro-[a-z-]+|states)\.spec\.ts$/;

export default defineConfig({
  testDir: 'e2e',
  // A busy machine takes its time; a quiet one needs a tenth of these.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  // One product serves all journeys; they change its scanner one after the other.
  workers: 1,
  projects: [
    { name: 'journeys', testIgnore: DISTURBING },
    { name: 'disturbing', testMatch: DISTURBING },
  ],
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 1000 },
    // Recording every step makes pages that never rest several times slower.
    trace: process.env['E2E_TRACE'] === '1' ? 'retain-on-failure' : 'off',
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `${process.execPath} apps/server/dist/supervisor.js`,
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    // A product already up on a chosen E2E_PORT may be checked as it stands; E2E_GATE_PASSWORD must be its password.
    reuseExistingServer: process.env['E2E_REUSE'] === '1',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
    env: {
      PORT: port,
      SIM_CONTROL_PORT: simControlPort,
      DATA_DIR: dataDir,
      GATE_PASSWORD: password,
      MARKET: 'sim',
      EXECUTION: 'paper',
      // What journeys look at changes often enough at this, and the cores are theirs.
      SIM_INTENSITY_PCT: '40',
    },
  },
});
