import {
  accountKey,
  ONE,
  parseDecimal,
  ZERO,
  type AccountKey,
  type Decimal,
  type DecimalString,
  type InstrumentId,
} from '../../domain/index.ts';
import type { RiskOpenEntry, RiskPosition, RiskRequest } from '../risk-request.ts';

/** Figures that were read lately: prices, quantities and limits come again from gate to gate and from order to order. */
const READ_MAX = 2_000;
const read = new Map<DecimalString | number, Decimal | null>();

/** Returns a figure of the view, or null when it is unknown or unreadable: both block alike. */
export function figure(text: DecimalString | number | null): Decimal | null {
  if (text === null) return null;
  const known = read.get(text);
  if (known !== undefined) return known;
  const value = parseDecimal(text);
  if (read.size >= READ_MAX) read.clear();
  read.set(text, value);
  return value;
}

/** Returns a figure of ours that can be read, such as a limit. @throws Error `Invariant: …` when it is no number. */
export function exact(value: DecimalString | number): Decimal {
  const known = figure(value);
  if (known === null) throw new Error(`Invariant: ${JSON.stringify(value)} is no decimal number`);
  return known;
}

/** Returns a figure that must be positive, such as a price; null otherwise. */
export function positive(text: DecimalString | number | null): Decimal | null {
  const value = figure(text);
  return value !== null && value.gt(ZERO) ? value : null;
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
export function orderAccount(request: RiskRequest): AccountKey {
  return figuresOf(request).account;
}

/** Returns true for what is held or ordered at the order's account in the order's instrument. */
export function isHere(held: RiskPosition | RiskOpenEntry, request: RiskRequest): boolean {
  return held.instrumentId === request.order.instrumentId && held.account === orderAccount(request);
}

/** Returns true for the positions and entries that count for an order: those of its own mode. */
export function isOfMode(account: AccountKey, request: RiskRequest): boolean {
  return account.endsWith(`:${request.order.mode}`);
}

/** Returns the mid, else the mark: what a price is measured against. */
function referencePx({ view }: RiskRequest): Decimal | null {
  return positive(view.midPx) ?? positive(view.markPx);
}

/** What several gates ask of the order itself. */
interface OrderFigures {
  readonly account: AccountKey;
  readonly px: Decimal | null;
  readonly qty: Decimal | null;
  readonly notional: Decimal | null;
  readonly leverage: Decimal | null;
  readonly margin: Decimal | null;
}

/** Worked out by the first gate that asks. */
const measured = new WeakMap<RiskRequest, OrderFigures>();

function figuresOf(request: RiskRequest): OrderFigures {
  const known = measured.get(request);
  if (known !== undefined) return known;
  const { order, instrument, view } = request;
  const px = positive(order.px) ?? positive(order.triggerPx) ?? positive(view.expectedPx) ?? referencePx(request);
  const qty = positive(order.qtyBase);
  const notional = qty === null || px === null ? null : qty.times(px);
  const leverage =
    instrument?.kind === 'spot' ? ONE : (positive(order.leverage) ?? positive(view.modes?.leverage ?? null));
  const margin = notional === null || leverage === null ? null : notional.div(leverage);
  const figures = { account: accountKey(order.venue, order.mode), px, qty, notional, leverage, margin };
  measured.set(request, figures);
  return figures;
}

/** Returns the price at which the order is valued: its limit, its trigger, else what the book would give. */
export function orderPx(request: RiskRequest): Decimal | null {
  return figuresOf(request).px;
}

/** Returns the notional of the order in quote; null when quantity or price is unknown. */
export function orderNotional(request: RiskRequest): Decimal | null {
  return figuresOf(request).notional;
}

/** Returns the quantity of the order, signed: positive is a buy. */
export function signedOrderQty(request: RiskRequest): Decimal | null {
  const { qty } = figuresOf(request);
  return qty === null || request.order.side === 'BUY' ? qty : ZERO.minus(qty);
}

/** Returns the leverage the order works with: its own, else the venue's setting; 1 on spot, null when unknown. */
export function orderLeverage(request: RiskRequest): Decimal | null {
  return figuresOf(request).leverage;
}

/** Returns the margin the order binds: notional by leverage. */
export function orderMargin(request: RiskRequest): Decimal | null {
  return figuresOf(request).margin;
}

/** Returns the margin a position or an open entry binds; null when its price is unknown. */
export function boundMargin(held: RiskPosition | RiskOpenEntry): Decimal | null {
  const qty = figure(held.qtyBase);
  if (qty === null) return null;
  if (qty.eq(ZERO)) return ZERO;
  const px = 'side' in held ? positive(held.px) : (positive(held.markPx) ?? positive(held.entryPx));
  return px === null
    ? null
    : qty
        .abs()
        .times(px)
        .div(positive(held.leverage) ?? ONE);
}

/** Returns the signed quantity of an open entry. */
export function signedEntryQty(entry: RiskOpenEntry): Decimal | null {
  const qty = figure(entry.qtyBase);
  return qty === null || entry.side === 'BUY' ? qty : ZERO.minus(qty);
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
