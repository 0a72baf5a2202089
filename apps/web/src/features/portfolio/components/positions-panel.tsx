import type { PositionRow, VenueName } from '@riptide/contracts/calls';
import { Link } from '@tanstack/react-router';
import { formatChangePct, formatPct, formatQty, UNKNOWN } from '../../../lib/format.ts';
import { AgeTag, useAgeMs } from '../../../shared/age-tag.tsx';
import type { Column } from '../../../shared/data-table/column.ts';
import { DataTable } from '../../../shared/data-table/data-table.tsx';
import { freshnessOf } from '../../../shared/freshness.ts';
import { Num, Px, Unknown } from '../../../shared/num.tsx';
import { EmptyState, ErrorState, LoadingRows } from '../../../shared/panel-states.tsx';
import { Panel } from '../../../shared/panel.tsx';
import { BALANCES_INTERVAL_MS, usePositions } from '../../../shared/portfolio-calls.ts';
import { MarkPrice } from '../../../shared/positions/mark-price.tsx';
import { SideTag } from '../../../shared/side-tag.tsx';
import { VenueBadge } from '../../../shared/venue.tsx';
import { cn } from '../../../ui/cn.ts';
import { Tag } from '../../../ui/tag.tsx';
import { Amount } from '../amounts.tsx';
import { liquidationDistancePct } from '../model/liquidation-distance.ts';

function SymbolCell({ row }: { row: PositionRow }) {
  return (
    <span className="flex items-center gap-1.5">
      <b className="font-semibold">{row.symbol}</b>
      <VenueBadge venue={row.venue} />
      {row.market === 'spot' ? <Tag>spot</Tag> : null}
      {row.mode === 'live' ? <Tag tone="warn">LIVE</Tag> : null}
    </span>
  );
}

function Pnl({ row }: { row: PositionRow }) {
  const pct = formatChangePct(row.roe_pct);
  return (
    <span title={pct === UNKNOWN ? undefined : `ROE ${pct}`}>
      <Amount>
        <Num kind="pnl" value={row.pnl} coloured className="font-semibold" />
      </Amount>
      {pct === UNKNOWN ? null : <small className="pl-1.5 text-2xs text-fg3">{pct}</small>}
    </span>
  );
}

function Liquidation({ row }: { row: PositionRow }) {
  const distance = liquidationDistancePct(row);
  if (row.liquidation_price === null) return <Unknown />;
  return (
    <span className={cn(distance !== null && distance < 5 && 'text-warn')}>
      <Px value={row.liquidation_price} tick={row.tick_size} />
      <small className="pl-1.5 text-2xs text-fg3">{distance === null ? UNKNOWN : `${formatPct(distance)} away`}</small>
    </span>
  );
}

const COLUMNS: readonly Column<PositionRow>[] = [
  {
    id: 'symbol',
    header: 'Symbol',
    sortBy: (row) => row.symbol,
    cell: (row) => <SymbolCell row={row} />,
    csv: (row) => row.symbol,
  },
  {
    id: 'side',
    header: 'Side',
    sortBy: (row) => row.side,
    cell: (row) => <SideTag side={row.side} />,
    csv: (row) => row.side,
  },
  {
    id: 'size',
    header: 'Size',
    align: 'right',
    sortBy: (row) => row.notional,
    cell: (row) => <Amount>{formatQty(row.size)}</Amount>,
    csv: (row) => row.size,
  },
  {
    id: 'entry',
    header: 'Entry Price',
    align: 'right',
    sortBy: (row) => row.entry_price,
    cell: (row) => <Px value={row.entry_price} tick={row.tick_size} />,
    csv: (row) => row.entry_price,
  },
  {
    id: 'mark',
    header: 'Mark Price',
    align: 'right',
    sortBy: (row) => row.mark_price,
    cell: (row) => <MarkPrice row={row} />,
    csv: (row) => row.mark_price,
  },
  {
    id: 'pnl',
    header: 'PnL',
    align: 'right',
    sortBy: (row) => row.pnl,
    cell: (row) => <Pnl row={row} />,
    csv: (row) => row.pnl,
  },
  {
    id: 'notional',
    header: 'Notional',
    align: 'right',
    sortBy: (row) => row.notional,
    cell: (row) => (
      <Amount>
        <Num kind="usd" value={row.notional} />
      </Amount>
    ),
    csv: (row) => row.notional,
  },
  {
    id: 'liquidation',
    header: 'Liquidation',
    align: 'right',
    sortBy: liquidationDistancePct,
    cell: (row) => <Liquidation row={row} />,
    csv: (row) => row.liquidation_price,
  },
];

/** Columns that only the file has. */
const EXPORTED: readonly Column<PositionRow>[] = [
  ...COLUMNS,
  { id: 'venue', header: 'Venue', cell: () => null, csv: (row) => row.venue },
  { id: 'mode', header: 'Mode', cell: () => null, csv: (row) => row.mode },
];

/** A position below 641 px. */
function positionCard(row: PositionRow) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <div className="flex items-center justify-between gap-2">
        <SymbolCell row={row} />
        <SideTag side={row.side} />
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-1.5">
        <Pair label="Size">
          <Amount>{formatQty(row.size)}</Amount>
        </Pair>
        <Pair label="PnL">
          <Pnl row={row} />
        </Pair>
        <Pair label="Entry Price">
          <Px value={row.entry_price} tick={row.tick_size} />
        </Pair>
        <Pair label="Mark Price">
          <MarkPrice row={row} />
        </Pair>
        <Pair label="Liquidation">
          <Liquidation row={row} />
        </Pair>
      </dl>
    </div>
  );
}

function Pair({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col">
      <dt className="text-2xs text-fg3">{label}</dt>
      <dd className="truncate font-[550]">{children}</dd>
    </div>
  );
}

/** The open positions of all venues, or of one. */
export function PositionsPanel({ venue }: { venue: VenueName | undefined }) {
  const query = usePositions();
  const ageMs = useAgeMs(query.data?.atSeconds ?? null);
  const isOld = ageMs !== null && ['stale', 'lost'].includes(freshnessOf(ageMs, BALANCES_INTERVAL_MS));
  const rows = query.data?.positions.filter((row) => venue === undefined || row.venue === venue);
  return (
    <Panel
      title="Current Positions"
      age={<AgeTag atSeconds={query.data?.atSeconds ?? null} intervalMs={BALANCES_INTERVAL_MS} isShort />}
      actions={
        <Link to="/app/trading" className="reach text-[12px] text-accent hover:underline">
          Manage
        </Link>
      }
    >
      {query.isError ? (
        <ErrorState error={query.error} fallback="Failed to load positions" onRetry={() => void query.refetch()} />
      ) : null}
      {rows === undefined ? (
        query.isError ? null : (
          <LoadingRows rows={4} label="Loading positions" />
        )
      ) : (
        <DataTable
          label="Current positions"
          rows={rows}
          columns={COLUMNS}
          exportColumns={EXPORTED}
          rowId={(row) => row.id}
          initialSort={{ column: 'notional', isFalling: true }}
          card={positionCard}
          csvName="positions.csv"
          isStale={isOld}
          empty={<EmptyState title="No active positions. Start trading to see positions here." />}
        />
      )}
    </Panel>
  );
}
