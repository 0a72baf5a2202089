import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { nameOfPair, type MatrixCell } from './cells.ts';
import type { CellResult } from './run-cell.ts';

type Row = Omit<CellResult, 'cell'> & { readonly name: string };

/** Returns the name of a run, the same in every process. */
export function nameOfCell({ pair, buy, sell, fault }: MatrixCell): string {
  return `${nameOfPair(pair)} ${buy}/${sell} ${fault}`;
}

/** The ended runs on disk, one a line, so that a proof that was broken off goes on where it was. Exceptions stay: they are not run again. */
export class StateFile {
  private readonly path: string | null;
  private readonly rows = new Map<string, Row>();

  /** `null`: nothing is kept. */
  constructor(path: string | null) {
    this.path = path;
    if (path === null || !existsSync(path)) return;
    for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
      const row = JSON.parse(line) as Row;
      this.rows.set(row.name, row);
    }
  }

  /** Returns how the run ended in a process before this one, or null. */
  resultOf(cell: MatrixCell): CellResult | null {
    const row = this.rows.get(nameOfCell(cell));
    return row === undefined ? null : { cell, ...row };
  }

  add({ cell, ...ended }: CellResult): void {
    if (this.path !== null) appendFileSync(this.path, `${JSON.stringify({ name: nameOfCell(cell), ...ended })}\n`);
  }
}
