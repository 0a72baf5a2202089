import { isVenue, VENUES, type Venue } from '@riptide/core/domain';
import { printTable, type ProofRow } from '../harness/proof-table.ts';
import { FAULT_PLANS } from './fault-plans.ts';
import type { FaultCell } from './run-fault-cell.ts';
import { runFaultLane } from './run-fault-lane.ts';

/** Engines per venue; each waits most of its time. */
const LANES_PER_VENUE = 2;

const words = process.argv.slice(2);
const venues: readonly Venue[] = words.some(isVenue) ? words.filter(isVenue) : VENUES;
const wanted = words.filter((word) => !isVenue(word));

function cellsOf(): FaultCell[] {
  return FAULT_PLANS.filter(({ name }) => wanted.length === 0 || wanted.includes(name)).flatMap((plan) =>
    plan.actions.map((action) => ({ plan, action })),
  );
}

const rows: ProofRow[] = [];
const onRow = (row: ProofRow): void => {
  if (row.misses.length > 0) console.log(`${row.venue} ${row.cell}: ${row.misses.join(' | ')}`);
  rows.push(row);
};
await Promise.all(
  venues.flatMap((venue) => {
    const queue = cellsOf();
    const lanes = Math.min(LANES_PER_VENUE, queue.length);
    return Array.from({ length: lanes }, () => runFaultLane(venue, queue, onRow));
  }),
);
process.exit(
  printTable('Fault table: every fault, at every venue, while an order enters, exits or is cancelled', rows),
);
