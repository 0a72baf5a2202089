import type { Opportunity } from '@riptide/contracts';
import { Download, Pause, Play } from 'lucide-react';
import { saveCsv } from '../../../lib/csv.ts';
import { formatBps, formatCount } from '../../../lib/format.ts';
import { useHotkeys } from '../../../lib/hotkeys.ts';
import { PHONE, useMedia } from '../../../lib/use-media.ts';
import { useLastItemAtS, useStreamState } from '../../../lib/use-stream-state.ts';
import { AgeTag, useAgeMs } from '../../../shared/age-tag.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { useHealth } from '../../../shared/use-health.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { StateFacts } from '../api/use-arbitrage-state.ts';
import { OPPORTUNITIES_INTERVAL_MS, useOpportunitiesLoad } from '../arbitrage-feed.tsx';
import { edgeOf, sortOf, writeSort, type ArbitrageSearch } from '../model/arbitrage-search.ts';
import { opportunitiesCsv } from '../model/opportunity-csv.ts';
import { STATUS_FILTERS, countByFilter, passesFilter, type StatusFilter } from '../model/opportunity-view.ts';
import { CostLegend } from './cost-bar.tsx';
import { OpportunityCards } from './opportunity-cards.tsx';
import { OpportunityTable } from './opportunity-table.tsx';
import { useTablePause } from './use-ordered-rows.ts';

interface OpportunitiesPanelProps {
  readonly rows: readonly Opportunity[];
  readonly state: StateFacts | undefined;
  readonly search: ArbitrageSearch;
  readonly onSearch: (search: ArbitrageSearch) => void;
  readonly selectedId: string | null;
  readonly onSelect: (id: string) => void;
  readonly isFrozen: boolean;
  readonly onHold: (isHeld: boolean) => void;
  readonly execution: 'paper' | 'live' | null;
}

