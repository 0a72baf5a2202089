import { DECISION_ACTION_NAMES, type DecisionItem } from '@riptide/contracts/calls';
import type { ReactNode } from 'react';
import { formatCompactUsd, formatCount, formatPct } from '../../../lib/format.ts';
import { Ago } from '../../../shared/ago.tsx';
import { AgeTag } from '../../../shared/age-tag.tsx';
import { armLabel, armWords } from '../../../shared/arm-label.ts';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { actionWords } from '../../../shared/decisions/decision-words.ts';
import { Num, Unknown } from '../../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Button } from '../../../ui/button.tsx';
import { SelectBox } from '../../../ui/select-box.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { AI_INTERVAL_MS, useDecisionPage } from '../api/use-ai-metrics.ts';
import { withPart, type AiSearch } from '../model/ai-search.ts';

interface DecisionsPanelProps {
  readonly search: AiSearch;
  readonly onSearch: (search: AiSearch) => void;
}

/** Every decision the sniping engines took, newest first, to the first one. */
export function DecisionsPanel({ search, onSearch }: DecisionsPanelProps) {
  const query = useDecisionPage(search);
  const next = query.data?.next_before ?? null;
  return (
    <Panel
      title="Decision table"
      note={
        query.data ? <span className="text-xs text-fg3">{`${formatCount(query.data.total)} on record`}</span> : null
      }
      age={<AgeTag atSeconds={query.data?.atSeconds ?? null} intervalMs={AI_INTERVAL_MS} isShort />}
      actions={<ActionFilter search={search} onSearch={onSearch} />}
    >
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load decisions" onRetry={() => void query.refetch()} />
      ) : null}
      {query.data === undefined ? (
        query.isError ? null : (
          <LoadingRows rows={8} label="Loading decisions" />
        )
      ) : (
        <DataTable
          label="Decisions"
          rows={query.data.decisions}
          columns={COLUMNS}
          rowId={(row) => row.id}
          onOpen={(row) => onSearch(withPart(search, { decision: row.id }))}
          selectedId={search.decision ?? null}
          card={drawCard}
          maxHeightPx={520}
          csvName="decisions.csv"
          empty={
            <EmptyState title="No decisions yet">
              {search.action === undefined
                ? 'A decision is taken at each trigger: liquidations of one side above their threshold.'
                : 'None of this kind is on record.'}
            </EmptyState>
          }
          footer={
            <nav aria-label="Pages" className="flex items-center gap-1">
              <Button
                look="ghost"
                size="xs"
                disabled={search.before === undefined}
                onClick={() => onSearch(withPart(search, { before: undefined }))}
              >
                Newest
              </Button>
              <Button
                look="ghost"
                size="xs"
                disabled={next === null}
                onClick={() => onSearch(withPart(search, { before: next ?? undefined }))}
              >
                Older
              </Button>
            </nav>
          }
        />
      )}
    </Panel>
  );
}

function ActionFilter({ search, onSearch }: DecisionsPanelProps) {
  return (
    <SelectBox
      aria-label="Action"
      value={search.action ?? ''}
      options={[
        { value: '', label: 'All actions' },
        ...DECISION_ACTION_NAMES.map((value) => ({ value, label: value })),
      ]}
      onChange={(action) => onSearch(withPart(search, { action, before: undefined }))}
    />
  );
}

function Action({ row }: { row: DecisionItem }) {
  const { word, tone } = actionWords(row);
  return <Tag tone={tone ?? 'neutral'}>{tone === null ? row.action : word}</Tag>;
}

const windowWords = (row: DecisionItem): ReactNode =>
  row.window_usd === null ? <Unknown /> : `${row.lower_bound ? '≥ ' : ''}${formatCompactUsd(row.window_usd)}`;

const COLUMNS: readonly Column<DecisionItem>[] = [
  {
    id: 'time',
    header: 'Time',
    cell: (row) => <Ago atSeconds={row.timestamp} />,
    csv: (row) => new Date(row.timestamp * 1000).toISOString(),
  },
  {
    id: 'symbol',
    header: 'Symbol',
    cell: (row) => (
      <span className="flex items-center gap-1.5">
        <b className="font-semibold">{row.symbol}</b>
        <VenueBadge venue={row.venue} />
      </span>
    ),
    csv: (row) => row.symbol,
  },
  { id: 'liquidated', header: 'Liquidated', cell: (row) => row.liquidated_side, csv: (row) => row.liquidated_side },
  { id: 'window', header: 'Window', align: 'right', cell: windowWords, csv: (row) => row.window_usd },
  {
    id: 'arm',
    header: 'Chosen arm',
    cell: (row) => <span title={armWords(row.arm)}>{armLabel(row.arm)}</span>,
    csv: (row) => row.arm,
  },
  {
    id: 'by',
    header: 'By',
    cell: (row) => (row.chosen_by === 'oraculis' ? 'Oraculis' : 'fixed'),
    csv: (row) => row.chosen_by,
  },
  {
    id: 'chance',
    header: 'Chance',
    align: 'right',
    cell: (row) => (row.propensity === null ? <Unknown /> : formatPct(row.propensity * 100)),
    csv: (row) => row.propensity,
  },
  { id: 'action', header: 'Action', cell: (row) => <Action row={row} />, csv: (row) => row.action },
  {
    id: 'reason',
    header: 'Reason',
    cell: (row) => (
      <span
        title={row.reason}
        className="block max-w-[260px] truncate text-fg2 lg:max-w-[310px] min-[1700px]:max-w-[56ch]"
      >
        {row.reason}
      </span>
    ),
    csv: (row) => row.reason,
  },
  {
    id: 'net',
    header: 'Net bps',
    align: 'right',
    cell: (row) => <Num kind="signed-bps" value={row.net_bps} coloured />,
    csv: (row) => row.net_bps,
  },
];

function drawCard(row: DecisionItem) {
  return <DecisionCard row={row} />;
}

function DecisionCard({ row }: { row: DecisionItem }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <div className="flex items-center justify-between gap-2">
        <span className="flex items-center gap-1.5">
          <b className="font-semibold">{row.symbol}</b>
          <VenueBadge venue={row.venue} />
        </span>
        <Action row={row} />
      </div>
      <p className="text-xs text-fg2">
        {windowWords(row)} {row.liquidated_side}, {armLabel(row.arm)}, net <Num kind="signed-bps" value={row.net_bps} />{' '}
        bps
      </p>
      <p className="text-xs text-fg3">
        <Ago atSeconds={row.timestamp} />: {row.reason}
      </p>
    </div>
  );
}
