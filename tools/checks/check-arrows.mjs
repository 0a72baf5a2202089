// Runs dependency-cruiser over the tree and proves that the rules still bite: a breach is planted for each kind of rule and must
// be found, and a run that saw too few modules fails (a cruiser that reads nothing finds nothing).
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MODULES_MIN = 150;

/** Files that break one rule each; written, cruised and removed. */
const PLANTED = [
  [
    'packages/core/src/strategies/planted-breach.ts',
    "import '../market-data/index.ts';\n",
    'core-strategies-stands-alone',
  ],
  ['packages/core/src/market-data/planted-breach.ts', "import 'node:fs';\n", 'core-does-no-io'],
  ['packages/venues/src/okx/planted-breach.ts', "import '../bybit/index.ts';\n", 'venue-okx-stands-alone'],
  ['packages/venue-sim/src/planted-breach.ts', "import '@riptide/venues/kit';\n", 'simulator-is-independent'],
  [
    'apps/web/src/ui/planted-breach.ts',
    "import '@/app/main';\nimport '@riptide/core/domain';\n",
    'web-imports-contracts-only',
  ],
  ['packages/contracts/src/planted-breach.ts', "import 'node:path';\n", 'contracts-import-zod-only'],
];

function cruise() {
  const run = spawnSync(
    process.execPath,
    [
      'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
      'packages',
      'apps',
      '--config',
      '.dependency-cruiser.cjs',
      '--output-type',
      'json',
    ],
    { encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  if (run.error || run.stdout === '') throw new Error(`dependency-cruiser did not run: ${run.error ?? run.stderr}`);
  const { summary } = JSON.parse(run.stdout);
  return { modules: summary.totalCruised, violations: summary.violations };
}

const problems = [];
const real = cruise();
for (const { rule, from, to } of real.violations) problems.push(`${rule.name}: ${from} -> ${to}`);
if (real.modules < MODULES_MIN)
  problems.push(`only ${real.modules} modules seen, at least ${MODULES_MIN} expected: the check reads too little`);

// WHY: ended by a signal, a process leaves what it planted behind, and nobody's build passes any more. The wish is heard when the run is over.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(130));
try {
  for (const [file, text] of PLANTED) {
    mkdirSync(dirname(join('.', file)), { recursive: true });
    writeFileSync(file, text);
  }
  const planted = cruise();
  for (const [file, , rule] of PLANTED) {
    const isFound = planted.violations.some((v) => v.from === file && v.rule.name === rule);
    if (!isFound) problems.push(`self-test: planted breach of ${rule} in ${file} was not found`);
  }
} finally {
  for (const [file] of PLANTED) rmSync(file, { force: true });
}

for (const problem of problems) console.error(`arrows: ${problem}`);
if (problems.length > 0) process.exit(1);
console.log(`arrows: ${real.modules} modules, 0 breaches, ${PLANTED.length} planted ones found`);
