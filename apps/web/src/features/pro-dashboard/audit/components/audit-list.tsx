import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../../../shared/panel-states.tsx';
import type { Dated } from '../../../../shared/use-call.ts';
import { Button } from '../../../../ui/button.tsx';
import { cn } from '../../../../ui/cn.ts';
import type { AuditFilter, AuditSearch } from '../model/audit-search.ts';
import type { AuditColumn, AuditRow } from './audit-cells.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { AuditTable } from './audit-table.tsx';

interface AuditListProps<Row extends AuditRow> {
  readonly search: AuditSearch;
  readonly page: UseQueryResult<Dated<{ readonly total: number }>>;
  /** Of that page; undefined before it came. */
  readonly rows: readonly Row[] | undefined;
  readonly columns: readonly AuditColumn<Row>[];
  readonly highlightedId: number | null;
  readonly onFilter: (change: Partial<AuditFilter>) => void;
  readonly onPage: (page: number) => void;
  readonly onMoment: (row: AuditRow) => void;
  readonly onAge: (atSeconds: number | null) => void;
}

/** A tab of the audit log: filters, one page of rows, and the way to the others. */
export function AuditList<Row extends AuditRow>(props: AuditListProps<Row>) {
  const { search, page, rows, columns, highlightedId, onFilter, onPage, onMoment, onAge } = props;
  const { data, error } = page;
  // While another page loads its place keeps the height of the one before.
  const [heightRows, setHeightRows] = useState(Math.min(search.size, 12));
  const [kept, setKept] = useState<{ total: number; of: string } | null>(null);
  const filterKey = JSON.stringify([search.tab, search.symbol, search.venues, search.from, search.to, search.severity]);
  if (rows !== undefined && rows.length > 0 && rows.length !== heightRows) setHeightRows(rows.length);
  if (data !== undefined && (kept?.total !== data.total || kept.of !== filterKey))
    setKept({ total: data.total, of: filterKey });
  const total = data?.total ?? (kept?.of === filterKey ? kept.total : null);
  const pages = total === null ? null : Math.max(1, Math.ceil(total / search.size));
  const atSeconds = data?.atSeconds ?? null;
  const tell = useEffectEvent((at: number | null) => onAge(at));
  useEffect(() => tell(atSeconds), [atSeconds]);
  const leave = useEffectEvent((last: number) => onPage(last));
  useEffect(() => {
    if (pages !== null && search.page > pages) leave(pages);
  }, [pages, search.page]);
  return (
    <>
      <AuditFilters
        search={search}
        isBusy={page.isFetching && !page.isPending}
        onFilter={onFilter}
        onRefresh={() => void page.refetch()}
      />
      {error === null ? null : (
        <ErrorState error={error} fallback="Could not load the audit log" onRetry={() => void page.refetch()} />
      )}
      <div className={cn('min-w-0', error !== null && 'stale')}>
        {rows === undefined ? (
          error === null ? (
            <LoadingRows rows={heightRows} label="Loading the audit log" />
          ) : null
        ) : rows.length === 0 ? (
          <EmptyState title={`No ${search.tab} in this window`}>
            Another time, symbol or venue shows more. Every order and every decision is written here.
          </EmptyState>
        ) : (
          <AuditTable
            label={search.tab === 'trades' ? 'Trades of the audit log' : 'Events of the audit log'}
            rows={rows}
            columns={columns}
            highlightedId={highlightedId}
            onMoment={onMoment}
          />
        )}
      </div>
      <div className="flex min-h-11 flex-wrap items-center gap-2 border-t border-line1 px-3.5 py-1.5 text-xs text-fg2">
        <span className="tabular text-fg3">
          {total === null ? '—' : total === 1 ? '1 row in this window' : `${formatCount(total)} rows in this window`}
        </span>
        <span className="flex-1" />
        <Button size="sm" disabled={search.page <= 1} onClick={() => onPage(search.page - 1)}>
          Prev
        </Button>
        <span className="tabular" aria-live="polite">
          Page {formatCount(search.page)} / {pages === null ? '—' : formatCount(pages)}
        </span>
        <Button size="sm" disabled={pages === null || search.page >= pages} onClick={() => onPage(search.page + 1)}>
          Next
        </Button>
      </div>
    </>
  );
}
