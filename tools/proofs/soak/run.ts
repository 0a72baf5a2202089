import { loadavg } from 'node:os';
import { VENUES, type Venue } from '@riptide/core/domain';
import { seededRandom, type Random } from '@riptide/core/kernel';
import { differences } from './compare-venue.ts';
import { MemoryWatch } from './memory-watch.ts';
import { OrderLoad } from './order-load.ts';
import { startSim, type SimLink } from './sim-link.ts';
import { startEngine, type SoakEngine } from './soak-engine.ts';

const STEP_MS = 20;
/** Gates refuse new risk while an outcome is open, so more is asked for than shall arrive. */
const GIVEN_PER_STEP_MAX = 8;
/** Orders under way at most: when the machine can't keep up, the load waits instead of piling up. */
const UNDER_WAY_MAX = 200;
const COMPARE_EVERY_MS = 120_000;
const SOCKETS_EVERY_MS = 45_000;
const REST_WITHIN_MS = 90_000;
const MEMORY_EVERY_MS = 60_000;
/** Chances per call and per event. One call in 250 of unknown outcome stops new risk for a few seconds each time. */
const FAULTS = { call: 0.002, event: 0.01 };
const WIDE_LIMITS = {
  maxPositionUsd: 100_000_000,
  dailyLossPct: 100,
  maxLeverage: 125,
  maxConcurrentSymbols: 500,
  addsPerPositionMax: 1_000_000,
  capitalPerTradeFrac: 1,
  netExposureUsd: 100_000_000,
  lossStreakMax: 1_000_000,
  fundingWindowMs: 0,
};

interface Soak {
  readonly sim: SimLink;
  readonly engine: SoakEngine;
  readonly load: OrderLoad;
  readonly random: Random;
  readonly rate: number;
  readonly memory: MemoryWatch;
  comparisons: number;
  divergences: number;
}

/** `npm run prove -- soak [--minutes M] [--rate N] [--seed S]`: M minutes under load; rests for comparisons come on top. */
async function main(): Promise<void> {
  const minutes = option('minutes', 30);
  const rate = option('rate', 50);
  const seed = option('seed', 20_261_128);
  say(
    `soak: ${minutes} minutes at ${rate} orders a second, seed ${seed}, Node ${process.version}, load ${loadAverage()}`,
  );
  const sim = await startSim(seed);
  const engine = await startEngine(sim.started.baseUrls, sim.started.keys);
  const random = seededRandom(seed);
  const load = new OrderLoad(engine, random);
  const memory = new MemoryWatch();
  const soak: Soak = { sim, engine, load, random, rate, memory, comparisons: 0, divergences: 0 };
  await prepare(soak);
  let loadedMs = 0;
  while (loadedMs < minutes * 60_000) {
    const partMs = Math.min(COMPARE_EVERY_MS, minutes * 60_000 - loadedMs);
    await underLoad(soak, loadedMs, partMs);
    loadedMs += partMs;
    tellMemory(soak, loadedMs / 60_000);
    await compareAtRest(soak, loadedMs);
  }
  report(soak);
  await engine.stop();
  sim.stop();
  process.exitCode = soak.divergences === 0 ? 0 : 1;
}

/** Widens the limits and brings every perp to one-way, isolated. */
async function prepare({ engine }: Soak): Promise<void> {
  const { core } = engine;
  await core.call('set-setting', { name: 'risk-limits', value: WIDE_LIMITS, by: 'soak' } as never);
  await core.call('set-setting', {
    name: 'allocation',
    value: { minAllocation: 0, maxAllocation: 1 },
    by: 'soak',
  } as never);
  for (const { venue, symbol, kind } of engine.instruments) {
    if (kind !== 'perp') continue;
    let fixed = await core.call('fix-modes', { venue, symbol, by: 'soak' } as never);
    for (let tries = 0; !fixed.ok && tries < 5; tries += 1) {
      await pause(2_500);
      fixed = await core.call('fix-modes', { venue, symbol, by: 'soak' } as never);
    }
    if (!fixed.ok) say(`  ${venue} ${symbol}: modes ${fixed.error.code} ${fixed.error.detail}`);
  }
  for (const { account, lastError } of core.view().accounts) if (lastError !== null) say(`  ${account}: ${lastError}`);
}

