/** One row of a proof: what was done where, and what is wrong with the end (nothing: it held). */
export interface ProofRow {
  readonly venue: string;
  readonly cell: string;
  readonly misses: readonly string[];
  readonly ms: number;
  /** A remark that is no miss. */
  readonly note?: string;
}

/** Prints rows and counts. Returns the exit code: 1 when anything was missed. */
export function printTable(title: string, rows: readonly ProofRow[]): number {
  console.log(`\n${title}\n`);
  const venues = [...new Set(rows.map(({ venue }) => venue))];
  const cells = [...new Set(rows.map(({ cell }) => cell))];
  const width = Math.max(...cells.map(({ length }) => length), 4);
  console.log(`${'cell'.padEnd(width)}  ${venues.map((venue) => venue.padEnd(16)).join('')}`);
  for (const cell of cells) {
    const texts = venues.map((venue) =>
      textOf(rows.find((row) => row.venue === venue && row.cell === cell)).padEnd(16),
    );
    console.log(`${cell.padEnd(width)}  ${texts.join('')}`);
  }
  const missed = rows.filter(({ misses }) => misses.length > 0);
  for (const { venue, cell, misses } of missed) console.log(`MISS ${venue} ${cell}: ${misses.join(' | ')}`);
  console.log(`\n${rows.length - missed.length} of ${rows.length} cells held`);
  return missed.length === 0 && rows.length > 0 ? 0 : 1;
}

function textOf(row: ProofRow | undefined): string {
  if (row === undefined) return '—';
  const state = row.misses.length > 0 ? 'MISS' : (row.note ?? 'held');
  return `${state} ${(row.ms / 1_000).toFixed(1)}s`;
}
