// npm run backup -- create|restore <file>: as apps/server was built; from its sources before a build and with BACKUP_FROM_SOURCES=1.
import { existsSync } from 'node:fs';
import { spawn } from 'node:child_process';

const BUILT = 'apps/server/dist/backup-cli.js';
const FROM_SOURCES = ['--conditions=@riptide/source', '--import', 'tsx', 'apps/server/src/backup-cli.ts'];
const isBuilt = existsSync(BUILT) && process.env.BACKUP_FROM_SOURCES !== '1';
const args = [...(isBuilt ? [BUILT] : FROM_SOURCES), ...process.argv.slice(2)];
const child = spawn(process.execPath, args, { stdio: 'inherit' });
// Ctrl-C reaches the child by the terminal; this process waits for it to end by itself.
process.on('SIGINT', () => undefined);
process.on('SIGTERM', () => child.kill('SIGTERM'));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 130);
});
