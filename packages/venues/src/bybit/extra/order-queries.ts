import type { Market, OrderRef } from '@riptide/core/domain';
import { BYBIT_PRIVATE_LIMITS } from '../limits.ts';
import type { BybitProduct } from '../urls.ts';
import { readCall, type BybitCall } from './bybit-call.ts';
import { orderName } from './order-fields.ts';

/** Returns the venue's name of a market. */
export function categoryOf(market: Market): BybitProduct {
  return market === 'spot' ? 'spot' : 'linear';
}

/** `GET /v5/order/realtime` of one market's resting orders, conditional ones included. Perpetuals go by the coin that settles them. */
export function buildOpenOrders(market: Market, settleCoin?: string, cursor?: string): BybitCall {
  const limit = BYBIT_PRIVATE_LIMITS.ordersPage;
  return readCall('orders', '/v5/order/realtime', { category: categoryOf(market), settleCoin, limit, cursor });
}

/** `GET /v5/order/realtime` of one order: among the resting ones, or among the last 500 that ended. */
export function buildRealtimeOrder(ref: OrderRef, isAmongEnded: boolean): BybitCall {
  return readCall('orders', '/v5/order/realtime', { ...orderQuery(ref), openOnly: isAmongEnded ? 1 : 0 });
}

/** `GET /v5/order/history` of one order; may lag behind the other queries. */
export function buildOrderHistory(ref: OrderRef): BybitCall {
  return readCall('history', '/v5/order/history', orderQuery(ref));
}

export interface ExecutionListQuery {
  readonly market: Market;
  /** null: all of the market. */
  readonly wireSymbol: string | null;
  /** At most seven days apart. */
  readonly startMs: number;
  readonly endMs: number;
}

/** `GET /v5/execution/list`; newest first. */
export function buildExecutionList(query: ExecutionListQuery, cursor?: string): BybitCall {
  return readCall('executions', '/v5/execution/list', {
    category: categoryOf(query.market),
    symbol: query.wireSymbol ?? undefined,
    startTime: query.startMs,
    endTime: query.endMs,
    limit: BYBIT_PRIVATE_LIMITS.executionsPage,
    cursor,
  });
}

function orderQuery(ref: OrderRef): BybitCall['params'] {
  const market: Market = ref.instrument.kind === 'spot' ? 'spot' : 'perp';
  return { category: categoryOf(market), symbol: ref.instrument.wireSymbol, ...orderName(ref) };
}
