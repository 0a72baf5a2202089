import { Tag } from '../../ui/tag.tsx';
import { DataTable } from '../data-table/data-table.tsx';
import { drawOrderCard, ORDER_COLUMNS } from './order-columns.tsx';
import { ORDER_EXPORT } from './order-export.ts';
import { useOpenOrders } from './use-open-orders.ts';

/** From this many on they scroll inside. */
const HEIGHT_PX = 240;

/** The orders that rest at the venues, each with its Cancel; nothing while none does. */
export function OpenOrders() {
  const query = useOpenOrders();
  const orders = query.data?.orders ?? [];
  if (orders.length === 0) {
    return query.isError ? (
      <p role="status" className="flex-none! px-3.5 py-2 text-[12px] text-warn">
        The open orders could not be loaded, trying again.
      </p>
    ) : null;
  }
  return (
    <section aria-label="Open orders" className="flex-none! border-t border-line1">
      <h3 className="flex items-center gap-2 px-3.5 pt-2 pb-1 text-sm font-semibold">
        Open orders <Tag>{orders.length}</Tag>
      </h3>
      <DataTable
        label="Open orders"
        rows={orders}
        columns={ORDER_COLUMNS}
        rowId={({ venue, mode, order_id: id }) => `${venue} ${mode} ${id}`}
        card={drawOrderCard}
        csvName="open_orders.csv"
        exportColumns={ORDER_EXPORT}
        isStale={query.isError}
        maxHeightPx={HEIGHT_PX}
        empty={null}
      />
    </section>
  );
}
