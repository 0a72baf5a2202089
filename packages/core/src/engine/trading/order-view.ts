import type { OrderRecord } from '../../execution/index.ts';
import type { OrderView } from '../trading-views.ts';

/** Returns an order as it is shown. */
export function orderView(order: OrderRecord): OrderView {
  const [symbol = ''] = order.instrumentId.split('.');
  return {
    clientOrderId: order.clientOrderId,
    venueOrderId: order.venueOrderId,
    account: order.account,
    instrumentId: order.instrumentId,
    symbol,
    side: order.side,
    type: order.type,
    tif: order.tif,
    role: order.role,
    qtyBase: order.qtyBase,
    px: order.px,
    triggerPx: order.triggerPx,
    cumQtyBase: order.cumQtyBase,
    avgPx: order.venueAvgPx,
    state: order.state === 'open' && order.isUntriggered ? 'untriggered' : order.state,
    isOurs: order.isOurs,
    isReduceOnly: order.isReduceOnly,
    createdMs: order.createdMs,
    updatedMs: Math.max(order.createdMs, order.updatedMs),
  };
}
