/**
 * Side-by-side timing: every candidate runs in every round, in rotating order, in one process; ratios are taken inside a
 * round, so that a busy neighbour slows both sides alike. Time is the CPU time of the process.
 */

/** One way to do the work. `State` is what `setup` builds outside the timing. */
export interface Candidate<State = unknown> {
  readonly name: string;
  /** Operations of one run where they differ from the others': a far slower candidate may do fewer. */
  readonly operations?: number;
  setup(): State;
  /** Does `operations` operations and returns something that depends on all of them. */
  run(state: State): number;
}

export interface BenchOptions {
  /** What is measured, e.g. `book-ladder: level changes`. */
  readonly title: string;
  /** What one operation is, e.g. `level`. */
  readonly unit: string;
  /** Operations of one run. Take enough for at least 20 ms. */
  readonly operations: number;
  /** Name of the candidate the ratios refer to. */
  readonly baseline: string;
  readonly rounds?: number;
  readonly warmUps?: number;
}

interface BenchRow {
  readonly name: string;
  readonly nsMedian: number;
  readonly nsP99: number;
  readonly perSecond: number;
  /** Heap bytes per operation: median of the rounds in which no collection came between; null when there was none. */
  readonly heapBytes: number | null;
  /** Median, smallest and largest of the ratios to the baseline of the same round. */
  readonly ratio: number;
  readonly ratioMin: number;
  readonly ratioMax: number;
  /** Time of one operation, round by round: other ratios within a round come of it. */
  readonly nsRounds: readonly number[];
}

export interface BenchResult {
  readonly title: string;
  readonly unit: string;
  readonly operations: number;
  readonly rounds: number;
  readonly baseline: string;
  readonly node: string;
  readonly rows: readonly BenchRow[];
}

/** Where continuous integration asks, fewer rounds over less do: their ratios only tell a fall by half. */
export const isShort = process.env['BENCH_SHORT'] === '1';

/** Everything a run returns ends up here, so that no engine may skip the work. */
let sunk = 0;

/** Runs the candidates and returns their times. */
export async function sideBySide(all: readonly Candidate[], options: BenchOptions): Promise<BenchResult> {
  const { rounds = 15, warmUps = 3 } = options;
  const ns = all.map((): number[] => []);
  const heap = all.map((): number[] => []);
  // WHY: when the last object of a hidden class dies, the optimised code that embeds it dies too.
  const kept: unknown[] = [];
  for (let round = -warmUps; round < rounds; round += 1) {
    for (let nth = 0; nth < all.length; nth += 1) {
      const at = (nth + round + warmUps) % all.length;
      const candidate = all[at] as Candidate;
      const state = candidate.setup();
      if (round < 0) kept.push(state);
      await settle();
      const operations = candidate.operations ?? options.operations;
      const { elapsedNs, heapBytes } = timed(candidate, state);
      if (round < 0) continue;
      ns[at]?.push(elapsedNs / operations);
      if (heapBytes >= 0) heap[at]?.push(heapBytes / operations);
    }
  }
  if (Number.isNaN(sunk) || kept.length === 0) throw new Error('Invariant: a candidate returned no number');
  const base = ns[all.findIndex(({ name }) => name === options.baseline)];
  if (base === undefined) throw new Error(`Invariant: no candidate named ${options.baseline}`);
  const rows = all.map(({ name }, at) => rowOf(name, { ns: ns[at] as number[], heap: heap[at] as number[], base }));
  const { title, unit, operations, baseline } = options;
  return { title, unit, operations, rounds, baseline, node: process.version, rows };
}

/** Prints a result as a table, and last as one line of JSON. */
export function printResult(result: BenchResult): void {
  const { title, unit, baseline, rounds } = result;
  process.stdout.write(`\n${title} (CPU ns per ${unit}, ${rounds} rounds, ratio to ${baseline} within the round)\n`);
  process.stdout.write(
    '| candidate | median | p99 | per second | ratio | min..max | heap B |\n|---|---:|---:|---:|---:|---:|---:|\n',
  );
  for (const row of result.rows) {
    const perSecond = Math.round(row.perSecond).toLocaleString('en');
    const ratios = `${row.ratioMin.toFixed(3)}..${row.ratioMax.toFixed(3)}`;
    process.stdout.write(
      `| ${row.name} | ${row.nsMedian.toFixed(1)} | ${row.nsP99.toFixed(1)} | ${perSecond} | ${row.ratio.toFixed(3)} | ${ratios} | ${row.heapBytes?.toFixed(1) ?? '—'} |\n`,
    );
  }
  process.stdout.write(`${JSON.stringify(result)}\n`);
}

export interface Ratios {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Returns one candidate's time over another's, each within its round; null when one of them did not run. */
export function pairedRatios({ rows }: BenchResult, over: string, under: string): Ratios | null {
  const roundsOf = (wanted: string): readonly number[] => rows.find(({ name }) => name === wanted)?.nsRounds ?? [];
  const below = roundsOf(under);
  const ratios = roundsOf(over).map((ns, round) => ns / (below[round] ?? Number.NaN));
  if (ratios.length === 0 || below.length === 0) return null;
  return { median: quantile(ratios, 0.5), min: Math.min(...ratios), max: Math.max(...ratios) };
}

/** Returns the quantile of the values, nearest rank. */
export function quantile(values: readonly number[], frac: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * frac))] ?? Number.NaN;
}

function timed(candidate: Candidate, state: unknown): { readonly elapsedNs: number; readonly heapBytes: number } {
  const heapBefore = process.memoryUsage().heapUsed;
  const before = process.cpuUsage();
  sunk += candidate.run(state);
  const used = process.cpuUsage(before);
  return { elapsedNs: (used.user + used.system) * 1000, heapBytes: process.memoryUsage().heapUsed - heapBefore };
}

interface Samples {
  readonly ns: readonly number[];
  readonly heap: readonly number[];
  /** Times of the baseline in the same rounds. */
  readonly base: readonly number[];
}

function rowOf(name: string, { ns, heap, base }: Samples): BenchRow {
  const ratios = ns.map((value, at) => value / (base[at] as number));
  const nsMedian = quantile(ns, 0.5);
  return {
    name,
    nsMedian,
    nsP99: quantile(ns, 0.99),
    perSecond: 1e9 / nsMedian,
    heapBytes: heap.length === 0 ? null : quantile(heap, 0.5),
    ratio: quantile(ratios, 0.5),
    ratioMin: Math.min(...ratios),
    ratioMax: Math.max(...ratios),
    nsRounds: ns,
  };
}

/** Lets what the last candidate left to the event loop finish. Garbage is not collected on purpose: that drops optimised code. */
async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