async function underLoad(soak: Soak, loadedMs: number, forMs: number): Promise<void> {
  const { sim, engine, load: orders, rate } = soak;
  sim.tell({ kind: 'faults', rates: FAULTS });
  const startedMs = nowMs();
  const placedBefore = engine.counts.placed;
  let socketsMs = startedMs + SOCKETS_EVERY_MS / 2;
  let memoryMs = startedMs + MEMORY_EVERY_MS;
  while (nowMs() - startedMs < forMs) {
    const wanted = placedBefore + ((nowMs() - startedMs) / 1_000) * rate;
    for (
      let given = 0;
      given < GIVEN_PER_STEP_MAX && engine.counts.placed < wanted && orders.underWay < UNDER_WAY_MAX;
      given += 1
    ) {
      orders.giveOne();
    }
    if (nowMs() > socketsMs) {
      socketsMs += SOCKETS_EVERY_MS;
      sim.tell({ kind: 'drop-sockets', venue: VENUES[Math.floor(soak.random() * 4)] as Venue });
    }
    if (nowMs() > memoryMs && memoryMs - startedMs < forMs) {
      tellMemory(soak, (loadedMs + memoryMs - startedMs) / 60_000);
      memoryMs += MEMORY_EVERY_MS;
    }
    await pause(STEP_MS);
  }
  say(
    `  load: ${((engine.counts.placed - placedBefore) / (forMs / 1_000)).toFixed(1)} orders a second reached an adapter, ${orders.underWay} calls under way`,
  );
}

function tellMemory({ memory, engine }: Soak, minute: number): void {
  const { heapMib, externalMib, rssMib } = memory.sample(minute);
  const figures = [heapMib, externalMib, rssMib].map((mib) => mib.toFixed(0));
  say(
    `  memory after collecting, minute ${minute.toFixed(0)}: heap ${figures[0]} MiB, external ${figures[1]} MiB, RSS ${figures[2]} MiB, ` +
      `${engine.counts.placed} orders`,
  );
}

/** Ends the faults, waits until nothing is open to question, and compares everything with the venues. */
async function compareAtRest(soak: Soak, loadedMs: number): Promise<void> {
  const { sim, engine, load: orders } = soak;
  sim.tell({ kind: 'heal' });
  const startedMs = nowMs();
  let found: readonly string[] = ['nothing was compared'];
  while (found.length > 0 && nowMs() - startedMs < REST_WITHIN_MS) {
    await pause(3_000);
    if (orders.underWay > 0) continue;
    await Promise.all(VENUES.map((venue) => engine.core.call('reconcile', { venue, by: 'soak' } as never)));
    const conditions = engine.core.view().state.conditions.map(({ text }) => `condition: ${text}`);
    found = [...conditions, ...(await sim.truth()).flatMap((truth) => differences(engine, truth))];
  }
  soak.comparisons += 1;
  soak.divergences += found.length;
  for (const text of found) say(`  DIVERGENCE ${text}`);
  const { placed, unknown, records, fills } = engine.counts;
  const fillCount = Object.values(fills).reduce((sum, count) => sum + count, 0);
  say(
    `${(loadedMs / 60_000).toFixed(0)} min: ${placed} orders, ${fillCount} fills, ${records} records, ${unknown} unknown outcomes, ` +
      `${found.length} divergences after ${((nowMs() - startedMs) / 1_000).toFixed(0)} s of rest, load ${loadAverage()}`,
  );
}

function report({ engine, load: orders, memory, comparisons, divergences }: Soak): void {
  const { counts } = engine;
  for (const [key, count] of [...orders.ended].toSorted(([a], [b]) => a.localeCompare(b))) say(`  ${key}: ${count}`);
  say(`orders ${counts.placed}, cancels ${counts.cancels}, fills ${JSON.stringify(counts.fills)}`);
  say(
    `unknown outcomes ${counts.unknown}, all resolved; sent twice ${counts.doubled}; positions taken over ${counts.positionsTaken.length}`,
  );
  for (const text of counts.positionsTaken) say(`  taken over: ${text}`);
  say(`heap over the later half: ${memory.growthMibPerMinute().toFixed(2)} MiB a minute`);
  say(`${divergences} divergences in ${comparisons} comparisons of four venues`);
}

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
}

function nowMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function loadAverage(): string {
  return (loadavg()[0] ?? Number.NaN).toFixed(1);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

await main();
