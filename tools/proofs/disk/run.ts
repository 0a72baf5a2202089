import { isVenue, VENUES, type Venue } from '@riptide/core/domain';
import { printTable, type ProofRow } from '../harness/proof-table.ts';
import { DISK_CELLS, runDiskCell } from './run-disk-cell.ts';
import { runSmallDiskCell } from './run-small-disk-cell.ts';

const LANES = 3;

const words = process.argv.slice(2);
const venues: readonly Venue[] = words.some(isVenue) ? words.filter(isVenue) : VENUES;
const cells = venues.flatMap((venue) => DISK_CELLS.map((cell) => ({ venue, cell })));
const rows: ProofRow[] = [];
const lane = async (): Promise<void> => {
  for (let next = cells.shift(); next !== undefined; next = cells.shift()) {
    const row = await runDiskCell(next.venue, next.cell);
    if (row.misses.length > 0) console.log(`${row.venue} ${row.cell}: ${row.misses.join(' | ')}`);
    rows.push(row);
  }
};
await Promise.all(Array.from({ length: LANES }, lane));
for (const venue of venues) {
  const row = await runSmallDiskCell(venue);
  if (row === null) {
    console.log('no small disk may be mounted here: the proof on a really full one is left out');
    break;
  }
  rows.push(row);
}
process.exit(printTable('Full disk: no byte can be written while a position and an order stand', rows));
