import { fork } from 'node:child_process';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';

const PER_WORLD = 400;

interface Played {
  readonly seed: number;
  readonly trades: number;
  readonly checks: number;
  readonly misses: readonly string[];
  readonly netUsd: string;
  readonly apartUsd: string;
  readonly ends: readonly (readonly [string, number])[];
  readonly strikes: readonly (readonly [string, number])[];
  readonly refusals: readonly (readonly [string, number])[];
  readonly flattened: number;
  /** Set when the world could not be played. */
  readonly failed?: string;
}

/** `npm run prove -- arbitrage-random [--trades N] [--seed S] [--jobs N]`: plays N arbitrages with random faults and says how they ended. */
async function main(): Promise<number> {
  const trades = option('trades', 10_000);
  const firstSeed = option('seed', 20_261_128);
  const began = process.hrtime.bigint();
  const seconds = (): string => (Number(process.hrtime.bigint() - began) / 1e9).toFixed(0);
  console.log(
    `arbitrage-random: ${trades} trades, seed ${firstSeed}, Node ${process.version}, load ${(loadavg()[0] ?? 0).toFixed(1)}`,
  );
  const queue = Array.from({ length: Math.ceil(trades / PER_WORLD) }, (_, at) => ({
    seed: firstSeed + at,
    trades: Math.min(PER_WORLD, trades - at * PER_WORLD),
  }));
  const worlds: Played[] = [];
  const onPlayed = (world: Played): void => {
    worlds.push(world);
    for (const miss of missesOf(world)) console.log(`seed ${world.seed}: ${miss}`);
    console.log(
      `${sum(worlds, 'trades')} trades, ${sum(worlds, 'checks')} comparisons, ${worlds.flatMap(missesOf).length} misses, ${seconds()} s`,
    );
  };
  await Promise.all(
    Array.from({ length: Math.min(option('jobs', 2), queue.length) }, () => playQueue(queue, onPlayed)),
  );
  return print(worlds);
}

/** Plays worlds off a queue in a process of its own. */
function playQueue(
  queue: { readonly seed: number; readonly trades: number }[],
  onPlayed: (world: Played) => void,
): Promise<void> {
  const entry = fileURLToPath(new URL('world-process.ts', import.meta.url));
  const child = fork(entry, [], { execArgv: ['--conditions=@riptide/source', '--import', 'tsx'] });
  return new Promise((resolve, reject) => {
    const next = (): void => {
      const world = queue.shift();
      if (world === undefined) child.disconnect();
      else child.send(world);
    };
    child.on('message', (world) => {
      onPlayed(world as Played);
      next();
    });
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a process ended with ${String(code)}`))));
    next();
  });
}

function missesOf({ misses, failed }: Played): readonly string[] {
  return failed === undefined ? misses : [failed];
}

function sum(worlds: readonly Played[], field: 'trades' | 'checks' | 'flattened'): number {
  return worlds.reduce((total, world) => total + (world[field] ?? 0), 0);
}

function print(worlds: readonly Played[]): number {
  for (const name of ['ends', 'strikes', 'refusals'] as const) {
    const sums = new Map<string, number>();
    for (const world of worlds)
      for (const [key, times] of world[name] ?? []) sums.set(key, (sums.get(key) ?? 0) + times);
    for (const [key, times] of [...sums].sort(([, a], [, b]) => b - a))
      console.log(`${name.padEnd(9)}${String(times).padStart(6)}  ${key}`);
  }
  const misses = worlds.flatMap(missesOf).length;
  const net = worlds.reduce((total, { netUsd }) => total + Number(netUsd ?? 0), 0);
  const apart = Math.max(...worlds.map(({ apartUsd }) => Number(apartUsd ?? 0)));
  console.log(`${sum(worlds, 'flattened')} times a person closed a naked leg`);
  console.log(
    `${net.toFixed(2)} USD net; the trades' results and what the venues have more differ by at most ${apart} USD in a world`,
  );
  console.log(misses === 0 ? 'every base unit is explained, every comparison equal' : `${misses} misses`);
  return misses === 0 ? 0 : 1;
}

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

process.exit(await main());
