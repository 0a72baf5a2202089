import type { OrderRow } from '@riptide/contracts/calls';
import { formatQty } from '../../lib/format.ts';
import type { Column } from '../data-table/column.ts';
import { Px, Unknown } from '../num.tsx';
import { HeldTime } from '../positions/held-time.tsx';
import { VenueBadge } from '../venue.tsx';
import { CancelOrderButton } from './cancel-order-button.tsx';
import { waitsFor, wordRole, wordState } from './order-words.ts';

/** The columns of orders at rest. */
export const ORDER_COLUMNS: readonly Column<OrderRow>[] = [
  {
    id: 'symbol',
    header: 'Symbol',
    sortBy: ({ symbol }) => symbol,
    cell: ({ symbol, venue, mode }) => (
      <span className="inline-flex items-center gap-1.5 font-semibold">
        {symbol} <VenueBadge venue={venue} />
        {mode === 'live' ? <small className="text-2xs font-bold text-live">LIVE</small> : null}
      </span>
    ),
  },
  {
    id: 'for',
    header: 'For',
    sortBy: wordRole,
    cell: (order) => <OrderPurpose order={order} />,
  },
  {
    id: 'qty',
    header: 'Qty',
    align: 'right',
    sortBy: ({ qty }) => qty,
    cell: (order) => <OrderQty order={order} />,
  },
  {
    id: 'price',
    header: 'Price',
    align: 'right',
    sortBy: waitsFor,
    cell: (order) => <OrderPrice order={order} />,
  },
  { id: 'state', header: 'State', sortBy: wordState, cell: wordState },
  {
    id: 'age',
    header: 'Since',
    align: 'right',
    sortBy: ({ created_at: at }) => at,
    cell: ({ created_at: at }) => <HeldTime openedAtS={at} />,
  },
  { id: 'action', header: '', align: 'right', cell: (order) => <CancelOrderButton order={order} /> },
];

function OrderPurpose({ order }: { order: OrderRow }) {
  return (
    <span>
      {wordRole(order)} <span className={order.side === 'BUY' ? 'text-up' : 'text-down'}>{order.side}</span>
    </span>
  );
}

function OrderQty({ order: { qty, filled_qty: filled } }: { order: OrderRow }) {
  if (qty === null) return <Unknown />;
  return (
    <span title={`${formatQty(filled)} of it filled`}>
      {filled > 0 ? `${formatQty(filled)} of ${formatQty(qty)}` : formatQty(qty)}
    </span>
  );
}

function OrderPrice({ order }: { order: OrderRow }) {
  const px = waitsFor(order);
  if (px === null) return <span className="text-fg3">market</span>;
  return (
    <span>
      {order.trigger_price === null ? null : <small className="text-2xs text-fg3">at </small>}
      <Px value={px} tick={null} />
    </span>
  );
}

/** An order at rest where tables become cards. */
export function drawOrderCard(order: OrderRow) {
  return (
    <div className="flex flex-col gap-2 text-sm">
      <span className="flex flex-wrap items-center gap-2 font-semibold">
        {order.symbol} <VenueBadge venue={order.venue} />
        <span className="font-normal">
          <OrderPurpose order={order} />
        </span>
        <span className="flex-1" />
        <span className="text-[12px] font-normal text-fg3">
          {wordState(order)}, <HeldTime openedAtS={order.created_at} />
        </span>
      </span>
      <span className="flex justify-between gap-2">
        <OrderQty order={order} />
        <OrderPrice order={order} />
      </span>
      <CancelOrderButton order={order} isLarge />
    </div>
  );
}
