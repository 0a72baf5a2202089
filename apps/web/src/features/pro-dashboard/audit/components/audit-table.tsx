import { Fragment, useEffect, useRef, useState, type ReactNode } from 'react';
import { zoneName, type Zone } from '../../../../lib/format-time.ts';
import { usePreferences } from '../../../../lib/preferences.ts';
import { PHONE, useMedia } from '../../../../lib/use-media.ts';
import { focusRow, handleRowKey } from '../../../../shared/data-table/row-keys.ts';
import { useWideFrame } from '../../../../shared/data-table/use-wide-frame.ts';
import { cn } from '../../../../ui/cn.ts';
import type { AuditColumn, AuditRow } from './audit-cells.tsx';
import { RowActions } from './row-actions.tsx';
import { RowJson } from './row-json.tsx';

interface AuditTableProps<Row extends AuditRow> {
  readonly label: string;
  readonly rows: readonly Row[];
  readonly columns: readonly AuditColumn<Row>[];
  /** The row that is pointed at; it is scrolled to and takes the focus. */
  readonly highlightedId: number | null;
  readonly onMoment: (row: Row) => void;
}

/** A page of the audit log; each row shows what is kept of it below itself. */
export function AuditTable<Row extends AuditRow>(props: AuditTableProps<Row>) {
  const isPhone = useMedia(PHONE);
  const [shownIds, setShownIds] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number): void => {
    const next = new Set(shownIds);
    if (!next.delete(id)) next.add(id);
    setShownIds(next);
  };
  return isPhone ? (
    <Cards {...props} shownIds={shownIds} onToggle={toggle} />
  ) : (
    <Grid {...props} shownIds={shownIds} onToggle={toggle} />
  );
}

interface PartProps<Row extends AuditRow> extends AuditTableProps<Row> {
  readonly shownIds: ReadonlySet<number>;
  readonly onToggle: (id: number) => void;
}

function Grid<Row extends AuditRow>(props: PartProps<Row>) {
  const { label, rows, columns, highlightedId, shownIds, onToggle, onMoment } = props;
  const { zone } = usePreferences();
  const frame = useRef<HTMLDivElement>(null);
  useWideFrame(frame);
  usePointing(frame, highlightedId, rows);
  const moveTo = (index: number): void => focusRow(frame.current, `tr[data-row="${index}"]`);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a scrollable region whose rows move by keys
    <div
      ref={frame}
      role="region"
      aria-label={`${label}, scrollable`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keys
      tabIndex={0}
      className="table-frame pin-ends"
      style={{ maxHeight: 620 }}
      onKeyDown={(event) =>
        handleRowKey(event, {
          count: rows.length,
          at: Number((event.target as HTMLElement).closest<HTMLElement>('tr[data-row]')?.dataset['row'] ?? -1),
          moveTo,
          open: (at) => rows[at] && onToggle(rows[at].id),
        })
      }
    >
      <table className="data-table">
        <thead>
          <tr>
            {columns.map(({ header, isNumber = false }) => (
              <th key={header} scope="col" className={isNumber ? 'num' : undefined}>
                {headerText(header, zone)}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const isShown = shownIds.has(row.id);
            return (
              <Fragment key={row.id}>
                <tr
                  data-row={index}
                  data-id={row.id}
                  tabIndex={index === 0 ? 0 : -1}
                  aria-current={row.id === highlightedId ? 'true' : undefined}
                  className={cn('row-live', row.id === highlightedId && 'row-selected')}
                >
                  {columns.map(({ header, isNumber = false, cell }) => (
                    <td key={header} className={isNumber ? 'num tabular' : undefined}>
                      {cell(row, zone)}
                    </td>
                  ))}
                  <td className="num">
                    <RowActions
                      row={row}
                      isShown={isShown}
                      onToggle={() => onToggle(row.id)}
                      onMoment={() => onMoment(row)}
                    />
                  </td>
                </tr>
                {isShown ? (
                  <tr>
                    <td colSpan={columns.length + 1} className="!static !h-auto py-2">
                      <RowJson row={row} />
                    </td>
                  </tr>
                ) : null}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function Cards<Row extends AuditRow>(props: PartProps<Row>) {
  const { label, rows, columns, highlightedId, shownIds, onToggle, onMoment } = props;
  const { zone } = usePreferences();
  const list = useRef<HTMLUListElement>(null);
  usePointing(list, highlightedId, rows);
  return (
    <ul ref={list} aria-label={label}>
      {rows.map((row) => (
        <li
          key={row.id}
          data-id={row.id}
          tabIndex={-1}
          aria-current={row.id === highlightedId ? 'true' : undefined}
          className={cn(
            'tabular flex flex-col gap-2 border-b border-line1 px-3.5 py-3 text-sm last:border-b-0',
            row.id === highlightedId && 'bg-bg3',
          )}
        >
          <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
            {columns.map(({ header, cell }) => (
              <Fact key={header} term={headerText(header, zone)}>
                {cell(row, zone)}
              </Fact>
            ))}
          </dl>
          <RowActions
            isWordy
            row={row}
            isShown={shownIds.has(row.id)}
            onToggle={() => onToggle(row.id)}
            onMoment={() => onMoment(row)}
          />
          {shownIds.has(row.id) ? <RowJson row={row} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg3">{term}</dt>
      <dd className="min-w-0 text-right break-words">{children}</dd>
    </>
  );
}

/** Brings the row that is pointed at into sight as soon as it is there. */
function usePointing(
  frame: { readonly current: HTMLElement | null },
  id: number | null,
  rows: readonly { readonly id: number }[],
): void {
  const isThere = id !== null && rows.some((row) => row.id === id);
  useEffect(() => {
    if (!isThere) return;
    const row = frame.current?.querySelector<HTMLElement>(`[data-id="${id}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.focus({ preventScroll: true });
  }, [frame, id, isThere]);
}

function headerText(header: string, zone: Zone): string {
  return header === 'Created' ? `Created (${zoneName(zone)})` : header;
}
