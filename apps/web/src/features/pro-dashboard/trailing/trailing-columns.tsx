import type { TrailingOrderRow } from '@riptide/contracts/calls';
import { TriangleAlert } from 'lucide-react';
import { formatPct, formatQty } from '../../../lib/format.ts';
import type { Column } from '../../../shared/data-table/column.ts';
import { Num } from '../../../shared/num.tsx';
import { VenueBadge } from '../../../shared/venue.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { toneOfState } from './model/trailing-defaults.ts';
import { OrderActions } from './order-actions.tsx';
import { ProgressCell } from './progress-cell.tsx';

interface ColumnParts {
  readonly isStale: boolean;
}

/** The columns of trailing orders. */
export function trailingColumns({ isStale }: ColumnParts): readonly Column<TrailingOrderRow>[] {
  return [
    {
      id: 'id',
      header: 'Order ID',
      sortBy: ({ order_id: id }) => id,
      cell: ({ order_id: id }) => <span className="font-mono text-[12px] text-fg2">{id}</span>,
    },
    {
      id: 'symbol',
      header: 'Symbol',
      sortBy: ({ symbol }) => symbol,
      cell: ({ symbol, venue }) => (
        <span className="inline-flex items-center gap-1.5 font-semibold">
          {symbol} <VenueBadge venue={venue} />
        </span>
      ),
    },
    {
      id: 'side',
      header: 'Side',
      sortBy: ({ side }) => side,
      cell: ({ side }) => <Side side={side} />,
    },
    right('quantity', 'Qty', (row) => formatQty(row.quantity)),
    right('entry_price', 'Entry', (row) => <Num kind="px" value={row.entry_price} />),
    right('best_price', 'Best price', (row) => <Num kind="px" value={row.best_price} />),
    right('current_tp_price', 'Current TP', (row) => (
      <Num kind="px" value={row.current_tp_price} className="font-semibold" />
    )),
    {
      id: 'trail',
      header: 'Trail',
      align: 'right',
      cell: (row) => <span className="text-fg2">{trailWords(row)}</span>,
    },
    { id: 'progress', header: 'Progress', cell: (row) => <ProgressCell order={row} /> },
    {
      id: 'state',
      header: 'State',
      sortBy: ({ state }) => state,
      cell: (row) => <State row={row} />,
    },
    {
      id: 'actions',
      header: 'Actions',
      align: 'right',
      cell: (row) => <OrderActions order={row} isStale={isStale} />,
    },
  ];
}

type Figure = 'quantity' | 'entry_price' | 'best_price' | 'current_tp_price';

function right(id: Figure, header: string, cell: Column<TrailingOrderRow>['cell']): Column<TrailingOrderRow> {
  return { id, header, align: 'right', sortBy: (row) => row[id], cell };
}

/** A trail as its two distances, in percent. */
function trailWords({ trailing_distance_pct: distance, max_trailing_pct: most }: TrailingOrderRow): string {
  return `${percent(distance)} / ${percent(most)}`;
}

/** Whole percents without decimals, others with as many as they need. */
function percent(fraction: number): string {
  const value = fraction * 100;
  return formatPct(value, Number.isInteger(Math.round(value * 1e9) / 1e9) ? 0 : 2);
}

function Side({ side }: { side: TrailingOrderRow['side'] }) {
  return <span className={side === 'BUY' ? 'font-[550] text-up' : 'font-[550] text-down'}>{side}</span>;
}

function State({ row: { state, reason, warning } }: { row: TrailingOrderRow }) {
  const note = warning ?? reason;
  return (
    <span className="flex items-center gap-1.5">
      <Tag tone={toneOfState(state)}>{state}</Tag>
      <span
        title={note}
        className={`flex max-w-[28ch] min-w-[12ch] items-center gap-1 text-2xs ${warning === null ? 'text-fg3' : 'text-warn'}`}
      >
        {warning === null ? null : <TriangleAlert size={12} aria-hidden className="flex-none" />}
        <span className="truncate">{note}</span>
      </span>
    </span>
  );
}

/** Draws an order on a phone. */
export function trailingCard({ isStale }: ColumnParts) {
  return (order: TrailingOrderRow) => <TrailingCard order={order} isStale={isStale} />;
}

function TrailingCard({ order, isStale }: { order: TrailingOrderRow; isStale: boolean }) {
  const note = order.warning ?? order.reason;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <span className="flex flex-wrap items-center gap-2 font-semibold">
        {order.symbol} <VenueBadge venue={order.venue} /> <Side side={order.side} />
        <span className="flex-1" />
        <Tag tone={toneOfState(order.state)}>{order.state}</Tag>
      </span>
      <dl className="grid grid-cols-3 gap-2">
        {(
          [
            ['Entry', <Num key="entry" kind="px" value={order.entry_price} />],
            ['Best price', <Num key="best" kind="px" value={order.best_price} />],
            ['Current TP', <Num key="tp" kind="px" value={order.current_tp_price} />],
            ['Qty', formatQty(order.quantity)],
            ['Trail', trailWords(order)],
            ['Order ID', order.order_id],
          ] as const
        ).map(([name, value]) => (
          <div key={name} className="min-w-0">
            <dt className="text-2xs text-fg3">{name}</dt>
            <dd className="[overflow-wrap:anywhere]">{value}</dd>
          </div>
        ))}
      </dl>
      <ProgressCell order={order} />
      <p className={order.warning === null ? 'text-2xs text-fg3' : 'text-2xs text-warn'}>{note}</p>
      <OrderActions order={order} isStale={isStale} />
    </div>
  );
}
