import type { CsvCell } from '../../lib/csv.ts';
import type { Column } from './column.ts';

/** Gives a column that stands in the file alone: one fact each, under the name the API has for it. */
export function exported<Row>(header: string, csv: (row: Row) => CsvCell): Column<Row> {
  return { id: header, header, cell: () => null, csv };
}

/** Writes a time as a file holds it: ISO 8601 in UTC; empty where there is none. */
export function csvTime(atSeconds: number | null | undefined): CsvCell {
  return atSeconds === null || atSeconds === undefined ? null : new Date(atSeconds * 1000).toISOString();
}
