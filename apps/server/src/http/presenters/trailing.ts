import type { z } from 'zod';
import type { TrailingOrderRow } from '@riptide/contracts';
import type { TrailingView } from '@riptide/core/engine';
import type { EngineLink } from '../../link/engine-link.ts';
import { exact, pxOrNull } from './money.ts';
import { price, toEpochSeconds } from './numbers.ts';

/** Returns the trailing take-profits, newest first. */
export function presentTrailingOrders(link: EngineLink): z.input<typeof TrailingOrderRow>[] {
  return [...link.values('trailing').values()]
    .sort((a, b) => b.createdMs - a.createdMs || (a.orderId < b.orderId ? -1 : 1))
    .map(presentTrailing);
}

export function presentTrailing(order: TrailingView): z.input<typeof TrailingOrderRow> {
  return {
    order_id: order.orderId,
    venue: order.venue,
    symbol: order.symbol,
    side: order.side,
    entry_price: price(exact(order.entryPx)),
    quantity: exact(order.qtyBase),
    initial_tp_price: price(exact(order.initialTakeProfitPx)),
    trailing_distance_pct: order.trailingDistanceFrac,
    max_trailing_pct: order.maxTrailingFrac,
    state: order.state,
    current_tp_price: price(exact(order.currentTakeProfitPx)),
    best_price: pxOrNull(order.bestPx),
    client_order_id: order.clientOrderId,
    created_at: toEpochSeconds(order.createdMs),
    updated_at: toEpochSeconds(order.updatedMs),
    reason: order.reason,
    warning: order.warning ?? null,
  };
}
