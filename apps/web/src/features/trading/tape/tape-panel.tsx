import type { LiquidationItem } from '@riptide/contracts/calls';
import { Link } from '@tanstack/react-router';
import { Pause, Play } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { formatClock, formatExact } from '../../../lib/format-time.ts';
import { formatCount, formatUsd } from '../../../lib/format.ts';
import { useHotkeys } from '../../../lib/hotkeys.ts';
import { usePreferences } from '../../../lib/preferences.ts';
import { useRuntime } from '../../../lib/runtime.tsx';
import { PHONE, useMedia } from '../../../lib/use-media.ts';
import { useNow } from '../../../lib/use-now.ts';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { useMarketFeed, useTape, useTapeLoad } from '../../../shared/market-feed/market-feed.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { isHeard, useHealth } from '../../../shared/use-health.ts';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Button } from '../../../ui/button.tsx';
import { cn } from '../../../ui/cn.ts';
import { Dot } from '../../../ui/dot.tsx';
import { Segmented } from '../../../ui/segmented.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { actionWords } from '../../../shared/decisions/decision-words.ts';
import { BIG_USD, shownLiquidations, barShare } from '../model/tape-rows.ts';
import type { TapeFilter } from '../model/trading-search.ts';

/** As tall as what stands beside it. */
const TABLE_HEIGHT_PX = 300;

interface TapePanelProps {
  readonly filter: TapeFilter;
  readonly onFilter: (filter: TapeFilter) => void;
  readonly onDecision: (id: string) => void;
  readonly onSymbol: (symbol: string) => void;
}

/** Forced liquidations of all venues, newest first, each with what the engine decided on it and why. */
export function TapePanel({ filter, onFilter, onDecision, onSymbol }: TapePanelProps) {
  const load = useTapeLoad();
  const tape = useTape();
  const { serverClock } = useRuntime();
  const nowS = serverClock.toServerMs(useNow()) / 1000;
  const rows = shownLiquidations(tape, filter, nowS);
  const hold = useTapePause();
  const isPhone = useMedia(PHONE);
  const open = (row: LiquidationItem): void =>
    row.decision === null ? onSymbol(row.symbol) : onDecision(row.decision.id);
  useHotkeys({ ' ': hold.toggle });
  return (
    <Panel
      title="Liquidation tape"
      className="h-full"
      actions={
        <>
          <Sources />
          <Button size="xs" aria-pressed={hold.isPaused} title="Pause or resume the tape (Space)" onClick={hold.toggle}>
            {hold.isPaused ? <Play size={12} aria-hidden /> : <Pause size={12} aria-hidden />}
            {hold.isPaused ? `Resume, ${formatCount(hold.waiting)} waiting` : 'Pause'}
          </Button>
          <Segmented
            label="Size of liquidations"
            value={filter}
            onChange={onFilter}
            segments={[
              { value: 'all', label: 'All' },
              { value: 'big', label: '> $50k' },
            ]}
          />
        </>
      }
    >
      {load.isError ? (
        <ErrorState
          error={load.error}
          fallback="Failed to load the liquidation tape"
          onRetry={() => void load.refetch()}
        />
      ) : null}
      {load.isPending && rows.length === 0 ? <LoadingRows rows={8} label="Loading the liquidation tape" /> : null}
      {!load.isPending || rows.length > 0 ? (
        <DataTable
          label="Liquidations"
          rows={rows}
          columns={COLUMNS}
          rowId={(row) => row.id}
          maxHeightPx={TABLE_HEIGHT_PX}
          csvName="liquidations.csv"
          {...(isPhone ? {} : { onOpen: open })}
          card={drawTapeCard}
          empty={<EmptyTape filter={filter} />}
          footer={`${formatCount(rows.length)} in the last 10 min`}
        />
      ) : null}
    </Panel>
  );
}

function EmptyTape({ filter }: { filter: TapeFilter }) {
  return (
    <EmptyState
      title={filter === 'big' ? 'No liquidations above $50k in the last 10 min' : 'No liquidations in the last 10 min'}
    >
      The tape fills as the venues tell of forced closings.
    </EmptyState>
  );
}

/** While paused the tape stands still and counts what waits. */
function useTapePause() {
  const { liquidations } = useMarketFeed();
  const isPaused = useSyncExternalStore(liquidations.subscribe, () => liquidations.isPaused);
  const waiting = useSyncExternalStore(liquidations.subscribe, () => liquidations.waiting);
  return { isPaused, waiting, toggle: () => (liquidations.isPaused ? liquidations.resume() : liquidations.pause()) };
}

