import type { PositionRow } from '@riptide/contracts/calls';
import { ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatChangePct, formatPct, formatPx, formatQty, UNKNOWN } from '../../lib/format.ts';
import type { Column } from '../data-table/column.ts';
import { Num, Px, Unknown } from '../num.tsx';
import { SideTag } from '../side-tag.tsx';
import { VenueBadge } from '../venue.tsx';
import { CloseButton } from './close-button.tsx';
import { HeldTime } from './held-time.tsx';
import { agedBy, isBlind, MarkPrice } from './mark-price.tsx';
import { liquidationDistancePct } from './position-figures.ts';

/** An open position with the reason it was opened for, where the engine told one. */
export type PositionLine = PositionRow & { readonly reason: string | undefined };

interface ColumnParts {
  /** Shows a position's symbol elsewhere, e.g. in the chart. */
  readonly onSymbol?: ((row: PositionRow) => void) | undefined;
}

/** The columns of open positions. */
export function positionColumns({ onSymbol }: ColumnParts): readonly Column<PositionLine>[] {
  return [
    {
      id: 'symbol',
      header: 'Symbol',
      sortBy: (row) => row.symbol,
      cell: (row) => (
        <span className="inline-flex items-center gap-1.5 font-semibold">
          <SymbolName row={row} onSymbol={onSymbol} />
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
      (row) => <Px value={row.entry_price} tick={row.tick_size} />,
    ),
    right(
      'mark',
      'Mark Price',
      (row) => row.mark_price,
      (row) => <MarkPrice row={row} />,
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
      (row) => (
        <span className={agedBy(row)}>
          <Num kind="pnl" value={row.unrealized_pnl} coloured className="font-semibold" />
        </span>
      ),
    ),
    right(
      'roe',
      'ROE',
      (row) => row.roe_pct,
      (row) => (
        <span className={agedBy(row)}>
          <Signed value={row.roe_pct} />
        </span>
      ),
    ),
    {
      id: 'plan',
      header: 'Exit plan',
      cell: (row) => <ExitPlan row={row} />,
    },
    right(
      'held',
      'Held',
      (row) => row.opened_at,
      (row) => <HeldTime openedAtS={row.opened_at} />,
    ),
    { id: 'action', header: '', align: 'right', cell: (row) => <CloseButton row={row} /> },
  ];
}

function right(
  id: string,
  header: string,
  value: (row: PositionRow) => number | null,
  cell: (row: PositionRow) => ReactNode,
): Column<PositionLine> {
  return { id, header, align: 'right', sortBy: value, cell };
}

function SymbolName({ row, onSymbol }: ColumnParts & { readonly row: PositionRow }) {
  if (!onSymbol) return row.symbol;
  return (
    <button type="button" className="min-h-6 hover:text-accent" title="Show in the chart" onClick={() => onSymbol(row)}>
      {row.symbol}
    </button>
  );
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
      <Px value={row.liquidation_price} tick={row.tick_size} />{' '}
      <small className="text-2xs text-fg3">{formatPct(away)}</small>
    </span>
  );
}

/** Says what it means for its stop that a position's venue tells no price. */
export function wordBlind({ venue, mode }: Pick<PositionRow, 'venue' | 'mode'>): string {
  return mode === 'paper'
    ? `${venue} tells no price now: a stop on paper waits for one`
    : `${venue} tells no price now; the stop rests at the venue`;
}

/** Two prices side by side in a narrow cell: without the zeros at their end. */
function shortPx(px: number): string {
  return formatPx(px).replace(/\.?0+$/, '');
}

export function ExitPlan({ row }: { row: PositionLine }) {
  const { stop_price: stop, take_profit_price: target } = row;
  return (
    <span
      className="inline-flex items-center gap-x-1.5 text-xs text-fg2 @max-[1000px]:flex-col @max-[1000px]:items-start @max-[1000px]:text-2xs @max-[1000px]:leading-[14px]"
      title={row.reason}
    >
      {row.protected ? null : (
        <span className="inline-flex items-center gap-1 text-warn" title="No protective stop is confirmed">
          <ShieldAlert size={13} aria-hidden /> unprotected
        </span>
      )}
      {isBlind(row) ? (
        <span className="inline-flex items-center gap-1 text-warn" title={wordBlind(row)}>
          <ShieldAlert size={13} aria-hidden /> no price
        </span>
      ) : null}
      {stop === null ? null : (
        <span>
          <span className="text-down">SL</span> {shortPx(stop)}
        </span>
      )}
      {target === null ? null : (
        <span>
          <span className="text-up">TP</span> {shortPx(target)}
        </span>
      )}
      {stop === null && target === null && row.protected ? 'by its engine' : null}
    </span>
  );
}
