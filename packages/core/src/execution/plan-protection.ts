import { decimal, type Decimal, type DecimalString, type OrderSide } from '../domain/index.ts';
import { isFinalState, type OrderRecord } from './order-record.ts';

/** What one position has and should have. */
export interface ProtectionNeed {
  /** Signed base units; 0 when flat. */
  readonly qtyBase: Decimal;
  /** On the tick; null when no price for a stop is known. */
  readonly stopPx: DecimalString | null;
  /** True where the venue has stops that close whatever is open. */
  readonly closesPosition: boolean;
  /** Stops of ours on the instrument that are not final, oldest first. */
  readonly stops: readonly OrderRecord[];
}

export type ProtectionPlan =
  /** Nothing is open: every stop goes. */
  | { readonly kind: 'flat'; readonly surplus: readonly OrderRecord[] }
  /** The venue has the right stop: every other one goes. */
  | { readonly kind: 'protected'; readonly stop: OrderRecord; readonly surplus: readonly OrderRecord[] }
  /** The right stop was sent, the venue has not said that it has it. */
  | { readonly kind: 'pending'; readonly stop: OrderRecord }
  /** A stop must be placed. `partial`: stops of another size or price stand, and stay until the right one does. */
  | { readonly kind: 'missing'; readonly side: OrderSide; readonly partial: readonly OrderRecord[] };

/** Returns true for orders that protect a position: ours, conditional, only reducing. Also those adopted without their journal row. */
export function isProtectiveStop(order: OrderRecord): boolean {
  if (!order.isOurs || isFinalState(order.state) || order.type !== 'stop-market') return false;
  return order.role === 'protective-stop' || (order.role === null && (order.isReduceOnly || order.closesPosition));
}

/** Says what keeps exactly one right stop on a position: never less than one while it is open, none when it is not. */
export function planProtection({ qtyBase, stopPx, closesPosition, stops }: ProtectionNeed): ProtectionPlan {
  if (qtyBase.eq(0)) return { kind: 'flat', surplus: stops };
  const side: OrderSide = qtyBase.gt(0) ? 'SELL' : 'BUY';
  const right = stops.filter((stop) => isRight(stop, side, { qtyBase, stopPx, closesPosition }));
  const acked = right.find((stop) => stop.state === 'open');
  if (acked !== undefined) {
    return { kind: 'protected', stop: acked, surplus: stops.filter((stop) => stop.key !== acked.key) };
  }
  const pending = right.at(-1);
  if (pending !== undefined) return { kind: 'pending', stop: pending };
  return { kind: 'missing', side, partial: stops.filter((stop) => stop.state === 'open' && stop.side === side) };
}

function isRight(stop: OrderRecord, side: OrderSide, need: Omit<ProtectionNeed, 'stops'>): boolean {
  if (stop.side !== side || stop.triggerPx === null || stop.isCancelAsked) return false;
  // WHY: without a wanted price any stop of the right side and size is better than none.
  if (need.stopPx !== null && !decimal(stop.triggerPx).eq(decimal(need.stopPx))) return false;
  if (stop.closesPosition) return true;
  return stop.qtyBase !== null && decimal(stop.qtyBase).minus(decimal(stop.cumQtyBase)).eq(need.qtyBase.abs());
}
