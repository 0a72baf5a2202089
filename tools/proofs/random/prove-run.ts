import type { Venue } from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import { differences } from './compare-truth.ts';
import type { Step } from './operations.ts';
import { play, type Tally } from './play-operation.ts';
import { RandomWorld } from './random-world.ts';

/** Quiet time: longer than two rounds of reconciliation, and than the asking about a lost order. */
const QUIET_MS = 70_000;
const QUIET_ROUNDS_MAX = 4;
const CLOSES_MAX = 3;

/**
 * Plays a run of operations, lets everything come to rest, compares, closes everything, and compares again. Returns the differences.
 */
export async function proveRun(
  run: { readonly venue: Venue; readonly seed: number; readonly steps: readonly Step[] },
  tally: Tally,
): Promise<readonly string[]> {
  const world = new RandomWorld(run.venue, run.seed);
  await world.start();
  for (const { operation, waitMs } of run.steps) {
    await play(world, operation, tally);
    await world.pass(waitMs);
  }
  const open = await atRest(world);
  if (open.length > 0) return open.map((text) => `${run.venue}, at rest: ${text}`);
  await closeAll(world);
  const flat = await atRest(world);
  const { positions } = world.core.view();
  const left = positions.map(({ id, qtyBase }) => `position ${id} of ${qtyBase} is still open`);
  world.kill();
  return [...flat, ...left].map((text) => `${run.venue}, closed: ${text}`);
}

async function atRest(world: RandomWorld): Promise<readonly string[]> {
  world.house.parts.desk.heal();
  world.journal.isFull = false;
  let found: readonly string[] = [];
  for (let round = 0; round < QUIET_ROUNDS_MAX; round += 1) {
    // The books fill up again first: what must be closed at market needs somebody to trade with.
    const flow = flowing(world);
    await world.pass(QUIET_MS / 2);
    flow.cancel();
    await world.pass(QUIET_MS);
    world.showMarket();
    found = differences(world);
    if (found.length === 0) return found;
  }
  return found;
}

/** Closes everything by the kill switch, while the books go on: a book that stands still may have nothing left to close against. */
async function closeAll(world: RandomWorld): Promise<void> {
  const { house, core } = world;
  house.accounts.cancelAll(house.accountId, {});
  const flow = flowing(world);
  await world.pass(2_000);
  for (let attempt = 0; attempt < CLOSES_MAX; attempt += 1) {
    await world.during(core.call('kill-switch', { level: 3, reason: 'the end of the run', by: 'proof' }), 30_000);
    if (core.view().positions.length === 0) break;
  }
  flow.cancel();
}

function flowing({ house, clock }: RandomWorld): TimerHandle {
  return clock.every(2_000, () => house.listed.forEach(({ ix }) => house.market.work(ix)));
}
