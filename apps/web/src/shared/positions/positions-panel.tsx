import { getAdvancedStatus, type PositionRow, type VenueName } from '@riptide/contracts/calls';
import { useState } from 'react';
import { formatPnl, formatQty, formatUsd } from '../../lib/format.ts';
import { joinNames } from '../../lib/join-names.ts';
import { lazyPart } from '../../lib/lazy-part.tsx';
import { useMedia } from '../../lib/use-media.ts';
import { AgeTag, useAgeMs } from '../age-tag.tsx';
import { DataTable } from '../data-table/data-table.tsx';
import { freshnessOf } from '../freshness.ts';
import { Num, Px } from '../num.tsx';
import { OpenOrders } from '../orders/open-orders.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../panel-states.tsx';
import { Panel } from '../panel.tsx';
import { usePositions } from '../portfolio-calls.ts';
import { SideTag } from '../side-tag.tsx';
import { useCall } from '../use-call.ts';
import { VenueBadge } from '../venue.tsx';
import { cn } from '../../ui/cn.ts';
import { LoadedApart } from '../../ui/loaded-apart.tsx';
import { Tag } from '../../ui/tag.tsx';
import { CloseButton } from './close-button.tsx';
import { CloseMany } from './close-many.tsx';
import { ExitPlan, LiquidationPrice, positionColumns, Signed, type PositionLine } from './position-columns.tsx';
import { agedBy, isBlind, MarkPrice } from './mark-price.tsx';
import { POSITION_EXPORT } from './position-export.ts';
import { sumKnown } from './position-figures.ts';

const PositionDetails = lazyPart(() => import('./position-details.tsx').then((each) => each.PositionDetails));

/** Specified poll interval of the engine's open positions with their reasons. */
const ADVANCED_INTERVAL_MS = 3000;
/** Positions are pushed about once a second while one is open. */
const POSITIONS_AGE_MS = 3000;

/** Open positions against their limits, and why each was opened. */
export function useAdvancedStatus() {
  return useCall(getAdvancedStatus, { intervalMs: ADVANCED_INTERVAL_MS });
}

/** From a rail to a phone: the exit plan has to stand free of the pinned Close, so what follows from other columns is left out. */
const NARROW = '(max-width: 1180px)';
const LEFT_OUT: ReadonlySet<string> = new Set(['roe', 'held']);

/** A head, five rows (as many as are open at most by default) and the foot: what is below stays where it is when they come. */
const BODY_HEIGHT = 'by-rows flex min-h-[calc(var(--row)*7)] flex-col max-sm:min-h-0 [&>*]:flex-1';

interface PositionsPanelProps {
  /** Shows a position's symbol elsewhere, e.g. in the chart. */
  readonly onSymbol?: (row: PositionRow) => void;
  readonly title?: string;
  /** Where each decision can be read, e.g. `the tape below`. */
  readonly decisionsAt?: string;
  /** A part of a panel around it. */
  readonly isInner?: boolean;
}

