import { cn } from '../../ui/cn.ts';
import { Help } from '../help.tsx';
import type { Column, Sort } from './column.ts';

interface HeaderRowProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort) => void;
}

/** The headers of a table; those that can be sorted by are buttons. Numbers start with the largest. */
export function HeaderRow<Row>({ columns, sort, onSort }: HeaderRowProps<Row>) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        {columns.map((column) => {
          const isSorted = sort?.column === column.id;
          const isFalling = isSorted && sort.isFalling;
          return (
            <th
              key={column.id}
              scope="col"
              className={column.align === 'right' ? 'num' : undefined}
              style={column.width === undefined ? undefined : { width: column.width }}
              aria-sort={isSorted ? (isFalling ? 'descending' : 'ascending') : undefined}
            >
              {column.sortBy ? (
                <button
                  type="button"
                  className={cn('min-h-6 font-medium hover:text-fg1', isSorted && 'text-fg1')}
                  onClick={() =>
                    onSort({ column: column.id, isFalling: isSorted ? !isFalling : column.align === 'right' })
                  }
                >
                  {column.header}
                  {isSorted ? <span aria-hidden> {isFalling ? '↓' : '↑'}</span> : null}
                </button>
              ) : (
                column.header
              )}
              {column.help === undefined ? null : <Help text={column.help} />}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}
