import { ZERO, type Decimal } from '@riptide/core/domain';
import type { SimEndReason, SimOrder, SimOrderRequest, SimOrderStatus } from './model.ts';

/** An order as the engine keeps it; `snapshot` is what others get. */
export interface LiveOrder {
  readonly id: number;
  readonly accountId: number;
  readonly kind: 'spot' | 'perp';
  readonly createdMs: number;
  readonly parentOrderId: number | null;
  request: SimOrderRequest;
  /** Lots it wants in all; 0 for a stop that closes whatever is open then. */
  targetLots: number;
  status: SimOrderStatus;
  cumLots: number;
  cumLotTicks: number;
  cumQuote: Decimal;
  cumFee: Decimal;
  feeAsset: string;
  endReason: SimEndReason | null;
  firedOrderId: number | null;
  updatedMs: number;
  /** What it keeps from being used, spot only; margin of perps is computed over all orders. */
  lockAsset: string;
  lock: Decimal;
  /** Handed out last; null once something changed. */
  shown: SimOrder | null;
}

/** Starts an order that has done nothing yet. */
export function liveOrder(
  head: Pick<
    LiveOrder,
    'id' | 'accountId' | 'kind' | 'parentOrderId' | 'request' | 'targetLots' | 'status' | 'createdMs'
  >,
  feeAsset: string,
): LiveOrder {
  return {
    ...head,
    cumLots: 0,
    cumLotTicks: 0,
    cumQuote: ZERO,
    cumFee: ZERO,
    feeAsset,
    endReason: null,
    firedOrderId: null,
    updatedMs: head.createdMs,
    lockAsset: '',
    lock: ZERO,
    shown: null,
  };
}

/** Returns an unchanging copy of an order. */
export function snapshot(order: LiveOrder): SimOrder {
  order.shown ??= {
    id: order.id,
    accountId: order.accountId,
    request: order.request,
    status: order.status,
    cumLots: order.cumLots,
    cumLotTicks: order.cumLotTicks,
    cumQuote: order.cumQuote,
    cumFee: order.cumFee,
    feeAsset: order.feeAsset,
    endReason: order.endReason,
    firedOrderId: order.firedOrderId,
    parentOrderId: order.parentOrderId,
    createdMs: order.createdMs,
    updatedMs: order.updatedMs,
  };
  return order.shown;
}

/** Returns true while an order can still change. */
export function isLive(order: LiveOrder): boolean {
  return order.status === 'open' || order.status === 'untriggered';
}

/** Returns true for stops and take-profits. */
export function isConditional(request: SimOrderRequest): boolean {
  return request.type !== 'market' && request.type !== 'limit';
}

/** Lots still wanted. */
export function lotsLeft(order: LiveOrder): number {
  return Math.max(0, order.targetLots - order.cumLots);
}

/** +1 for buys, -1 for sells. */
export function signOf(side: 'BUY' | 'SELL'): 1 | -1 {
  return side === 'BUY' ? 1 : -1;
}
