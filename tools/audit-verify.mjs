// npm run audit:verify [-- --data <folder> --chain engine|server --from <id> --to <id>]: proves that no audit row was changed, added or taken away.
// npm run audit:vacuum [-- --data <folder>]: gives the room of rows that retention took away back to the disk, while the product is stopped.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('audit-verify/run.ts', import.meta.url));
const from = process.cwd();
process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const args = ['--conditions=@riptide/source', '--import', 'tsx', entry, ...process.argv.slice(2)];
const run = spawnSync(process.execPath, args, { stdio: 'inherit', env: { ...process.env, CALLED_FROM: from } });
process.exitCode = run.status ?? 1;
