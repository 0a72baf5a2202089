import { useState } from 'react';
import { useNow } from '../../lib/use-now.ts';
import { keepOrder, sortRows, type Column, type Sort } from './column.ts';

interface OrderInput<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  readonly sort: Sort | null;
  /** Pointer or focus is inside: no row jumps away under a hand. */
  readonly isHeld: boolean;
}

interface Picture {
  readonly ids: readonly string[];
  readonly sortKey: string;
  readonly atMs: number;
}

/** Gives the rows in their order, which is decided anew once a second at most, and not while it is held; the figures inside are always of now. */
export function useRowOrder<Row>({ rows, columns, rowId, sort, isHeld }: OrderInput<Row>): readonly Row[] {
  const nowMs = useNow();
  const sortKey = sort === null ? '' : `${sort.column} ${sort.isFalling}`;
  const [picture, setPicture] = useState<Picture>({ ids: [], sortKey: '', atMs: 0 });
  const isDue = sortKey !== picture.sortKey || picture.ids.length === 0 || (!isHeld && nowMs !== picture.atMs);
  if (!isDue) return keepOrder(sort === null ? fromFirstKnown(rows, picture.ids, rowId) : rows, picture.ids, rowId);
  const ordered = sortRows(rows, columns, sort);
  const ids = ordered.map(rowId);
  const isSame = picture.sortKey === sortKey && picture.atMs === nowMs && ids.length === picture.ids.length;
  if (!isSame) setPicture({ ids, sortKey, atMs: nowMs });
  return ordered;
}

/**
 * Rows that come newest first and are held: what is newer than the first that was shown waits, for below it would stand among the oldest.
 * Where none of them was shown, another page or filter, all are.
 */
function fromFirstKnown<Row>(rows: readonly Row[], ids: readonly string[], idOf: (row: Row) => string): readonly Row[] {
  const known = new Set(ids);
  const first = rows.findIndex((row) => known.has(idOf(row)));
  return first > 0 ? rows.slice(first) : rows;
}
