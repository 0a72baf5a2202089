import type { Venue } from '@riptide/core/domain';
import { startVenueSim, type VenueSim } from '@riptide/venue-sim';
import type { ProofRow } from '../harness/proof-table.ts';
import { until } from '../harness/until.ts';
import { VenueLab } from '../harness/venue-lab.ts';

const SEED = 13;
const INTENSITY = 0.3;
const SYMBOL = 'ETHUSDT';
const SETTLE_WITHIN_MS = 20_000;

/** What is tried while no byte can be written to the journal. */
export const DISK_CELLS = ['enter', 'cancel', 'adl', 'kill-while-full', 'kill-after'] as const;
export type DiskCell = (typeof DISK_CELLS)[number];

/** Fills the disk under an engine that holds a position and a resting order, acts, makes room again and compares. */
export async function runDiskCell(venue: Venue, cell: DiskCell): Promise<ProofRow> {
  const startedMs = Date.now();
  const sim = await startVenueSim({ seed: SEED, mode: { kind: 'sim', intensity: INTENSITY } });
  const lab = new VenueLab(sim, venue, [SYMBOL]);
  const misses: string[] = [];
  try {
    await prepare(lab);
    lab.engine.send({ kind: 'disk', isFull: true });
    await actOnFullDisk({ lab, sim, cell, misses });
    if (lab.engine.isGone) await lab.start(null);
    else lab.engine.send({ kind: 'disk', isFull: false });
    misses.push(...(await lab.settled(SETTLE_WITHIN_MS)));
    if (cell === 'kill-after') {
      await lab.engine.stop();
      await lab.start(null);
      misses.push(...(await lab.settled(SETTLE_WITHIN_MS)));
    }
    // The reserve is laid down again within some seconds; until then the disk counts as nearly full.
    await until(
      'an order to be taken again',
      SETTLE_WITHIN_MS,
      async () => (await lab.order(SYMBOL, 'market')) === null,
    );
    misses.push(...(await lab.settled(SETTLE_WITHIN_MS)));
  } catch (e) {
    misses.push(e instanceof Error ? e.message : String(e));
  }
  await lab.stop();
  await sim.stop();
  return { venue, cell: `disk-full ${cell}`, misses, ms: Date.now() - startedMs };
}

async function prepare(lab: VenueLab): Promise<void> {
  await lab.start(null);
  await lab.setUp();
  for (const type of ['market', 'limit'] as const) {
    const refusal = await lab.order(SYMBOL, type);
    if (refusal !== null) throw new Error(`preparing: ${refusal}`);
    const left = await lab.settled(SETTLE_WITHIN_MS);
    if (left.length > 0) throw new Error(`preparing: ${left.join(' | ')}`);
  }
}

interface FullDisk {
  readonly lab: VenueLab;
  readonly sim: VenueSim;
  readonly cell: DiskCell;
  readonly misses: string[];
}

async function actOnFullDisk({ lab, sim, cell, misses }: FullDisk): Promise<void> {
  const ordersBefore = lab.truth().orders.length;
  const refusal = await lab.order(SYMBOL, 'market');
  if (refusal?.startsWith('RISK_JOURNAL') !== true) misses.push(`an entry on a full disk: ${refusal}`);
  if (lab.truth().orders.length !== ordersBefore) misses.push('an order left without its record');
  if (cell === 'enter') return;
  const isResting = (): boolean => lab.truth().orders.some((row) => row['status'] === 'open');
  await lab.cancelEntries(SYMBOL);
  await until('the cancel to reach the venue', SETTLE_WITHIN_MS, () => !isResting());
  if (cell === 'cancel') return;
  const { venue, accountId } = lab;
  const [held] = sim.accounts(venue).positions(accountId);
  if (held === undefined) throw new Error('Invariant: the position is gone');
  sim.control(venue).adl(accountId, held.ix, Math.ceil(held.lots / 2));
  await until('the lost quantity to be booked', SETTLE_WITHIN_MS, async () => {
    const [theirs] = lab.truth().positions;
    return Object.values((await lab.books()).positions)[0] === String(theirs?.['qtyBase']);
  });
  if (cell === 'kill-while-full') await lab.engine.stop();
}
