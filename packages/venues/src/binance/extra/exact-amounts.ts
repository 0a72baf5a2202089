import {
  decimal,
  domainError,
  err,
  isMultipleOf,
  ok,
  parseDecimal,
  toDecimalString,
  type Decimal,
  type DecimalString,
  type DomainError,
  type Instrument,
  type PlaceOrder,
  type Result,
} from '@riptide/core/domain';

/** Quantity and prices of an order as the wire writes them; undefined where the order has none. */
export interface WireAmounts {
  readonly quantity: string | undefined;
  readonly price: string | undefined;
  readonly triggerPrice: string | undefined;
}

/**
 * Turns the amounts of an order into the wire's units, exactly; nothing is rounded.
 *
 * @errors QUANTITY_OFF_STEP, PRICE_OFF_TICK, INPUT_INVALID (a figure that the type needs is missing); all `not-sent`.
 */
export function wireAmounts(order: PlaceOrder): Result<WireAmounts, DomainError> {
  const { instrument, type } = order;
  const quantity = order.qtyBase === null ? null : toWireQty(instrument, order.qtyBase);
  if (quantity === null && !order.closesPosition) return missing('qtyBase');
  if (quantity !== null && !quantity.ok) return quantity;
  const price = type === 'limit' ? wirePx(instrument, order.px, 'px') : null;
  if (price !== null && !price.ok) return price;
  const isConditional = type === 'stop-market' || type === 'take-profit-market';
  const triggerPrice = isConditional ? wirePx(instrument, order.triggerPx, 'triggerPx') : null;
  if (triggerPrice !== null && !triggerPrice.ok) return triggerPrice;
  return ok({ quantity: quantity?.value, price: price?.value, triggerPrice: triggerPrice?.value });
}

/** Returns base units as wire quantity. @errors QUANTITY_OFF_STEP, `not-sent`, when it is no positive multiple of the step. */
export function toWireQty(instrument: Instrument, qtyBase: DecimalString): Result<string, DomainError> {
  const base = parseDecimal(qtyBase);
  const scale = decimal(instrument.qtyScale);
  const wire = base?.div(scale);
  // A quotient with more digits than kept is no multiple of any step: the product then differs.
  if (
    base === null ||
    wire === undefined ||
    wire.lte(0) ||
    !wire.times(scale).eq(base) ||
    !isOn(wire, instrument.qtyStep)
  )
    return notSent('QUANTITY_OFF_STEP', `qtyBase=${qtyBase} step=${instrument.qtyStep} scale=${instrument.qtyScale}`);
  return ok(toDecimalString(wire));
}

/** Returns a price per base unit as wire price. @errors PRICE_OFF_TICK, `not-sent`, when it is no positive multiple of the tick. */
export function toWirePx(instrument: Instrument, px: DecimalString): Result<string, DomainError> {
  const wire = parseDecimal(px)?.times(decimal(instrument.pxDivisor));
  if (wire === undefined || wire.lte(0) || !isOn(wire, instrument.pxTick))
    return notSent('PRICE_OFF_TICK', `px=${px} tick=${instrument.pxTick} divisor=${instrument.pxDivisor}`);
  return ok(toDecimalString(wire));
}

/** Returns a wire quantity in base units. */
export function fromWireQty(instrument: Instrument, quantity: Decimal): DecimalString {
  return toDecimalString(quantity.times(decimal(instrument.qtyScale)));
}

/** Returns a wire price per base unit. */
export function fromWirePx(instrument: Instrument, price: Decimal): DecimalString {
  return toDecimalString(price.div(decimal(instrument.pxDivisor)));
}

function wirePx(instrument: Instrument, px: DecimalString | null, name: string): Result<string, DomainError> {
  return px === null ? missing(name) : toWirePx(instrument, px);
}

function isOn(value: Decimal, step: DecimalString): boolean {
  return isMultipleOf(value, decimal(step));
}

function missing(what: string): Result<never, DomainError> {
  return notSent('INPUT_INVALID', `missing=${what}`);
}

function notSent(code: DomainError['code'], detail: string): Result<never, DomainError> {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
