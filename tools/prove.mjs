// npm run prove -- <name> [options]: runs one of the long proofs of docs/proofs.md, tools/proofs/<name>/run.ts.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const [name = '', ...options] = process.argv.slice(2);
const entry = (folder) => `tools/proofs/${folder}/run.ts`;
const known = readdirSync('tools/proofs').filter((folder) => existsSync(entry(folder)));
if (!known.includes(name)) {
  console.error(`prove: give one of ${known.join(', ')}`);
  process.exit(2);
}
const child = spawn(process.execPath, ['--conditions=@riptide/source', '--import', 'tsx', entry(name), ...options], {
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = code ?? (signal === null ? 1 : 130);
});
