import type { Venue } from '@riptide/core/domain';
import { startVenueSim } from '@riptide/venue-sim';
import type { ProofRow } from '../harness/proof-table.ts';
import { until } from '../harness/until.ts';
import { VenueLab } from '../harness/venue-lab.ts';
import { mountSmallDisk, type SmallDisk } from './small-disk.ts';

const SEED = 17;
const INTENSITY = 0.3;
const SYMBOL = 'ETHUSDT';
const DISK_MIB = 16;
const WITHIN_MS = 20_000;

/**
 * Fills a real file system under an engine that holds a position: new risk is refused with the reason, the position can be closed and the
 * close is in the journal, and everything is taken again once there is room. Returns null where no disk may be mounted.
 */
export async function runSmallDiskCell(venue: Venue): Promise<ProofRow | null> {
  const startedMs = Date.now();
  const sim = await startVenueSim({ seed: SEED, mode: { kind: 'sim', intensity: INTENSITY } });
  const lab = new VenueLab(sim, venue, [SYMBOL]);
  const disk = mountSmallDisk(lab.folder, DISK_MIB);
  if (disk === null) {
    await lab.stop();
    await sim.stop();
    return null;
  }
  const misses: string[] = [];
  try {
    await story(lab, disk, misses);
  } catch (e) {
    misses.push(e instanceof Error ? e.message : String(e));
  } finally {
    await lab.engine.stop();
    disk.unmount();
    await lab.stop();
    await sim.stop();
  }
  return { venue, cell: 'close on a really full disk', misses, ms: Date.now() - startedMs };
}

async function story(lab: VenueLab, disk: SmallDisk, misses: string[]): Promise<void> {
  await lab.start(null);
  await lab.setUp();
  const refusal = await lab.order(SYMBOL, 'market');
  if (refusal !== null) throw new Error(`preparing: ${refusal}`);
  misses.push(...(await lab.settled(WITHIN_MS)));
  disk.fill();
  // The last page of the journal may hold some more records.
  await until('new risk to be refused', WITHIN_MS, async () => {
    const answer = await lab.order(SYMBOL, 'market');
    return answer?.startsWith('RISK_JOURNAL') === true;
  });
  // An entry that had just been let through may still be filling: what came after a close is closed by the next one.
  let closing: string | null = null;
  await until('the position to be closed', WITHIN_MS, async () => {
    if (lab.truth().positions.length > 0) closing = await lab.close(SYMBOL);
    return lab.truth().positions.length === 0;
  }).catch((e: unknown) => misses.push(`${String(e)}, last refusal: ${closing}`));
  misses.push(...(await lab.settled(WITHIN_MS)));
  const again = await lab.order(SYMBOL, 'market');
  if (again?.startsWith('RISK_JOURNAL') !== true) misses.push(`an entry on the reserve: ${again}`);
  await lab.engine.stop();
  disk.clear();
  await lab.start(null);
  misses.push(...(await lab.settled(WITHIN_MS)));
  await until('an order to be taken again', WITHIN_MS, async () => (await lab.order(SYMBOL, 'market')) === null);
  misses.push(...(await lab.settled(WITHIN_MS)));
}
