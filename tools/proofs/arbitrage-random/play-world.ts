import type { ArbTrade } from '@riptide/core/domain';
import { seededRandom, type Random } from '@riptide/core/kernel';
import { unexplained, earned } from './compare-houses.ts';
import { ASSETS, FourHouses, type TradedAsset } from './four-houses.ts';
import { askEnd, count, playTrade, type Tally } from './play-trade.ts';

const CHECK_EVERY = 100;
const REST_MS = 40_000;
const REST_ROUNDS_MAX = 5;
const OVER_WITHIN_MS = 600_000;
/** Refused so often in a row, a lane lets the engine rest. */
const REFUSED_MAX = 5;
/** Rounds in which nothing could be opened; after so many something refuses for good. */
const IDLE_MAX = 30;
const HOUR_MS = 3_600_000;

export interface WorldResult {
  readonly trades: number;
  readonly checks: number;
  readonly misses: readonly string[];
  readonly ends: Map<string, number>;
  readonly netUsd: string;
  readonly apartUsd: string;
}

/** Plays trades on four simulated venues, three at a time, looks every hundred of them whether anything is left that nothing explains, and ends at rest. */
export async function playWorld(seed: number, trades: number, tally: Tally): Promise<WorldResult> {
  const world = new FourHouses(seed);
  return world.run(play(world, { seed, trades, tally }));
}

async function play(
  world: FourHouses,
  { seed, trades, tally }: { readonly seed: number; readonly trades: number; readonly tally: Tally },
): Promise<WorldResult> {
  await world.start();
  const misses: string[] = [];
  const progress = { opened: 0, isTired: false };
  let checks = 0;
  let idle = 0;
  for (let target = Math.min(CHECK_EVERY, trades); progress.opened < trades && misses.length === 0;) {
    progress.isTired = false;
    const before = progress.opened;
    await Promise.all(
      ASSETS.map((asset, at) =>
        playLane(world, {
          asset,
          // Without anything opened the next round would wish, and be refused, the very same again.
          random: seededRandom(seed * 100 + at + checks * 17 + progress.opened * 31 + idle * 7919),
          target,
          tally,
          progress,
        }),
      ),
    );
    idle = progress.opened === before ? idle + 1 : 0;
    if (idle > IDLE_MAX) misses.push(`nothing could be opened in ${IDLE_MAX} rounds`);
    const isCheckDue = progress.opened >= target;
    misses.push(...(await rest(world, tally, isCheckDue)));
    if (isCheckDue) {
      checks += 1;
      target = Math.min(target + CHECK_EVERY, trades);
    }
  }
  world.kill();
  const { expected, got } = earned(world);
  return {
    trades: progress.opened,
    checks,
    misses,
    ends: endsOf(world),
    netUsd: got.round(8).toString(),
    apartUsd: got.minus(expected).abs().round(10).toString(),
  };
}

interface Lane {
  readonly asset: TradedAsset;
  readonly random: Random;
  readonly target: number;
  readonly tally: Tally;
  readonly progress: { opened: number; isTired: boolean };
}

async function playLane(world: FourHouses, { asset, random, target, tally, progress }: Lane): Promise<void> {
  for (let refused = 0; progress.opened < target && !progress.isTired && refused < REFUSED_MAX;) {
    const played = await playTrade(world, asset, random, tally);
    refused = played === 'opened' ? 0 : refused + 1;
    if (played === 'opened') progress.opened += 1;
    if (played === 'tired') progress.isTired = true;
  }
}

/** Ends all faults and every trade, waits, and looks. Then an hour passes in which no engine runs: what a pause asks for. */
async function rest(world: FourHouses, tally: Tally, isCheckDue: boolean): Promise<readonly string[]> {
  await world.calm();
  const untilMs = world.clock.nowMs() + OVER_WITHIN_MS;
  while (world.fold.state.trades.openCount > 0 && world.clock.nowMs() < untilMs) {
    for (const { trade } of world.fold.state.trades.open()) await askEnd(world, trade, tally);
    world.workAll();
    await world.sleep(2_000);
  }
  const stuck = world.fold.state.trades
    .open()
    .map(({ trade }) => `${trade.arbId} ${trade.pairId} stays ${trade.state}: ${trade.reason}`);
  let found: readonly string[] = [];
  if (isCheckDue || stuck.length > 0) {
    for (let round = 0; round < REST_ROUNDS_MAX; round += 1) {
      await world.sleep(REST_MS);
      found = unexplained(world);
      if (found.length === 0) break;
    }
  }
  world.kill();
  world.skip(HOUR_MS);
  world.showAll();
  await world.start();
  return [...stuck, ...found];
}

/** How the trades ended: as hedged pairs, as repaired ones, or without any fill; and whether a leg was ever naked. */
function endsOf({ journal, fold }: FourHouses): Map<string, number> {
  const ends = new Map<string, number>();
  const naked = new Set<string>();
  for (const record of journal.records)
    if (record.kind === 'arb' && record.trade.state === 'naked') naked.add(record.trade.arbId);
  for (const { trade } of [...fold.state.trades.finished(), ...fold.state.trades.open()])
    count(ends, endOf(trade, naked.has(trade.arbId)));
  return ends;
}

function endOf(trade: ArbTrade, wasNaked: boolean): string {
  const how = trade.hedgedMs !== null ? 'hedged, then flat' : 'unwound, flat';
  if (trade.state === 'aborted') return 'nothing filled, flat';
  if (trade.state !== 'certified') return `left ${trade.state}`;
  return wasNaked ? `${how}, shown naked on the way` : how;
}
