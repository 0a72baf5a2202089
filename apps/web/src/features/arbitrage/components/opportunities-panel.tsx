import type { Opportunity } from '@riptide/contracts/calls';
import { Pause, Play } from 'lucide-react';
import { UNKNOWN, formatBps, formatCount } from '../../../lib/format.ts';
import { useHotkeys } from '../../../lib/hotkeys.ts';
import { PHONE, useMedia } from '../../../lib/use-media.ts';
import { useLastItemAtS, useStreamState } from '../../../lib/use-stream-state.ts';
import { CsvButton } from '../../../shared/csv-button.tsx';
import { AgeTag, useAgeMs } from '../../../shared/age-tag.tsx';
import { PUSH_INTERVAL_MS, freshnessOf } from '../../../shared/freshness.ts';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { useKnownHealth } from '../../../shared/use-health.ts';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { Tag } from '../../../ui/tag.tsx';
import type { StateFacts } from '../../../shared/opportunities/use-arbitrage-state.ts';
import { ROWS_LIMIT, useOpportunitiesLoad } from '../../../shared/opportunities/arbitrage-feed.tsx';
import { edgeOf, sortOf, writeSort, type ArbitrageSearch } from '../model/arbitrage-search.ts';
import { opportunitiesCsv } from '../model/opportunity-csv.ts';
import {
  STATUS_FILTERS,
  countByFilter,
  passesFilter,
  type StatusFilter,
} from '../../../shared/opportunities/opportunity-view.ts';
import { CostLegend } from './cost-bar.tsx';
import { OpportunityCards } from './opportunity-cards.tsx';
import { OpportunityTable } from './opportunity-table.tsx';
import { useTablePause } from './use-ordered-rows.ts';

interface OpportunitiesPanelProps {
  /** In their order on screen, gone ones among them. */
  readonly rows: readonly Opportunity[];
  /** Without the gone ones; what is counted and exported. */
  readonly live: readonly Opportunity[];
  readonly state: StateFacts | undefined;
  /** Why nothing here is live; null while it is. */
  readonly trouble: string | null;
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
  const { rows, live, state, trouble, search, onSearch, execution } = props;
  const load = useOpportunitiesLoad();
  const pause = useTablePause();
  const filter = search.status ?? 'all';
  const shown = rows.filter((row) => passesFilter(row, filter));
  const shownLive = live.filter((row) => passesFilter(row, filter));
  const atSeconds = useDataTime(live, load.data?.atSeconds ?? null);
  const ageMs = useAgeMs(atSeconds);
  const freshness = ageMs === null ? 'live' : freshnessOf(ageMs, PUSH_INTERVAL_MS);
  const isStale = trouble !== null || freshness === 'stale' || freshness === 'lost';
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
            {trouble === null ? formatCount(shownLive.length) : UNKNOWN}
            {trouble === null && state ? ` of ${formatCount(state.pairs)} pairs` : ' pairs'}
          </Tag>
        </>
      }
      age={state?.scanning === false ? null : <AgeTag isShort atSeconds={atSeconds} intervalMs={PUSH_INTERVAL_MS} />}
      actions={
        <>
          <FilterBar rows={live} search={search} onSearch={onSearch} onFilter={setFilter} />
          <Button
            look="ghost"
            size="iconXs"
            aria-label={pause.isPaused ? 'Resume updates' : 'Pause updates'}
            title="Space"
            onClick={pause.toggle}
          >
            {pause.isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
          </Button>
          <CsvButton
            fileName="opportunities.csv"
            text={shownLive.length === 0 ? null : () => opportunitiesCsv(shownLive, execution)}
          />
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
          <NoRows state={state} trouble={trouble} filter={filter} hasRows={rows.length > 0} />
        )}
      </div>
      <PanelFooter
        rows={live}
        search={search}
        note={wordStill(pause, props.isFrozen)}
        cap={wordCap(live.length, load.data?.count ?? null)}
      />
    </Panel>
  );
}

/** The time of the newest row; without rows that of the last word of a server whose engine answers. */
function useDataTime(live: readonly Opportunity[], loadedAtSeconds: number | null): number | null {
  const { phase } = useStreamState();
  const lastItemAtS = useLastItemAtS();
  const isEngineThere = useKnownHealth()?.engine.connected ?? false;
  if (live.length > 0) return Math.max(...live.map((row) => row.timestamp));
  if (phase !== 'open' || !isEngineThere || lastItemAtS === null) return loadedAtSeconds;
  return Math.max(lastItemAtS, loadedAtSeconds ?? 0);
}

function Rows({
  shown,
  isStale,
  ...props
}: OpportunitiesPanelProps & { shown: readonly Opportunity[]; isStale: boolean }) {
  const isPhone = useMedia(PHONE);
  const { search, onSearch } = props;
  const kind = edgeOf(search);
  const open = (row: string): void => onSearch({ ...search, row });
  return (
    <div className={cn('mt-0! min-h-0 sm:flex-1', isStale && 'stale')} data-freshness={isStale ? 'stale' : 'live'}>
      {isPhone ? (
        <OpportunityCards rows={shown} kind={kind} onOpen={open} />
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

interface NoRowsProps {
  readonly state: StateFacts | undefined;
  readonly trouble: string | null;
  readonly filter: StatusFilter;
  readonly hasRows: boolean;
}

function NoRows({ state, trouble, filter, hasRows }: NoRowsProps) {
  if (trouble !== null) return <EmptyState title="Nothing is known now">{trouble}.</EmptyState>;
  if (hasRows && filter !== 'all')
    return <EmptyState title="No opportunities found">None has this status now. Press 1 to see all.</EmptyState>;
  if (!state?.scanning)
    return (
      <EmptyState title="No opportunities found">
        {state ? 'The scanner is stopped. Start it to compare the venues.' : undefined}
      </EmptyState>
    );
  return <EmptyState title="Scanning for opportunities...">{wordSearch(state)}</EmptyState>;
}

/** The minimum spread is held against the gross edge, so that is what stands beside it. */
function wordSearch(state: StateFacts): string {
  const pairs = `${formatCount(state.pairs)} pairs`;
  const minimum = `minimum ${formatBps(state.session.min_spread_bps)}`;
  const net = `best net ${formatBps(state.best_entry_net_bps)} bps after entry costs`;
  if (state.best_gross_bps === undefined) return `${pairs}, ${net}, ${minimum}`;
  return `${pairs}, best gross ${formatBps(state.best_gross_bps)} bps, ${minimum}; ${net}`;
}

/** Says that the server has more rows than it sends; null while it has not. */
function wordCap(shown: number, count: number | null): string | null {
  if (count !== null && count > shown && shown >= ROWS_LIMIT)
    return `the first ${formatCount(shown)} of ${formatCount(count)} rows`;
  return shown >= ROWS_LIMIT ? `at most ${formatCount(ROWS_LIMIT)} rows are sent; there may be more` : null;
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
  readonly cap: string | null;
}

function PanelFooter({ rows, search, note, cap }: PanelFooterProps) {
  const blocked = countByFilter(rows).blocked;
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-4 gap-y-1 border-t border-line1 px-3.5 py-1.5 text-xs text-fg2">
      <CostLegend kind={edgeOf(search)} />
      <span className="flex-1" />
      {note === null ? null : <Tag tone="accent">{note}</Tag>}
      <span className="tabular">
        {cap ?? (rows.length === 1 ? '1 row' : `${formatCount(rows.length)} rows`)}
        {blocked === 0 ? '' : `, ${formatCount(blocked)} blocked`}
      </span>
    </div>
  );
}
