// Writes docs/api.md, docs/errors.md and the references of calls for the web app from the code; with --check it only compares, and fails when they differ.
import { spawnSync } from 'node:child_process';

const run = spawnSync(
  process.execPath,
  ['--conditions=@riptide/source', '--import', 'tsx', 'tools/docs/generate.ts', ...process.argv.slice(2)],
  { stdio: 'inherit' },
);
process.exit(run.status ?? 1);
