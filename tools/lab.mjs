// npm run lab -- <command>: the lab of apps/server, as it was built; from its sources before a build and with LAB_FROM_SOURCES=1.
import { existsSync } from 'node:fs';
import { spawn } from 'node:child_process';

const BUILT = 'apps/server/dist/lab.js';
const FROM_SOURCES = ['--conditions=@riptide/source', '--import', 'tsx', 'apps/server/src/lab.ts'];
const isBuilt = existsSync(BUILT) && process.env.LAB_FROM_SOURCES !== '1';
const args = [...(isBuilt ? [BUILT] : FROM_SOURCES), ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { stdio: 'inherit' });
// Ctrl-C reaches the child by the terminal; this process waits for it to end by itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 130);
});