/** Live Opportunities: filters, edge, pause, export, and the rows in whatever state they are. */
export function OpportunitiesPanel(props: OpportunitiesPanelProps) {
  const { rows, state, search, onSearch, execution } = props;
  const load = useOpportunitiesLoad();
  const pause = useTablePause();
  const filter = search.status ?? 'all';
  const shown = rows.filter((row) => passesFilter(row, filter));
  const atSeconds = useDataTime(load.data?.atSeconds ?? null);
  const ageMs = useAgeMs(atSeconds);
  const isStale = ageMs !== null && ageMs > 2 * OPPORTUNITIES_INTERVAL_MS;
  const setFilter = (status: StatusFilter): void => {
    const { status: _dropped, ...rest } = search;
    onSearch(status === 'all' ? rest : { ...rest, status });
  };
  useHotkeys({
    ...Object.fromEntries(STATUS_FILTERS.map((status, at) => [String(at + 1), () => setFilter(status)])),
    ' ': pause.toggle,
  });
  const isLoading = load.isPending && rows.length === 0;
  return (
    <Panel
      title="Live Opportunities"
      note={
        <>
          <Tag>
            {formatCount(shown.length)}
            {state ? ` of ${formatCount(state.pairs)} pairs` : ' pairs'}
          </Tag>
        </>
      }
      actions={
        <>
          {state?.scanning === false ? null : (
            <AgeTag isShort atSeconds={atSeconds} intervalMs={OPPORTUNITIES_INTERVAL_MS} />
          )}
          <FilterBar rows={rows} search={search} onSearch={onSearch} onFilter={setFilter} />
          <Button
            look="ghost"
            size="iconXs"
            aria-label={pause.isPaused ? 'Resume updates' : 'Pause updates'}
            title="Space"
            onClick={pause.toggle}
          >
            {pause.isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
          </Button>
          <Button
            look="ghost"
            size="iconXs"
            aria-label="Export CSV"
            title="Export CSV"
            disabled={shown.length === 0}
            onClick={() => saveCsv('opportunities.csv', opportunitiesCsv(shown, execution))}
          >
            <Download size={14} aria-hidden />
          </Button>
        </>
      }
    >
      <div className="flex flex-col sm:h-[404px] sm:[&>*:only-child]:my-auto sm:[&>*:only-child]:max-h-full">
        {load.isError && rows.length === 0 ? (
          <ErrorState error={load.error} fallback="Failed to load opportunities" onRetry={() => void load.refetch()} />
        ) : null}
        {load.isError && rows.length > 0 ? (
          <p className="border-b border-line1 px-3.5 py-1.5 text-[12px] text-danger">
            Opportunities could not be refreshed; the last known ones are shown.
          </p>
        ) : null}
        {isLoading ? <LoadingRows rows={8} label="Loading opportunities" /> : null}
        {shown.length > 0 ? (
          <Rows {...props} shown={shown} isStale={isStale} />
        ) : isLoading || load.isError ? null : (
          <NoRows state={state} filter={filter} hasRows={rows.length > 0} />
        )}
      </div>
      <PanelFooter rows={rows} search={search} note={wordStill(pause, props.isFrozen)} />
    </Panel>
  );
}

/** While the stream is open silence of this topic means no change, so the age is that of the last item of any. */
function useDataTime(loadedAtSeconds: number | null): number | null {
  const { phase } = useStreamState();
  const lastItemAtS = useLastItemAtS();
  const isEngineThere = useHealth().data?.engine.connected ?? false;
  if (phase !== 'open' || !isEngineThere || lastItemAtS === null) return loadedAtSeconds;
  return Math.max(lastItemAtS, loadedAtSeconds ?? 0);
}

function Rows({
  shown,
  isStale,
  ...props
}: OpportunitiesPanelProps & { shown: readonly Opportunity[]; isStale: boolean }) {
  const isPhone = useMedia(PHONE);
  const { search, onSearch, execution } = props;
  const kind = edgeOf(search);
  const open = (row: string): void => onSearch({ ...search, row });
  return (
    <div className={cn('mt-0! min-h-0 sm:flex-1', isStale && 'stale')} data-freshness={isStale ? 'stale' : 'live'}>
      {isPhone ? (
        <OpportunityCards rows={shown} kind={kind} execution={execution} onOpen={open} />
      ) : (
        <OpportunityTable
          rows={shown}
          kind={kind}
          sort={sortOf(search)}
          onSort={(sort) => {
            const { sort: _dropped, ...rest } = search;
            const text = writeSort(sort);
            onSearch(text === undefined ? rest : { ...rest, sort: text });
          }}
          selectedId={props.selectedId}
          onSelect={props.onSelect}
          onOpen={open}
          onHold={props.onHold}
          execution={execution}
        />
      )}
    </div>
  );
}

interface FilterBarProps {
  readonly rows: readonly Opportunity[];
  readonly search: ArbitrageSearch;
  readonly onSearch: (search: ArbitrageSearch) => void;
  readonly onFilter: (filter: StatusFilter) => void;
}

function FilterBar({ rows, search, onSearch, onFilter }: FilterBarProps) {
  const counts = countByFilter(rows);
  const setEdge = (edge: 'round' | 'entry'): void => {
    const { edge: _dropped, ...rest } = search;
    onSearch(edge === 'entry' ? { ...rest, edge } : rest);
  };
  return (
    <>
      <Segmented
        label="Status filter"
        value={search.status ?? 'all'}
        onChange={onFilter}
        segments={[
          { value: 'all', label: `All ${counts.all}` },
          { value: 'ready', label: `Ready ${counts.ready}` },
          { value: 'eval', label: `Eval ${counts.eval}` },
          { value: 'blocked', label: `Blocked ${counts.blocked}` },
        ]}
      />
      <Segmented
        label="Edge shown"
        value={edgeOf(search)}
        onChange={setEdge}
        segments={[
          { value: 'round', label: 'Round trip' },
          { value: 'entry', label: 'Entry only' },
        ]}
      />
    </>
  );
}

function NoRows({ state, filter, hasRows }: { state: StateFacts | undefined; filter: StatusFilter; hasRows: boolean }) {
  if (hasRows && filter !== 'all')
    return <EmptyState title="No opportunities found">None has this status now. Press 1 to see all.</EmptyState>;
  if (!state?.scanning)
    return (
      <EmptyState title="No opportunities found">
        {state ? 'The scanner is stopped. Start it to compare the venues.' : undefined}
      </EmptyState>
    );
  return (
    <EmptyState title="Scanning for opportunities...">
      {formatCount(state.pairs)} pairs, best {formatBps(state.best_entry_net_bps)} bps, minimum{' '}
      {formatBps(state.session.min_spread_bps)}
    </EmptyState>
  );
}

/** Says why the rows stand still; null while they move. */
function wordStill(pause: { readonly isPaused: boolean; readonly waiting: number }, isFrozen: boolean): string | null {
  if (pause.isPaused) return `Paused, ${formatCount(pause.waiting)} updates wait`;
  return isFrozen ? 'order frozen' : null;
}

interface PanelFooterProps {
  readonly rows: readonly Opportunity[];
  readonly search: ArbitrageSearch;
  readonly note: string | null;
}

function PanelFooter({ rows, search, note }: PanelFooterProps) {
  const blocked = countByFilter(rows).blocked;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line1 px-3.5 py-1.5 text-xs text-fg2">
      <CostLegend kind={edgeOf(search)} />
      <span className="flex-1" />
      {note === null ? null : <Tag tone="accent">{note}</Tag>}
      <span className="tabular">
        {formatCount(rows.length)} rows{blocked === 0 ? '' : `, ${formatCount(blocked)} blocked`}
      </span>
    </div>
  );
}