function Sources() {
  const venues = useHealth().data?.venues;
  if (venues === undefined) return null;
  const heard = venues.filter(isHeard).length;
  const silent = venues.filter((each) => !isHeard(each)).map(({ venue }) => venue);
  return (
    <span
      className="flex items-center gap-[5px] text-2xs whitespace-nowrap text-fg3"
      title={silent.length === 0 ? undefined : `Not heard: ${silent.join(', ')}`}
    >
      <Dot tone={silent.length === 0 ? 'ok' : 'warn'} small />
      {silent.length === 0 ? `${heard} venues` : `${heard} of ${venues.length} venues`}
    </span>
  );
}

function At({ atS }: { atS: number }) {
  const { zone } = usePreferences();
  return (
    <time
      dateTime={new Date(atS * 1000).toISOString()}
      title={formatExact(atS * 1000, zone)}
      className="font-mono text-xs text-fg3"
    >
      {formatClock(atS * 1000, zone)}
    </time>
  );
}

function Side({ side }: { side: 'LONG' | 'SHORT' }) {
  return (
    <span
      className={side === 'LONG' ? 'text-down' : 'text-up'}
      title={side === 'LONG' ? 'Longs were closed: sold by force' : 'Shorts were closed: bought by force'}
    >
      {side === 'LONG' ? 'Long' : 'Short'}
    </span>
  );
}

function Amount({ row }: { row: LiquidationItem }) {
  const exact = formatUsd(row.usd);
  return (
    <span
      className={cn(
        'inline-flex items-center gap-2.5 max-sm:flex-col max-sm:items-end max-sm:gap-0',
        row.usd >= BIG_USD && 'font-semibold',
      )}
      title={row.lower_bound ? `At least ${exact}: the venue tells only some` : exact}
    >
      <span>
        {row.lower_bound ? '≥ ' : ''}
        {formatCount(row.usd)}
      </span>
      <span aria-hidden className="flex h-1.5 w-16 flex-none max-sm:h-[3px] max-sm:w-14 max-sm:justify-end">
        <span className="rounded-[2px] bg-warn" style={{ width: `${barShare(row.usd) * 100}%` }} />
      </span>
    </span>
  );
}

function Action({ row }: { row: LiquidationItem }) {
  const { word, tone, detail } = actionWords(row.decision);
  return tone === null ? (
    <span
      title={detail}
      className="block max-w-[52ch] @max-[760px]:max-w-[24ch] @max-[620px]:max-w-[84px] min-w-0 truncate text-xs text-fg3"
    >
      {word}
    </span>
  ) : (
    <span title={detail}>
      <Tag tone={tone}>{word}</Tag>
    </span>
  );
}

const COLUMNS: readonly Column<LiquidationItem>[] = [
  {
    id: 'time',
    header: 'Time',
    cell: (row) => <At atS={row.timestamp} />,
    csv: (row) => new Date(row.timestamp * 1000).toISOString(),
  },
  {
    id: 'symbol',
    header: 'Symbol',
    csv: (row) => `${row.symbol} ${row.venue}`,
    cell: (row) => (
      <span className="inline-flex items-center gap-1.5 font-semibold">
        {row.symbol.replace(/USDT$/, '')} <VenueBadge venue={row.venue} />
      </span>
    ),
  },
  {
    id: 'side',
    header: 'Liquidated',
    cell: (row) => <Side side={row.liquidated_side} />,
    csv: (row) => row.liquidated_side,
  },
  { id: 'usd', header: 'USD', align: 'right', cell: (row) => <Amount row={row} />, csv: (row) => row.usd },
  {
    id: 'action',
    header: 'Action',
    cell: (row) => <Action row={row} />,
    csv: (row) => actionWords(row.decision).detail,
  },
];

function drawTapeCard(row: LiquidationItem) {
  return (
    <div className="flex min-h-6 items-center gap-x-2 text-sm whitespace-nowrap">
      <At atS={row.timestamp} />
      <b className="font-semibold">{row.symbol.replace(/USDT$/, '')}</b>
      <VenueBadge venue={row.venue} />
      <Side side={row.liquidated_side} />
      <span className="flex min-w-0 flex-1 justify-end overflow-hidden">
        {row.decision === null ? (
          <Action row={row} />
        ) : (
          <Link
            to="."
            search={(search: object) => ({ ...search, decision: row.decision?.id })}
            aria-label={`${actionWords(row.decision).word}: why?`}
            className="reach inline-flex min-h-8 min-w-0 items-center underline decoration-fg3 underline-offset-3"
          >
            <Action row={row} />
          </Link>
        )}
      </span>
      <Amount row={row} />
    </div>
  );
}
