// npm run gate:reset: forgets the gate password on this machine, while the product is stopped; as apps/server was built, from its sources before a build.
import { existsSync } from 'node:fs';
import { spawn } from 'node:child_process';

const BUILT = 'apps/server/dist/gate-reset-cli.js';
const FROM_SOURCES = ['--conditions=@riptide/source', '--import', 'tsx', 'apps/server/src/gate-reset-cli.ts'];
const isBuilt = existsSync(BUILT);
const args = [...(isBuilt ? [BUILT] : FROM_SOURCES), ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { stdio: 'inherit' });
// Ctrl-C reaches the child by the terminal; this process waits for it to end by itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 130);
});
