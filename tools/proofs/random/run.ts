import { loadavg } from 'node:os';
import * as fc from 'fast-check';
import { VENUES } from '@riptide/core/domain';
import { runsOf } from './operations.ts';
import type { Tally } from './play-operation.ts';
import { proveRun } from './prove-run.ts';

const PER_RUN = 200;
const RUNS_PER_BATCH = 25;

/** `npm run prove -- random [--operations N] [--seed S] [--shrink 1]`: plays N operations in runs and says what they came to. */
async function main(): Promise<void> {
  const operations = option('operations', 100_000);
  const firstSeed = option('seed', 20_261_128);
  const tally: Tally = new Map();
  const played = { operations: 0 };
  const began = process.hrtime.bigint();
  say(`random: ${operations} operations, seed ${firstSeed}, Node ${process.version}, load ${load()}`);
  const run = fc.record({ venue: fc.constantFrom(...VENUES), seed: fc.nat(1_000_000), steps: runsOf(PER_RUN) });
  const property = fc.asyncProperty(run, async (each) => {
    const found = await proveRun(each, tally);
    played.operations += each.steps.length;
    if (found.length > 0) throw new Error(found.join('\n'));
  });
  let failure: string | null = null;
  for (let seed = firstSeed; failure === null; seed += 1) {
    if (played.operations >= operations) break;
    const checked = await fc.check(property, {
      numRuns: RUNS_PER_BATCH,
      seed,
      endOnFailure: option('shrink', 0) === 0,
    });
    if (checked.failed) failure = failureText(checked);
    else say(`${played.operations} operations, ${seconds(began).toFixed(0)} s`);
  }
  const took = seconds(began);
  for (const [key, count] of [...tally].toSorted(([a], [b]) => a.localeCompare(b))) say(`  ${key}: ${count}`);
  say(
    `${played.operations} operations in ${took.toFixed(0)} s, ${(played.operations / took).toFixed(0)} a second, load ${load()}`,
  );
  say(failure ?? 'every run ended equal to the venue, to the last digit');
  process.exitCode = failure === null ? 0 : 1;
}

/** The differences, and the run as far as it was shrunk (`--shrink 1`). */
function failureText<T>(checked: fc.RunDetails<T>): string {
  const error =
    checked.errorInstance instanceof Error ? (checked.errorInstance.stack ?? '') : String(checked.errorInstance);
  const run = JSON.stringify(checked.counterexample);
  const shown = run.length > 4_000 ? `${run.slice(0, 200)} … (shrink it with --shrink 1)` : run;
  return `FAILED: seed ${checked.seed}, path ${String(checked.counterexamplePath)}\n${error}\n${shown}`;
}

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

function seconds(since: bigint): number {
  return Number(process.hrtime.bigint() - since) / 1e9;
}

function load(): string {
  return (loadavg()[0] ?? Number.NaN).toFixed(1);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
