import { isVenue, VENUES, type Venue } from '@riptide/core/domain';
import { CRASH_POINTS } from '../harness/crash-points.ts';
import { printTable, type ProofRow } from '../harness/proof-table.ts';
import { runCrashCell } from './run-crash-cell.ts';

/** Cells that run at once: an engine process each. */
const LANES = 3;

const words = process.argv.slice(2);
const venues: readonly Venue[] = words.some(isVenue) ? words.filter(isVenue) : VENUES;
const wanted = words.filter((word) => !isVenue(word));
const points = CRASH_POINTS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));

const cells = venues.flatMap((venue) => points.map((point) => ({ venue, point })));
const rows: ProofRow[] = [];
const lane = async (): Promise<void> => {
  for (let cell = cells.shift(); cell !== undefined; cell = cells.shift()) {
    const row = await runCrashCell(cell.venue, cell.point);
    if (row.misses.length > 0) console.log(`${row.venue} ${row.cell}: ${row.misses.join(' | ')}`);
    rows.push(row);
  }
};
await Promise.all(Array.from({ length: LANES }, lane));
process.exit(printTable('Crash table: the engine is killed with SIGKILL at each point and started again', rows));
