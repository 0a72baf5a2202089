import { useVirtualizer } from '@tanstack/react-virtual';
import { Download } from 'lucide-react';
import { useRef, useState, type ReactNode } from 'react';
import { saveCsv, toCsv } from '../../lib/csv.ts';
import { formatCount } from '../../lib/format.ts';
import { usePreferences } from '../../lib/preferences.ts';
import { PHONE, useMedia } from '../../lib/use-media.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import type { Column, Sort } from './column.ts';
import { HeaderRow } from './header-row.tsx';
import { focusRow, handleRowKey } from './row-keys.ts';
import { SpacerRow } from './spacer-row.tsx';
import { useRowOrder } from './use-row-order.ts';
import { useWideFrame } from './use-wide-frame.ts';

interface DataTableProps<Row> {
  /** Names the scrollable region. */
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly rowId: (row: Row) => string;
  /** null keeps the rows as they come. */
  readonly initialSort?: Sort | null;
  /** Enter or a click on a row. */
  readonly onOpen?: (row: Row) => void;
  readonly selectedId?: string | null;
  /** Draws a row below 641 px, where tables become cards. */
  readonly card: (row: Row) => ReactNode;
  /** Cards at every width, where its place is narrow. */
  readonly isNarrow?: boolean;
  /** Shown in place of the body when there are no rows. */
  readonly empty: ReactNode;
  /** Offers the rows as a file of this name. */
  readonly csvName?: string;
  /** What the file holds, where it holds more than the screen. */
  readonly exportColumns?: readonly Column<Row>[];
  readonly isStale?: boolean;
  /** Rows beyond scroll inside. */
  readonly maxHeightPx?: number;
  /** At the left of the footer, e.g. totals or pages. */
  readonly footer?: ReactNode;
}

const ROW_PX = { compact: 28, default: 34, comfortable: 42 } as const;
/** From this many rows on only those in sight are drawn. */
const VIRTUAL_FROM = 100;
const CARDS_STEP = 12;

/** Rows under sortable headers: calm under the pointer, moved through by arrow keys, drawn only where looked at, exported whole. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, columns, rowId, initialSort = null, empty, csvName, footer, isStale = false, isNarrow = false } = props;
  const isPhone = useMedia(PHONE) || isNarrow;
  const [sort, setSort] = useState<Sort | null>(initialSort);
  const [isHeld, setHeld] = useState(false);
  const ordered = useRowOrder({ rows, columns, rowId, sort, isHeld });
  if (rows.length === 0) return <>{empty}</>;
  return (
    <div className={cn('flex min-h-0 min-w-0 flex-col', isStale && 'stale')}>
      {isPhone ? (
        <Cards {...props} rows={ordered} />
      ) : (
        <Grid {...props} rows={ordered} sort={sort} onSort={setSort} onHold={setHeld} />
      )}
      {csvName === undefined && footer === undefined ? null : (
        <div className="mt-auto flex min-h-9 flex-wrap items-center gap-2 border-t border-line1 px-3.5 py-1 text-xs text-fg3">
          <span className="tabular">
            {footer ?? (rows.length === 1 ? '1 row' : `${formatCount(rows.length)} rows`)}
          </span>
          <span className="flex-1" />
          {isHeld && !isPhone ? <Held waiting={rows.length - ordered.length} isSorted={sort !== null} /> : null}
          {csvName === undefined ? null : (
            <ExportButton name={csvName} rows={ordered} columns={props.exportColumns ?? columns} />
          )}
        </div>
      )}
    </div>
  );
}

/** Says that the table stands still under a hand. */
function Held({ waiting, isSorted }: { waiting: number; isSorted: boolean }) {
  if (waiting > 0) return <span className="tabular">{`${formatCount(waiting)} new wait above`}</span>;
  return isSorted ? <span>order frozen</span> : null;
}

