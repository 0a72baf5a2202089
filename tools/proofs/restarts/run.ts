import { spawn } from 'node:child_process';

/** Stories that `npm test` plays with some crash points and pairs of faults, and this proof with all of them. */
const STORIES = [
  'packages/core/src/engine/arbitrage/arb-restart.story.test.ts',
  'packages/core/src/engine/arbitrage/arb-faults.story.test.ts',
  'packages/core/src/engine/arbitrage/carry/carry-restart.story.test.ts',
  'apps/server/src/lab/tape/segment-lines.test.ts',
];

/** `npm run prove -- restarts`: an arbitrage and a carry round that die behind every record, and every pair of faults of both legs. */
function main(): void {
  const child = spawn('node_modules/.bin/vitest', ['run', '--project', 'unit', ...STORIES], {
    stdio: 'inherit',
    env: { ...process.env, EVERY_CRASH_POINT: '1' },
    shell: process.platform === 'win32',
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`restarts: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code) => (process.exitCode = code ?? 1));
}

main();
