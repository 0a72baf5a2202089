import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock } from '@riptide/core/kernel';
import { FileJournal } from '../apps/server/src/storage/journal/file-journal.ts';
import { SnipingWorld } from '../packages/core/src/engine/sniping/sniping-world.fixture.ts';
import { quantile } from './harness.ts';

/**
 * From the liquidation that completes a trigger (`store.onLiquidation`) to the entry order handed to the execution client: radar, market,
 * facts, 20 gates, the arm, size and price, 26 gates, the records of trade, intent and order, the call. Journal on disk, rehearsed as in the product.
 * Time is virtual, what is measured is the wall clock of the one synchronous run.
 */
const ROUNDS = 400;
const WARM_UPS = 100;
/** Long enough for the entry to be given up and for the next cascade to be another one. */
const BETWEEN_MS = 9_000;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'riptide-bench-'));
  const journal = new FileJournal({ folder, clock: systemClock(), log: silentLog() });
  const world = new SnipingWorld({ isLive: true, isRehearsing: true });
  let placedNs = 0n;
  let startCpu = process.cpuUsage();
  let placedCpu = startCpu;
  const place = world.venue.place.bind(world.venue);
  world.venue.place = (order) => {
    placedNs = process.hrtime.bigint();
    placedCpu = process.cpuUsage(startCpu);
    return place(order);
  };
  await world.start({ journal, restored: { snapshot: null, records: [], lastSeq: 0 } });
  await world.startEngine({
    leverage: 1,
    windowMs: 5_000,
    thresholdBy: 'fixed',
    cooldownMs: 0,
    entryTtlMs: 1_000,
    maxReprices: 0,
  });
  const us: number[] = [];
  const cpuUs: number[] = [];
  const blockedUs: number[] = [];
  for (let round = -WARM_UPS; round < ROUNDS; round += 1) {
    world.show(59_600);
    world.print(59_600);
    world.liquidate('LONG', 90_000);
    placedNs = 0n;
    startCpu = process.cpuUsage();
    const startNs = process.hrtime.bigint();
    world.liquidate('LONG', 90_000);
    if (placedNs === 0n) throw new Error(`round ${round}: nothing was sent: ${JSON.stringify(lastDecision(world))}`);
    if (round >= 0) us.push(Number(placedNs - startNs) / 1_000);
    if (round >= 0) cpuUs.push(placedCpu.user + placedCpu.system);
    await world.pass(BETWEEN_MS);
    // The same event when the engine only looks: what a liquidation costs that leads to nothing.
    const quietNs = process.hrtime.bigint();
    world.liquidate('SHORT', 100);
    if (round >= 0) blockedUs.push(Number(process.hrtime.bigint() - quietNs) / 1_000);
  }
  world.crash();
  journal.close();
  rmSync(folder, { recursive: true, force: true });
  row('liquidation to order, journal on disk', us);
  row('the same, CPU time of the process', cpuUs);
  row('a liquidation that is no trigger', blockedUs);
  // Timers of the stopped core hold nothing that matters any more.
  process.exit(0);
}

function lastDecision(world: SnipingWorld): unknown {
  const last = world.fold.state.decisions.list().at(-1);
  return last === undefined ? null : { action: last.action, reason: last.reason, trade: world.snipe().reason };
}

function row(name: string, values: readonly number[]): void {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (q: number): number => Math.round(quantile(sorted, q) * 10) / 10;
  const [p50Us, p90Us, p99Us] = [at(0.5), at(0.9), at(0.99)];
  console.log(`${name.padEnd(42)} p50 ${p50Us} us  p90 ${p90Us} us  p99 ${p99Us} us  n ${values.length}`);
  console.log(JSON.stringify({ name, p50Us, p90Us, p99Us, rounds: values.length, load: loadavg()[0] }));
}

await main();
