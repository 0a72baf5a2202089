import type { Decimal, Instrument, OrderReport, OrderType, TimeInForce, VenueOrderStatus } from '@riptide/core/domain';
import { fromWirePx, fromWireQty } from './exact-amounts.ts';

/** An order as every transport of this venue describes it, in wire units, before it is a report. */
export interface WireOrderFacts {
  readonly instrument: Instrument;
  readonly clientOrderId: string | null;
  readonly venueOrderId: string;
  readonly side: 'BUY' | 'SELL';
  readonly type: OrderType;
  readonly tif: TimeInForce;
  /** null for orders that close the position. */
  readonly quantity: Decimal | null;
  readonly price: Decimal | null;
  readonly triggerPrice: Decimal | null;
  readonly isReduceOnly: boolean;
  readonly closesPosition: boolean;
  readonly status: VenueOrderStatus;
  readonly filled: Decimal;
  readonly averagePrice: Decimal | null;
  readonly reason: string | null;
  readonly updatedMs: number;
}

/** Turns wire units into base units. */
export function toOrderReport(facts: WireOrderFacts): OrderReport {
  const { instrument, quantity, price, triggerPrice, averagePrice } = facts;
  return {
    instrumentId: instrument.id,
    clientOrderId: facts.clientOrderId,
    venueOrderId: facts.venueOrderId,
    side: facts.side,
    type: facts.type,
    tif: facts.tif,
    qtyBase: quantity === null ? null : fromWireQty(instrument, quantity),
    px: price === null ? null : fromWirePx(instrument, price),
    triggerPx: triggerPrice === null ? null : fromWirePx(instrument, triggerPrice),
    isReduceOnly: facts.isReduceOnly,
    closesPosition: facts.closesPosition,
    status: facts.status,
    cumQtyBase: fromWireQty(instrument, facts.filled),
    avgPx: averagePrice === null ? null : fromWirePx(instrument, averagePrice),
    reason: facts.reason,
    updatedMs: facts.updatedMs,
  };
}
