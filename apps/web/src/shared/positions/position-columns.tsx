import type { PositionRow } from '@riptide/contracts';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatChangePct, formatPct, formatPx, formatQty, UNKNOWN } from '../../lib/format.ts';
import type { Column } from '../data-table/column.ts';
import { Num, Unknown } from '../num.tsx';
import { SideTag } from '../side-tag.tsx';
import { VenueBadge } from '../venue.tsx';
import { HeldTime } from './held-time.tsx';
import { liquidationDistancePct } from './position-figures.ts';

interface ColumnParts {
  /** Why a position was opened, by its id. */
  readonly reasons: ReadonlyMap<string, string>;
  readonly action: (row: PositionRow) => ReactNode;
  /** The symbol, e.g. a button that shows it in the chart. */
  readonly symbol?: (row: PositionRow) => ReactNode;
}

/** The columns of open positions. */
export function positionColumns({ reasons, action, symbol }: ColumnParts): readonly Column<PositionRow>[] {
  return [
    {
      id: 'symbol',
      header: 'Symbol',
      sortBy: (row) => row.symbol,
      csv: (row) => `${row.symbol} ${row.venue} ${row.mode}`,
      cell: (row) => (
        <span className="inline-flex items-center gap-1.5 font-semibold">
          {symbol?.(row) ?? row.symbol}
          {row.leverage === null ? null : <small className="text-2xs font-normal text-fg3">{`${row.leverage}x`}</small>}
          <VenueBadge venue={row.venue} />
          {row.mode === 'live' ? <small className="text-2xs font-bold text-live">LIVE</small> : null}
        </span>
      ),
    },
    {
      id: 'side',
      header: 'Side',
      sortBy: (row) => row.side,
      csv: (row) => row.side,
      cell: (row) => <SideTag side={row.side} />,
    },
    right(
      'size',
      'Size',
      (row) => row.size,
      (row) => formatQty(row.size),
    ),
    right(
      'entry',
      'Entry Price',
      (row) => row.entry_price,
      (row) => formatPx(row.entry_price),
    ),
    right(
      'mark',
      'Mark Price',
      (row) => row.mark_price,
      (row) => <Num kind="px" value={row.mark_price} />,
    ),
    right(
      'liq',
      'Liq. price',
      (row) => row.liquidation_price,
      (row) => <LiquidationPrice row={row} />,
    ),
    right(
      'pnl',
      'PnL',
      (row) => row.unrealized_pnl,
      (row) => <Num kind="pnl" value={row.unrealized_pnl} coloured className="font-semibold" />,
    ),
    right(
      'roe',
      'ROE',
      (row) => row.roe_pct,
      (row) => <Signed value={row.roe_pct} />,
    ),
    {
      id: 'plan',
      header: 'Exit plan',
      cell: (row) => <ExitPlan row={row} reason={reasons.get(row.id)} />,
      csv: (row) => reasons.get(row.id) ?? null,
    },
    right(
      'held',
      'Held',
      (row) => row.opened_at,
      (row) => <HeldTime openedAtS={row.opened_at} />,
    ),
    { id: 'action', header: '', align: 'right' as const, cell: action },
  ];
}

function right(
  id: string,
  header: string,
  value: (row: PositionRow) => number | null,
  cell: (row: PositionRow) => ReactNode,
): Column<PositionRow> {
  return { id, header, align: 'right', sortBy: value, csv: value, cell };
}

export function Signed({ value }: { value: number | null }) {
  const text = formatChangePct(value);
  if (text === UNKNOWN) return <Unknown />;
  return <span className={text.startsWith('-') ? 'text-down' : 'text-up'}>{text}</span>;
}

export function LiquidationPrice({ row }: { row: PositionRow }) {
  const away = liquidationDistancePct(row);
  if (row.liquidation_price === null) return <Unknown />;
  return (
    <span title={away === null ? undefined : `${formatPct(away)} from the mark price`}>
      {formatPx(row.liquidation_price)} <small className="text-2xs text-fg3">{formatPct(away)}</small>
    </span>
  );
}

export function ExitPlan({ row, reason }: { row: PositionRow; reason: string | undefined }) {
  const { stop_price: stop, take_profit_price: target } = row;
  return (
    <span className="inline-flex items-center gap-1.5 text-xs text-fg2" title={reason}>
      {row.protected ? null : (
        <span className="inline-flex items-center gap-1 text-warn" title="No protective stop is confirmed">
          <ShieldAlert size={13} aria-hidden /> unprotected
        </span>
      )}
      {stop === null ? null : (
        <span>
          <span className="text-down">SL</span> {formatPx(stop)}
        </span>
      )}
      {target === null ? null : (
        <span>
          <span className="text-up">TP</span> {formatPx(target)}
        </span>
      )}
      {stop === null && target === null && row.protected ? 'by its engine' : null}
    </span>
  );
}
