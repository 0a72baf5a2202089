import type { Venue } from '@riptide/core/domain';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import type { ProofRow } from '../harness/proof-table.ts';
import { VenueLab } from '../harness/venue-lab.ts';
import { runFaultCell, type FaultCell } from './run-fault-cell.ts';

const SEED = 11;
const INTENSITY = 0.2;
/** Taken in turn: a symbol whose order was refused is slowed down for a while, as it should be. */
const SYMBOLS = ['ETHUSDT', 'SOLUSDT', 'BNBUSDT', 'LTCUSDT', 'LINKUSDT', 'AVAXUSDT'];

/**
 * Runs cells of one venue one after the other, taken off a queue that other lanes share: a simulator, an account and an engine of its own,
 * so that a fault of one lane is none of another's. A cell that was missed gets the lane a new account.
 */
export async function runFaultLane(venue: Venue, queue: FaultCell[], onRow: (row: ProofRow) => void): Promise<void> {
  let scene: { readonly sim: VenueSim; readonly lab: VenueLab } | null = null;
  let turn = 0;
  for (let cell = queue.shift(); cell !== undefined; cell = queue.shift()) {
    scene ??= await openScene(venue);
    const symbol = SYMBOLS[turn % SYMBOLS.length] as string;
    turn += 1;
    const row = await runFaultCell(scene.lab, scene.sim, symbol, cell);
    onRow(row);
    if (row.misses.length === 0) continue;
    await closeScene(scene);
    scene = null;
  }
  if (scene !== null) await closeScene(scene);
}

async function openScene(venue: Venue): Promise<{ readonly sim: VenueSim; readonly lab: VenueLab }> {
  const sim = await startVenueSim({ seed: SEED, mode: { kind: 'sim', intensity: INTENSITY } });
  const lab = new VenueLab(sim, venue, SYMBOLS);
  await lab.start(null);
  await lab.setUp();
  return { sim, lab };
}

async function closeScene({ sim, lab }: { readonly sim: VenueSim; readonly lab: VenueLab }): Promise<void> {
  await lab.stop();
  await sim.stop();
}
