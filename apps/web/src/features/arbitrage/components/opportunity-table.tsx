import type { Opportunity } from '@riptide/contracts/calls';
import { useTable, type SortingState } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type KeyboardEvent } from 'react';
import { currentPreferences, usePreferences } from '../../../lib/preferences.ts';
import { focusRow, handleRowKey } from '../../../shared/data-table/row-keys.ts';
import { SpacerRow } from '../../../shared/data-table/spacer-row.tsx';
import { useWideFrame } from '../../../shared/data-table/use-wide-frame.ts';
import { cn } from '../../../ui/cn.ts';
import type { SortColumn, SortState } from '../model/arbitrage-search.ts';
import type { EdgeKind } from '../../../shared/opportunities/opportunity-view.ts';
import { NUMERIC_COLUMNS, OPPORTUNITY_COLUMNS, opportunityFeatures } from './opportunity-columns.ts';
import { OpportunityRow } from './opportunity-row.tsx';

interface OpportunityTableProps {
  readonly rows: readonly Opportunity[];
  readonly kind: EdgeKind;
  readonly sort: SortState;
  readonly onSort: (sort: SortState) => void;
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
  readonly onHold: (isHeld: boolean) => void;
}

const ROW_PX = { compact: 28, default: 34, comfortable: 42 } as const;
/** From this many rows on only those in sight are drawn: about eleven are, and all of them change several times a second. */
const VIRTUAL_FROM = 20;
const OVERSCAN = 4;

/** The opportunities as a table: in the order given, chosen by its headers, moved through by arrow keys, drawn only where it is looked at. */
export function OpportunityTable(props: OpportunityTableProps) {
  // WHY: table and virtualizer are objects that change inside; a memoised read of them would stand still.
  'use no memo';
  const { rows, kind, sort, onSort, selectedId, onSelect, onOpen, onHold } = props;
  const frame = useRef<HTMLDivElement>(null);
  useWideFrame(frame);
  const { density } = usePreferences();
  const table = useTable({
    features: opportunityFeatures,
    columns: OPPORTUNITY_COLUMNS[kind],
    data: rows,
    getRowId: (row) => row.id,
    enableSortingRemoval: false,
    manualSorting: true,
    state: { sorting: [{ id: sort.column, desc: sort.isFalling }] },
    onSortingChange: (update) => {
      const now: SortingState = [{ id: sort.column, desc: sort.isFalling }];
      const next = (typeof update === 'function' ? update(now) : update)[0];
      if (next) onSort({ column: next.id as SortColumn, isFalling: next.desc });
    },
  });
  const sorted = table.getRowModel().rows;
  const isVirtual = sorted.length > VIRTUAL_FROM;
  // oxlint-disable-next-line react/incompatible-library -- this component is not memoised, see above
  const virtualizer = useVirtualizer({
    count: sorted.length,
    enabled: isVirtual,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX[density],
    getItemKey: (index) => sorted[index]?.id ?? index,
    overscan: OVERSCAN,
  });
  const items = virtualizer.getVirtualItems();
  const first = items[0];
  const last = items.at(-1);
  const shown = isVirtual
    ? items.flatMap((item) => (sorted[item.index] ? [{ index: item.index, row: sorted[item.index]! }] : []))
    : sorted.map((row, index) => ({ index, row }));
  const tabStopId = sorted.some((row) => row.id === selectedId) ? selectedId : (sorted[0]?.id ?? null);
  const moveTo = (index: number): void => {
    if (isVirtual) virtualizer.scrollToIndex(index);
    const id = sorted[index]?.id;
    if (id !== undefined) focusRow(frame.current, `tr[data-id="${CSS.escape(id)}"]`);
  };
  return (
    <div
      ref={frame}
      role="region"
      aria-label="Live opportunities, scrollable"
      tabIndex={0}
      className="table-frame pin-ends h-full"
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={() => onHold(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onHold(false)}
      onKeyDown={(event) => {
        const id = (event.target as HTMLElement).closest<HTMLElement>('tr[data-id]')?.dataset['id'];
        const at = id === undefined ? -1 : sorted.findIndex((row) => row.id === id);
        handleRowKey(event, {
          count: sorted.length,
          at,
          moveTo,
          open: (index) => sorted[index] && onOpen(sorted[index].id),
          opensToo: isExecuteKey,
        });
      }}
    >
      <table className="data-table table-tight" aria-rowcount={sorted.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {table.getHeaderGroups()[0]?.headers.map((header) => (
              <HeaderCell
                key={header.id}
                id={header.id}
                sort={sort}
                canSort={header.column.getCanSort()}
                onSort={() =>
                  header.column.toggleSorting(
                    header.id === sort.column ? !sort.isFalling : NUMERIC_COLUMNS.has(header.id),
                  )
                }
              >
                <table.FlexRender header={header} />
              </HeaderCell>
            ))}
          </tr>
        </thead>
        <tbody>
          <SpacerRow heightPx={isVirtual ? (first?.start ?? 0) : 0} />
          {/* Keyed by place: a new order changes what the rows say and moves no element, so nothing on the page shifts. */}
          {shown.map(({ index, row }) => (
            <OpportunityRow
              key={index}
              picture={row.original}
              index={index}
              kind={kind}
              isSelected={row.id === selectedId}
              isTabStop={row.id === tabStopId}
              onOpen={onOpen}
              onSelect={onSelect}
            />
          ))}
          <SpacerRow heightPx={isVirtual && last ? virtualizer.getTotalSize() - last.end : 0} />
        </tbody>
      </table>
    </div>
  );
}

interface HeaderCellProps {
  readonly id: string;
  readonly sort: SortState;
  readonly canSort: boolean;
  readonly onSort: () => void;
  readonly children: React.ReactNode;
}

function HeaderCell({ id, sort, canSort, onSort, children }: HeaderCellProps) {
  const isSorted = sort.column === id;
  return (
    <th
      scope="col"
      className={cn(`col-${id}`, NUMERIC_COLUMNS.has(id) && 'num')}
      aria-sort={isSorted ? (sort.isFalling ? 'descending' : 'ascending') : undefined}
    >
      {canSort ? (
        <button
          type="button"
          onClick={onSort}
          className={cn('min-h-6 font-medium hover:text-fg1', isSorted && 'text-fg1')}
        >
          {children}
          {isSorted ? <span aria-hidden> {sort.isFalling ? '↓' : '↑'}</span> : null}
        </button>
      ) : (
        children
      )}
    </th>
  );
}

/** `E` without a modifier, while single letters are not switched off. */
function isExecuteKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'e' && !ctrlKey && !metaKey && !altKey && currentPreferences().singleKeys === 'on';
}
