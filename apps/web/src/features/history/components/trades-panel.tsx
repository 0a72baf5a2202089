import type { HistoryItem } from '@riptide/contracts/calls';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { AgeTag, useAgeMs } from '../../../shared/age-tag.tsx';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { freshnessOf } from '../../../shared/freshness.ts';
import { EmptyState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { Button } from '../../../ui/button.tsx';
import { HISTORY_INTERVAL_MS, useHistoryPage } from '../api/use-history.ts';
import { filterOf, isFiltered, PAGE_ROWS, withoutFilters, type HistorySearch } from '../model/history-search.ts';
import { ExportButtons } from './export-buttons.tsx';
import { LoadError } from './load-error.tsx';
import { NotSynced } from './not-synced.tsx';
import { TRADE_COLUMNS, TradeCard } from './trade-columns.tsx';

interface TradesPanelProps {
  readonly search: HistorySearch;
  readonly onSearch: (search: HistorySearch) => void;
}

/** The closed trades, newest first, page by page to the first one. */
export function TradesPanel({ search, onSearch }: TradesPanelProps) {
  const filter = filterOf(search);
  const page = search.page ?? 1;
  const query = useHistoryPage(filter, page);
  const ageMs = useAgeMs(query.data?.atSeconds ?? null);
  const isOld = ageMs !== null && ['stale', 'lost'].includes(freshnessOf(ageMs, HISTORY_INTERVAL_MS));
  const total = query.data?.total ?? 0;
  const { page: _page, ...first } = search;
  const newer = useNewerTrades(JSON.stringify(filter), page, query.data?.total);
  const turnTo = (next: number): void => onSearch(next === 1 ? first : { ...first, page: next });
  return (
    <Panel
      title="Recent Trades"
      age={<AgeTag atSeconds={query.data?.atSeconds ?? null} intervalMs={HISTORY_INTERVAL_MS} isShort />}
      actions={
        <>
          {newer > 0 ? (
            <Button size="xs" look="primary" onClick={() => turnTo(1)}>
              {newer === 1 ? '1 new trade' : `${formatCount(newer)} new trades`}
            </Button>
          ) : null}
          <ExportButtons filter={filter} />
        </>
      }
    >
      {query.isError ? (
        <div className="px-3.5 pt-3">
          <LoadError error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : null}
      {query.data === undefined ? null : <NotSynced accounts={query.data.not_synced} venue={filter.venue} />}
      {query.data === undefined ? (
        query.isError ? null : (
          <>
            <p className="px-3.5 pt-2 text-sm text-fg2">Loading trades...</p>
            <LoadingRows rows={8} label="Loading trades..." />
          </>
        )
      ) : (
        <DataTable
          label="Recent trades"
          rows={query.data.history}
          columns={TRADE_COLUMNS}
          rowId={(row) => row.id}
          onOpen={(row: HistoryItem) => onSearch({ ...search, trade: row.id })}
          selectedId={search.trade ?? null}
          card={drawCard}
          isStale={isOld}
          maxHeightPx={720}
          empty={<NoTrades search={search} onSearch={onSearch} />}
          footer={<Pages page={page} total={total} shown={query.data.history.length} onTurn={turnTo} />}
        />
      )}
    </Panel>
  );
}

/** How many trades closed since an older page was opened; on the first page they stand in the table. */
function useNewerTrades(filter: string, page: number, total: number | undefined): number {
  const [base, setBase] = useState<{ readonly filter: string; readonly total: number } | null>(null);
  const isKnown = base !== null && base.filter === filter && page > 1;
  // The total at which the person left the first page, or came to an older one by its address.
  if (!isKnown && total !== undefined && (base?.filter !== filter || base.total !== total)) setBase({ filter, total });
  return isKnown && total !== undefined ? Math.max(0, total - base.total) : 0;
}

function drawCard(row: HistoryItem) {
  return <TradeCard row={row} />;
}

function NoTrades({ search, onSearch }: TradesPanelProps) {
  if (search.page !== undefined || isFiltered(search)) {
    return (
      <EmptyState title="No trading history available">
        No trades match.{' '}
        <Button size="xs" onClick={() => onSearch(withoutFilters(search))}>
          Clear filters
        </Button>
      </EmptyState>
    );
  }
  return (
    <EmptyState title="No trading history available">
      Trades appear here once they are closed. Start an engine on Trading or Arbitrage, or choose a longer period.
    </EmptyState>
  );
}

interface PagesProps {
  readonly page: number;
  readonly total: number;
  readonly shown: number;
  readonly onTurn: (page: number) => void;
}

function Pages({ page, total, shown, onTurn }: PagesProps) {
  const from = (page - 1) * PAGE_ROWS;
  const last = Math.max(1, Math.ceil(total / PAGE_ROWS));
  return (
    <nav aria-label="Pages" className="flex items-center gap-2">
      <Button
        look="ghost"
        size="iconXs"
        aria-label="Newer trades"
        disabled={page <= 1}
        onClick={() => onTurn(page - 1)}
      >
        <ChevronLeft size={14} aria-hidden />
      </Button>
      <span>{`${formatCount(from + 1)} to ${formatCount(from + shown)} of ${formatCount(total)}`}</span>
      <Button
        look="ghost"
        size="iconXs"
        aria-label="Older trades"
        disabled={page >= last}
        onClick={() => onTurn(page + 1)}
      >
        <ChevronRight size={14} aria-hidden />
      </Button>
    </nav>
  );
}
