import { useAgeMs } from '../../shared/age-tag.tsx';
import { freshnessOf } from '../../shared/freshness.ts';
import { HISTORY_INTERVAL_MS, useHistoryCourse, useHistoryPerformance } from './api/use-history.ts';
import { CalendarPanel } from './components/calendar-panel.tsx';
import { CumulativePanel } from './components/cumulative-panel.tsx';
import { FilterBar } from './components/filter-bar.tsx';
import { HistoryCards } from './components/history-cards.tsx';
import { LoadError } from './components/load-error.tsx';
import { TradeDrawer } from './components/trade-drawer.tsx';
import { TradesPanel } from './components/trades-panel.tsx';
import { filterOf, type HistorySearch } from './model/history-search.ts';

interface HistoryViewProps {
  readonly search: HistorySearch;
  readonly onSearch: (search: HistorySearch) => void;
}

/** The closed trades: figures, days, course and rows, all of the same filter. */
export function HistoryView({ search, onSearch }: HistoryViewProps) {
  const filter = filterOf(search);
  const { symbol: _symbol, ...ofAllSymbols } = filter;
  const performance = useHistoryPerformance(filter);
  const course = useHistoryCourse(filter);
  const symbols = useHistoryCourse(ofAllSymbols).data?.symbols.map(({ symbol }) => symbol) ?? [];
  const ageMs = useAgeMs(performance.data?.atSeconds ?? null);
  const isOld = ageMs !== null && ['stale', 'lost'].includes(freshnessOf(ageMs, HISTORY_INTERVAL_MS));
  const failed = performance.isError ? performance : course.isError ? course : null;
  const { trade, ...rest } = search;
  return (
    <>
      <div className="mb-3.5 flex min-h-8 items-center">
        <h1 className="text-lg font-[640] tracking-tight">Trading History</h1>
      </div>
      <FilterBar search={search} onSearch={onSearch} symbols={symbols.toSorted()} />
      {failed === null ? null : (
        <LoadError
          error={failed.error}
          onRetry={() => {
            void performance.refetch();
            void course.refetch();
          }}
        />
      )}
      {performance.data === undefined && performance.isError ? null : (
        <HistoryCards figures={performance.data?.performance} isStale={isOld} />
      )}
      <div className="mt-3 grid gap-3 max-sm:mt-2.5 max-sm:gap-2.5 lg:grid-cols-12">
        {course.data === undefined && course.isError ? null : (
          <>
            <div className="min-w-0 lg:col-span-5">
              <CalendarPanel course={course.data} days={filter.days} />
            </div>
            <div className="min-w-0 lg:col-span-7">
              <CumulativePanel course={course.data} />
            </div>
          </>
        )}
        <div className="min-w-0 lg:col-span-12">
          <TradesPanel search={search} onSearch={onSearch} />
        </div>
      </div>
      <TradeDrawer id={trade} onClose={() => onSearch(rest)} />
    </>
  );
}
