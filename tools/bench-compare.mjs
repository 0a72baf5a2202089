// npm run bench:compare <ref> [-- <bench> … --turns=3]: the benchmarks of this checkout and of another commit in turn, and the ratio of their times.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runBench, spread } from './run-one-bench.mjs';

const given = process.argv.slice(2).filter((argument) => argument !== '--');
const TURNS = Number(given.find((argument) => argument.startsWith('--turns='))?.slice('--turns='.length) ?? 3);
const [ref, ...wanted] = given.filter((argument) => !argument.startsWith('--turns='));
if (ref === undefined) {
  console.error('bench:compare: name a commit, e.g. npm run bench:compare HEAD~1 -- book-ladder');
  process.exit(2);
}
const names = wanted.length > 0 ? wanted : ['book-ladder', 'scanner'];
const folder = mkdtempSync(join(tmpdir(), 'riptide-compare-'));
const other = join(folder, 'checkout');
let isRemoved = false;
process.on('exit', remove);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130));
try {
  execFileSync('git', ['worktree', 'add', '--detach', '--quiet', other, ref], { stdio: 'inherit' });
} catch {
  process.exit(2);
}
linkDependencies();

let hasFailed = false;
for (const name of names) {
  if (!existsSync(`bench/${name}.bench.ts`) || !existsSync(join(other, `bench/${name}.bench.ts`))) {
    console.error(`bench:compare: ${name} is not in both commits`);
    hasFailed = true;
    continue;
  }
  const here = [];
  const there = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    // A B, B A, A B: whoever is second does not always meet the same machine.
    const order = turn % 2 === 0 ? [here, there] : [there, here];
    for (const into of order) {
      await letSignalsIn();
      const { isOk, results } = runBench(name, { root: into === here ? process.cwd() : other });
      if (!isOk) hasFailed = true;
      into.push(results);
    }
  }
  console.log(`\n## ${name}: this checkout over ${ref}, ${TURNS} turns each; below 1 this checkout is faster`);
  console.log('| what | candidate | ratio | smallest..largest |\n|---|---|---:|---:|');
  for (const { candidate, ratios, title } of compared(here, there)) {
    const { max, median, min } = spread(ratios);
    console.log(`| ${title} | ${candidate} | ${median.toFixed(2)} | ${min.toFixed(2)}..${max.toFixed(2)} |`);
  }
}
process.exitCode = hasFailed ? 1 : 0;

/** The ratios of each candidate's times, turn by turn. Titles may carry figures of the run, so results are matched by their place. */
function compared(here, there) {
  return (here[0] ?? []).flatMap((result, at) =>
    (result.rows ?? []).flatMap(({ name, nsMedian }) => {
      if (nsMedian === undefined) return [];
      const timeOf = (results) => results[at]?.rows?.find((row) => row.name === name)?.nsMedian ?? Number.NaN;
      const ratios = here.map((results, turn) => timeOf(results) / timeOf(there[turn] ?? []));
      return ratios.some(Number.isNaN) ? [] : [{ title: result.title, candidate: name, ratios }];
    }),
  );
}

/** Packages of the workspace must be the other commit's own, everything else is shared with this checkout. */
function linkDependencies() {
  const modules = join(other, 'node_modules');
  execFileSync('mkdir', ['-p', join(modules, '@riptide')]);
  for (const name of readdirSync('node_modules'))
    if (name !== '@riptide') symlinkSync(join(process.cwd(), 'node_modules', name), join(modules, name));
  for (const group of ['packages', 'apps'])
    for (const name of readdirSync(join(other, group))) {
      symlinkSync(join(other, group, name), join(modules, '@riptide', name));
      const own = join(group, name, 'node_modules');
      if (existsSync(own)) symlinkSync(join(process.cwd(), own), join(other, own));
    }
}

function letSignalsIn() {
  return new Promise((resolve) => setTimeout(resolve, 10));
}

function remove() {
  if (isRemoved) return;
  isRemoved = true;
  if (existsSync(other)) execFileSync('git', ['worktree', 'remove', '--force', other]);
  rmSync(folder, { recursive: true, force: true });
}
