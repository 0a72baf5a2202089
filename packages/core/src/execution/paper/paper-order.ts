import {
  decimal,
  roundTo,
  toDecimalString,
  ZERO,
  type Decimal,
  type Instrument,
  type OrderReport,
  type OrderSide,
  type OrderType,
  type TimeInForce,
  type TriggerSource,
  type VenueOrderStatus,
} from '../../domain/index.ts';

const AVG_DIGITS = 12;

/** One order inside the paper venue. Mutable; only the venue touches it. */
export interface PaperOrder {
  readonly instrument: Instrument;
  readonly clientOrderId: string | null;
  readonly venueOrderId: string;
  readonly side: OrderSide;
  readonly type: OrderType;
  readonly tif: TimeInForce;
  /** null until a stop that closes the position has triggered. */
  qtyBase: Decimal | null;
  readonly px: Decimal | null;
  readonly triggerPx: Decimal | null;
  readonly triggerBy: TriggerSource;
  readonly isReduceOnly: boolean;
  readonly closesPosition: boolean;
  readonly leverage: number;
  status: VenueOrderStatus;
  cumQtyBase: Decimal;
  cumQuote: Decimal;
  reason: string | null;
  updatedMs: number;
  /** Size shown ahead of the order at its price; null before it rests. */
  queueAhead: Decimal | null;
  /** When the queue is compared with its level again. */
  queueLookMs: number;
  /** Until when an order that needs a book waits for one; null when it does not wait. */
  waitUntilMs: number | null;
}

export function isLive(order: PaperOrder): boolean {
  return order.status === 'open' || order.status === 'untriggered';
}

/** Returns what is left to fill; 0 for a stop that waits for its trigger. */
export function remainingOf(order: PaperOrder): Decimal {
  return order.qtyBase === null ? ZERO : order.qtyBase.minus(order.cumQtyBase);
}

/** Returns what the venue says of the order. */
export function reportOfPaper(order: PaperOrder): OrderReport {
  const { instrument, clientOrderId, venueOrderId, side, type, tif, isReduceOnly, closesPosition } = order;
  const isFilled = order.cumQtyBase.gt(0);
  return {
    instrumentId: instrument.id,
    clientOrderId,
    venueOrderId,
    side,
    type,
    tif,
    qtyBase: order.qtyBase === null ? null : toDecimalString(order.qtyBase),
    px: order.px === null ? null : toDecimalString(order.px),
    triggerPx: order.triggerPx === null ? null : toDecimalString(order.triggerPx),
    isReduceOnly,
    closesPosition,
    status: order.status,
    cumQtyBase: toDecimalString(order.cumQtyBase),
    avgPx: isFilled ? toDecimalString(roundTo(order.cumQuote.div(order.cumQtyBase), AVG_DIGITS)) : null,
    reason: order.reason,
    updatedMs: order.updatedMs,
  };
}

/** Returns true when the price has reached the trigger. */
export function isTriggered(order: Pick<PaperOrder, 'type' | 'side' | 'triggerPx'>, px: number): boolean {
  if (order.triggerPx === null) return false;
  const fallsTo = (order.type === 'stop-market') === (order.side === 'SELL');
  return fallsTo ? decimal(px).lte(order.triggerPx) : decimal(px).gte(order.triggerPx);
}

/** True for an order that waits for its trigger. */
export function isConditional(order: { readonly type: OrderType }): boolean {
  return order.type === 'stop-market' || order.type === 'take-profit-market';
}
