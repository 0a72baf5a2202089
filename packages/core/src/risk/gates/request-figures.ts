import {
  parseDecimal,
  ZERO,
  type AccountKey,
  type Decimal,
  type DecimalString,
  type InstrumentId,
} from '../../domain/index.ts';
import type { RiskOpenEntry, RiskPosition, RiskRequest } from '../risk-request.ts';

/** Returns a figure of the view, or null when it is unknown or unreadable: both block alike. */
export function figure(text: DecimalString | number | null): Decimal | null {
  return text === null ? null : parseDecimal(text);
}

/** Returns a figure that must be positive, such as a price; null otherwise. */
export function positive(text: DecimalString | number | null): Decimal | null {
  const value = figure(text);
  return value !== null && value.gt(0) ? value : null;
}

/** Returns true for an order that opens or adds; every other role reduces risk. */
export function isEntry(request: RiskRequest): boolean {
  return request.order.role === 'entry';
}

/** Returns the canonical symbol an instrument id begins with. */
export function symbolOf(id: InstrumentId): string {
  return id.slice(0, id.indexOf('.'));
}

/** Returns the account the order goes to. */
export function orderAccount({ order }: RiskRequest): AccountKey {
  return `${order.venue}:${order.mode}`;
}

/** Returns true for the positions and entries that count for an order: those of its own mode. */
export function isOfMode(account: AccountKey, request: RiskRequest): boolean {
  return account.endsWith(`:${request.order.mode}`);
}

/** Returns the mid, else the mark: what a price is measured against. */
function referencePx({ view }: RiskRequest): Decimal | null {
  return positive(view.midPx) ?? positive(view.markPx);
}

/** Returns the price at which the order is valued: its limit, its trigger, else what the book would give. */
export function orderPx(request: RiskRequest): Decimal | null {
  const { order, view } = request;
  return positive(order.px) ?? positive(order.triggerPx) ?? positive(view.expectedPx) ?? referencePx(request);
}

/** Returns the notional of the order in quote; null when quantity or price is unknown. */
export function orderNotional(request: RiskRequest): Decimal | null {
  const qty = positive(request.order.qtyBase);
  const px = orderPx(request);
  return qty === null || px === null ? null : qty.times(px);
}

/** Returns the quantity of the order, signed: positive is a buy. */
export function signedOrderQty({ order }: RiskRequest): Decimal | null {
  const qty = positive(order.qtyBase);
  return qty === null ? null : qty.times(order.side === 'BUY' ? 1 : -1);
}

/** Returns the leverage the order works with: its own, else the venue's setting; 1 on spot, null when unknown. */
export function orderLeverage({ order, instrument, view }: RiskRequest): Decimal | null {
  if (instrument?.kind === 'spot') return positive(1);
  return positive(order.leverage) ?? positive(view.modes?.leverage ?? null);
}

/** Returns the margin the order binds: notional by leverage. */
export function orderMargin(request: RiskRequest): Decimal | null {
  const notional = orderNotional(request);
  const leverage = orderLeverage(request);
  return notional === null || leverage === null ? null : notional.div(leverage);
}

/** Returns the margin a position or an open entry binds; null when its price is unknown. */
export function boundMargin(held: RiskPosition | RiskOpenEntry): Decimal | null {
  const qty = figure(held.qtyBase);
  if (qty === null) return null;
  if (qty.eq(0)) return ZERO;
  const px = 'side' in held ? positive(held.px) : (positive(held.markPx) ?? positive(held.entryPx));
  return px === null
    ? null
    : qty
        .abs()
        .times(px)
        .div(positive(held.leverage) ?? 1);
}

/** Returns the signed quantity of an open entry. */
export function signedEntryQty(entry: RiskOpenEntry): Decimal | null {
  return figure(entry.qtyBase)?.times(entry.side === 'BUY' ? 1 : -1) ?? null;
}

/** Returns the sum, or null when a part is unknown. */
export function sumKnown(parts: readonly (Decimal | null)[]): Decimal | null {
  let sum = ZERO;
  for (const part of parts) {
    if (part === null) return null;
    sum = sum.plus(part);
  }
  return sum;
}
