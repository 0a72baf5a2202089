// npm run measure:web [-- --only memory --paths /app/trading,/app/pro-dashboard --minutes 30 --no-build]: builds the pages, starts the
// product on the simulator, and measures the pages in Chromium against their goals. Ends with 1 where a goal is missed.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const options = process.argv.slice(2);
if (!options.includes('--no-build')) {
  const built = spawnSync(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn'],
    {
      stdio: 'inherit',
    },
  );
  if (built.status !== 0) process.exit(built.status ?? 1);
}
const run = spawnSync(
  process.execPath,
  ['--conditions=@riptide/source', '--import', 'tsx', 'tools/measure-web/run.ts', ...options],
  { stdio: 'inherit' },
);
process.exit(run.status ?? 1);
