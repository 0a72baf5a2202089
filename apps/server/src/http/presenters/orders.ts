import type { Gate, OrderRow } from '@riptide/contracts';
import type { GateDecision, Venue } from '@riptide/core/domain';
import type { OrderView } from '@riptide/core/engine';
import type { EngineLink } from '../../link/engine-link.ts';
import { partsOfAccount } from './accounts.ts';
import { exact, exactOrNull, pxOrNull } from './money.ts';
import { known, toEpochSeconds } from './numbers.ts';

/** Returns the orders that rest or are being asked about, of every account, the newest first. */
export function presentOrders(link: EngineLink): OrderRow[] {
  return [...link.values('order').values()].sort((a, b) => b.createdMs - a.createdMs).map(presentOrder);
}

export function presentOrder(order: OrderView): OrderRow {
  const { venue, mode } = partsOfAccount(order.account);
  return {
    order_id: order.clientOrderId ?? order.venueOrderId ?? '',
    client_order_id: order.clientOrderId,
    venue,
    mode,
    market: order.instrumentId.includes('.SPOT.') ? 'spot' : 'perp',
    symbol: order.symbol,
    side: order.side,
    type: order.type,
    tif: order.tif,
    role: order.role,
    status: order.state,
    qty: exactOrNull(order.qtyBase),
    price: exactOrNull(order.px),
    trigger_price: exactOrNull(order.triggerPx),
    filled_qty: exact(order.cumQtyBase),
    avg_price: pxOrNull(order.avgPx),
    reduce_only: order.isReduceOnly,
    ours: order.isOurs,
    created_at: toEpochSeconds(order.createdMs),
    updated_at: toEpochSeconds(order.updatedMs),
  };
}

/** Returns what one gate said; `venue` null where the decision is of no single venue. */
export function presentGate(decision: GateDecision, venue: Venue | null): Gate {
  const { gate, ok, code, detail, value, bound } = decision;
  return {
    gate,
    ok,
    code: code === null ? null : code.toLowerCase(),
    detail,
    value: known(exactOrNull(value)),
    bound: known(exactOrNull(bound)),
    venue,
  };
}
