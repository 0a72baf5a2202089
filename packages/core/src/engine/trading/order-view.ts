import { decimal, roundTo, toDecimalString, ZERO, type DecimalString } from '../../domain/index.ts';
import type { OrderRecord } from '../../execution/index.ts';
import type { OrderView } from '../trading-views.ts';

const AVG_DIGITS = 12;

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
    avgPx: order.venueAvgPx ?? averageOfFills(order),
    state: order.state === 'open' && order.isUntriggered ? 'untriggered' : order.state,
    isOurs: order.isOurs,
    isReduceOnly: order.isReduceOnly,
    createdMs: order.createdMs,
    updatedMs: Math.max(order.createdMs, order.updatedMs),
  };
}

/** Some venues tell an order's end without its average (KuCoin's order events); null before the first fill. */
function averageOfFills({ filledQtyBase, filledQuote }: OrderRecord): DecimalString | null {
  const qty = decimal(filledQtyBase);
  return qty.gt(ZERO) ? toDecimalString(roundTo(decimal(filledQuote).div(qty), AVG_DIGITS)) : null;
}
