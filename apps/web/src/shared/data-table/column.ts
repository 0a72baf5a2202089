import type { ReactNode } from 'react';
import type { CsvCell } from '../../lib/csv.ts';

export interface Column<Row> {
  readonly id: string;
  readonly header: string;
  /** What the figure means, behind a question mark in the header. */
  readonly help?: string;
  /** Numbers and actions stand right. */
  readonly align?: 'left' | 'right';
  /** What the rows are ordered by; without it the column can't be sorted. Unknown stands last either way. */
  readonly sortBy?: (row: Row) => number | string | null;
  readonly cell: (row: Row) => ReactNode;
  /** The raw, unrounded value of the export; without it the column is not exported. */
  readonly csv?: (row: Row) => CsvCell;
  /** CSS width; the table is fixed once any column has one. */
  readonly width?: string;
}

export interface Sort {
  readonly column: string;
  readonly isFalling: boolean;
}

/** Puts rows in the order of a column; equal rows keep theirs, unknown values come last in either direction. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sort: Sort | null,
): readonly Row[] {
  const by = columns.find((column) => column.id === sort?.column)?.sortBy;
  if (!by || !sort) return rows;
  const direction = sort.isFalling ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [by(one), by(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    if (a === b) return 0;
    return (a < b ? -1 : 1) * direction;
  });
}

/** Keeps rows in the order they stand in: known ids in their places, new ones after them, gone ones left out. */
export function keepOrder<Row>(
  rows: readonly Row[],
  ids: readonly string[],
  idOf: (row: Row) => string,
): readonly Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  const kept = ids.flatMap((id) => {
    const row = byId.get(id);
    byId.delete(id);
    return row === undefined ? [] : [row];
  });
  return [...kept, ...byId.values()];
}
