import { loadavg } from 'node:os';
import { playWorld } from './play-world.ts';
import type { Tally } from './play-trade.ts';

const PER_WORLD = 400;

/** `npm run prove -- arbitrage-random [--trades N] [--seed S]`: plays N arbitrages with random faults and says how they ended. */
async function main(): Promise<number> {
  const trades = option('trades', 10_000);
  const firstSeed = option('seed', 20_261_128);
  const tally: Tally = { strikes: new Map(), refusals: new Map(), flattened: 0 };
  const ends = new Map<string, number>();
  const began = process.hrtime.bigint();
  const seconds = (): number => Number(process.hrtime.bigint() - began) / 1e9;
  console.log(
    `arbitrage-random: ${trades} trades, seed ${firstSeed}, Node ${process.version}, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  );
  const misses: string[] = [];
  let played = 0;
  let checks = 0;
  let netUsd = 0;
  let apartUsd = 0;
  for (let seed = firstSeed; played < trades; seed += 1) {
    const world = await playWorld(seed, Math.min(PER_WORLD, trades - played), tally);
    played += world.trades;
    checks += world.checks;
    netUsd += Number(world.netUsd);
    apartUsd = Math.max(apartUsd, Number(world.apartUsd));
    for (const [end, times] of world.ends) ends.set(end, (ends.get(end) ?? 0) + times);
    for (const miss of world.misses) misses.push(`seed ${seed}: ${miss}`);
    for (const miss of world.misses) console.log(`seed ${seed}: ${miss}`);
    console.log(`${played} trades, ${checks} comparisons, ${misses.length} misses, ${seconds().toFixed(0)} s`);
  }
  for (const [name, sums] of [
    ['end', ends],
    ['strike', tally.strikes],
    ['refusal', tally.refusals],
  ] as const)
    for (const [key, times] of [...sums].sort(([, a], [, b]) => b - a))
      console.log(`${name.padEnd(8)} ${String(times).padStart(6)}  ${key}`);
  console.log(`${tally.flattened} times a person closed a naked leg`);
  console.log(
    `${netUsd.toFixed(2)} USD net; the sum of results and the venues' change differ by at most ${apartUsd} USD`,
  );
  console.log(misses.length === 0 ? 'every base unit is explained, every comparison equal' : `${misses.length} misses`);
  return misses.length === 0 ? 0 : 1;
}

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

process.exit(await main());
