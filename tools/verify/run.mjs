// npm run verify:recordings -- <folder>, verify:cases and verify:requests -- <file.jsonl …>: starts the TypeScript from its sources.
import { spawnSync } from 'node:child_process';

const ENTRIES = {
  recordings: 'tools/verify/recordings/main.ts',
  cases: 'tools/verify/cases/main.ts',
  requests: 'tools/verify/requests/main.ts',
};

const [what, ...args] = process.argv.slice(2);
const entry = ENTRIES[what];
if (entry === undefined) {
  console.error(`verify: "${what ?? ''}" is not one of ${Object.keys(ENTRIES).join(', ')}`);
  process.exit(2);
}
const run = spawnSync(process.execPath, ['--conditions=@riptide/source', '--import', 'tsx', entry, ...args], {
  stdio: 'inherit',
});
process.exit(run.status ?? 1);
