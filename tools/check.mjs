// Everything that can be said about the code without running it. `npm run check`; each step must pass.
import { spawnSync } from 'node:child_process';

const bin = (name) => `node_modules/.bin/${name}`;
const STEPS = [
  ['types', bin('tsc'), ['-b']],
  ['types of tests and tools', bin('tsc'), ['-p', 'tools']],
  ['types of the tests of the pages', bin('tsc'), ['-p', 'apps/web/tsconfig.test.json']],
  ['format', bin('prettier'), ['--check', '--log-level', 'warn', '.']],
  ['lint', bin('oxlint'), ['--type-aware', '--deny-warnings', 'packages', 'apps', 'tools', 'bench', 'e2e']],
  ['arrows', process.execPath, ['tools/checks/check-arrows.mjs']],
  ['venue shape', process.execPath, ['tools/checks/check-venue-shape.mjs']],
  ['house rules', process.execPath, ['tools/checks/check-house-rules.mjs']],
  ['pages built', bin('vite'), ['build', 'apps/web', '--logLevel', 'warn']],
  ['size of the pages', process.execPath, ['tools/checks/check-bundle.mjs']],
  ['generated docs', process.execPath, ['tools/gen-docs.mjs', '--check']],
  ['dead code', bin('knip'), ['--no-progress']],
];

const failed = [];
for (const [name, command, args] of STEPS) {
  const startedMs = Date.now();
  const run = spawnSync(command, args, { stdio: 'inherit' });
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1);
  console.log(`check: ${name} ${run.status === 0 ? 'ok' : 'FAILED'} (${seconds} s)`);
  if (run.status !== 0) failed.push(name);
}
if (failed.length > 0) {
  console.error(`check: failed: ${failed.join(', ')}`);
  process.exit(1);
}