function ExportButton<Row>({
  name,
  rows,
  columns,
}: {
  name: string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}) {
  const exported = columns.flatMap((column) => (column.csv ? [{ header: column.header, csv: column.csv }] : []));
  return (
    <Button
      look="ghost"
      size="xs"
      onClick={() =>
        saveCsv(
          name,
          toCsv(
            exported.map((column) => column.header),
            rows.map((row) => exported.map((column) => column.csv(row))),
          ),
        )
      }
    >
      <Download size={13} aria-hidden />
      Export CSV
    </Button>
  );
}

function Cards<Row>({ label, rows, rowId, card, onOpen }: DataTableProps<Row>) {
  const [shown, setShown] = useState(CARDS_STEP);
  return (
    <div>
      <ul aria-label={label}>
        {rows.slice(0, shown).map((row) => (
          <li key={rowId(row)} className="tabular border-b border-line1 px-3.5 py-3 last:border-b-0">
            {card(row)}
            {onOpen ? (
              <Button look="ghost" size="sm" className="-ml-2 mt-1" onClick={() => onOpen(row)}>
                Details
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {rows.length > shown ? (
        <div className="px-3.5 py-3">
          <Button wide onClick={() => setShown(shown + CARDS_STEP)}>
            Show {Math.min(CARDS_STEP, rows.length - shown)} more of {rows.length}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface GridProps<Row> extends DataTableProps<Row> {
  readonly sort: Sort | null;
  readonly onSort: (sort: Sort) => void;
  readonly onHold: (isHeld: boolean) => void;
}

function Grid<Row>(props: GridProps<Row>) {
  // WHY: the virtualizer is an object that changes inside; a memoised read of it would stand still.
  'use no memo';
  const { label, rows, columns, rowId, onOpen, selectedId = null, sort, onSort, onHold, maxHeightPx } = props;
  const frame = useRef<HTMLDivElement>(null);
  useWideFrame(frame);
  const { density } = usePreferences();
  const isVirtual = rows.length > VIRTUAL_FROM;
  // oxlint-disable-next-line react/incompatible-library -- this component is not memoised, see above
  const virtualizer = useVirtualizer({
    count: rows.length,
    enabled: isVirtual,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX[density],
    overscan: 8,
  });
  const items = virtualizer.getVirtualItems();
  const shown = isVirtual ? items.map((item) => item.index) : rows.map((_row, index) => index);
  const tabStop = Math.max(
    0,
    rows.findIndex((row) => rowId(row) === selectedId),
  );
  const moveTo = (index: number): void => {
    if (isVirtual) virtualizer.scrollToIndex(index);
    focusRow(frame.current, `tr[data-row="${index}"]`);
  };
  return (
    <div
      ref={frame}
      role="region"
      aria-label={`${label}, scrollable`}
      tabIndex={0}
      className="table-frame pin-ends"
      style={isVirtual || maxHeightPx !== undefined ? { maxHeight: maxHeightPx ?? 520 } : undefined}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onHold(false)}
      onKeyDown={(event) =>
        handleRowKey(event, {
          count: rows.length,
          at: Number((event.target as HTMLElement).closest<HTMLElement>('tr[data-row]')?.dataset['row'] ?? -1),
          moveTo,
          open: (at) => rows[at] && onOpen?.(rows[at]),
        })
      }
    >
      <table className="data-table" aria-rowcount={rows.length + 1}>
        <HeaderRow columns={columns} sort={sort} onSort={onSort} />
        <tbody>
          <SpacerRow heightPx={isVirtual ? (items[0]?.start ?? 0) : 0} />
          {shown.map((index) => {
            const row = rows[index];
            if (row === undefined) return null;
            return (
              <tr
                key={rowId(row)}
                data-row={index}
                aria-rowindex={index + 2}
                tabIndex={onOpen && index === tabStop ? 0 : -1}
                aria-selected={rowId(row) === selectedId}
                onClick={(event) => !(event.target as HTMLElement).closest('button,a') && onOpen?.(row)}
                className={cn('row-live', onOpen && 'cursor-pointer', rowId(row) === selectedId && 'row-selected')}
              >
                {columns.map((column) => (
                  <td key={column.id} className={column.align === 'right' ? 'num' : undefined}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            );
          })}
          <SpacerRow heightPx={isVirtual ? virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0) : 0} />
        </tbody>
      </table>
    </div>
  );
}
