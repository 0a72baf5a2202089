import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** As the product starts its engine, so that times are those of the engine; see apps/server/src/supervise/engine-flags.ts. */
const ENGINE_FLAGS = ['--max-inlined-bytecode-size=2000', '--max-inlined-bytecode-size-cumulative=6000'];

/** Runs one benchmark of the checkout in `root`: how it ended, what it said, and its results. */
export function runBench(name, { root = process.cwd(), env = {} } = {}) {
  const loading = ['--conditions=@riptide/source', '--no-flush-bytecode', '--import', 'tsx'];
  const args = [...ENGINE_FLAGS, ...loading, `bench/${name}.bench.ts`];
  const run = spawnSync(process.execPath, args, {
    cwd: join(root),
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  });
  const lines = run.stdout.split('\n');
  return {
    isOk: run.status === 0,
    text: lines.filter((line) => !line.startsWith('{')).join('\n'),
    results: lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)),
  };
}

/** Median, smallest and largest of one candidate's times over another's, each within its round; null when one did not run. */
export function pairedRatios({ rows = [] }, over, under) {
  const roundsOf = (wanted) => rows.find(({ name }) => name === wanted)?.nsRounds ?? [];
  const below = roundsOf(under);
  const ratios = roundsOf(over).map((ns, round) => ns / below[round]);
  return below.length === 0 ? null : spread(ratios);
}

/** Median, smallest and largest; null of nothing. */
export function spread(values) {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)], min: sorted[0], max: sorted.at(-1) };
}