/** The position manager: every open position, close one, those in profit, or all; below them the orders that rest. */
export function PositionsPanel(props: PositionsPanelProps) {
  const { onSymbol, title = 'Positions', decisionsAt = 'the tape below', isInner = false } = props;
  const query = usePositions();
  const reasons = useReasons();
  const [openedId, setOpenedId] = useState<string | null>(null);
  const rows = (query.data?.positions ?? []).map((row) => ({ ...row, reason: reasons.get(row.id) }));
  const ageMs = useAgeMs(query.data?.atSeconds ?? null);
  const isStale = rows.length > 0 && ageMs !== null && freshnessOf(ageMs, POSITIONS_AGE_MS) === 'lost';
  const unknown = wordUnknown(query.data?.uncompared ?? []);
  const columns = positionColumns({ onSymbol });
  const isNarrow = useMedia(NARROW);
  return (
    <Panel
      title={title}
      isInner={isInner}
      note={
        <>
          <Tag>{query.data === undefined || (unknown !== null && rows.length === 0) ? '—' : rows.length}</Tag>
          {unknown === null || rows.length === 0 ? null : <Tag tone="warn">{unknown}</Tag>}
        </>
      }
      actions={
        <>
          {rows.length === 0 ? null : <Sums rows={rows} />}
          {isStale ? <AgeTag atSeconds={query.data?.atSeconds ?? null} intervalMs={POSITIONS_AGE_MS} isShort /> : null}
          <CloseMany rows={rows} />
        </>
      }
    >
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load positions" onRetry={() => void query.refetch()} />
      ) : null}
      <div className={BODY_HEIGHT}>
        {query.isPending ? <LoadingRows rows={3} label="Loading positions" /> : null}
        {query.data === undefined ? null : (
          <DataTable
            label="Positions"
            rows={rows}
            columns={isNarrow ? columns.filter(({ id }) => !LEFT_OUT.has(id)) : columns}
            exportColumns={POSITION_EXPORT}
            rowId={(row) => row.id}
            onOpen={(row) => setOpenedId(row.id)}
            selectedId={openedId}
            card={drawPositionCard}
            csvName="positions.csv"
            isStale={isStale}
            empty={
              <EmptyState title={unknown ?? 'No active positions'}>
                {unknown === null
                  ? `The engine opens one when a liquidation cluster passes its gates; ${decisionsAt} shows each decision.`
                  : 'What is held there is asked for after each start, before anything new is begun.'}
              </EmptyState>
            }
          />
        )}
        <OpenOrders />
      </div>
      <LoadedApart>
        <PositionDetails row={rows.find(({ id }) => id === openedId)} onClose={() => setOpenedId(null)} />
      </LoadedApart>
    </Panel>
  );
}

/** Says of which venues it is not known what is held; null when it is of all. */
function wordUnknown(venues: readonly VenueName[]): string | null {
  if (venues.length === 0) return null;
  return `${joinNames(venues)} ${venues.length === 1 ? 'is' : 'are'} not compared yet`;
}

function useReasons(): ReadonlyMap<string, string> {
  const positions = useAdvancedStatus().data?.advanced_status.positions ?? [];
  return new Map(positions.map(({ id, reasoning }) => [id, reasoning]));
}

function Sums({ rows }: { rows: readonly PositionRow[] }) {
  const blind = rows.filter(isBlind).length;
  const open = formatPnl(sumKnown(rows.map((row) => row.unrealized_pnl)));
  return (
    <span className="max-sm:basis-full max-sm:text-right tabular text-xs text-fg3">
      margin {formatUsd(sumKnown(rows.map((row) => row.margin_usd)))} · open{' '}
      <span className={open.startsWith('-') ? 'text-down' : 'text-up'}>{open}</span>
      {blind === 0 ? null : <span className="text-warn">{` · ${blind} without a price of now`}</span>}
    </span>
  );
}

function drawPositionCard(row: PositionLine) {
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex items-start justify-between gap-2">
        <span className="flex flex-wrap items-center gap-2 text-md font-semibold">
          {row.symbol} <SideTag side={row.side} /> <VenueBadge venue={row.venue} />
          {row.leverage === null ? null : <span className="text-sm font-normal text-fg3">{`${row.leverage}x`}</span>}
        </span>
        <span className={cn('text-right', agedBy(row))}>
          <Num kind="pnl" value={row.unrealized_pnl} coloured className="text-md font-semibold" />
          <span className="block text-[12px]">
            <Signed value={row.roe_pct} />
          </span>
        </span>
      </div>
      <dl className="grid grid-cols-3 gap-2 text-sm">
        {(
          [
            ['Size', formatQty(row.size)],
            ['Entry Price', <Px key="entry" value={row.entry_price} tick={row.tick_size} />],
            ['Mark Price', <MarkPrice key="mark" row={row} />],
          ] as const
        ).map(([label, text]) => (
          <div key={label}>
            <dt className="text-2xs text-fg3">{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
        <div>
          <dt className="text-2xs text-fg3">Liq. price</dt>
          <dd>
            <LiquidationPrice row={row} />
          </dd>
        </div>
        <div className="col-span-2">
          <dt className="text-2xs text-fg3">Exit plan</dt>
          <dd>
            <ExitPlan row={row} />
          </dd>
        </div>
      </dl>
      {row.reason === undefined ? null : <p className="text-2xs text-fg3">{row.reason}</p>}
      <CloseButton row={row} isLarge />
    </div>
  );
}
