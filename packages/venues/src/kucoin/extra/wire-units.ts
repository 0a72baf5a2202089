import {
  decimal,
  domainError,
  err,
  isMultipleOf,
  ok,
  parseDecimal,
  toDecimalString,
  type DecimalString,
  type DomainError,
  type Instrument,
  type Result,
} from '@riptide/core/domain';

/**
 * Returns a base quantity in the venue's units (lots of a contract, base of a pair), exactly.
 *
 * @errors QUANTITY_OFF_STEP (not-sent) when it is no positive whole multiple of the step.
 */
export function toWireQty(qtyBase: DecimalString, instrument: Instrument): Result<DecimalString, DomainError> {
  const qty = parseDecimal(qtyBase);
  const scale = decimal(instrument.qtyScale);
  const stepBase = scale.times(decimal(instrument.qtyStep));
  if (qty === null || qty.lte(0) || !isMultipleOf(qty, stepBase)) {
    return notSent(
      'QUANTITY_OFF_STEP',
      `symbol=${instrument.wireSymbol} qtyBase=${qtyBase} step=${stepBase.toString()}`,
    );
  }
  // A multiple of the step divides without a rest: no rounding happens here.
  return ok(toDecimalString(qty.div(stepBase).times(decimal(instrument.qtyStep))));
}

/**
 * Returns a price of one base unit as the venue quotes it, exactly.
 *
 * @errors PRICE_OFF_TICK (not-sent) when it is no positive whole multiple of the tick.
 */
export function toWirePx(px: DecimalString, instrument: Instrument): Result<DecimalString, DomainError> {
  const wirePx = parseDecimal(px)?.times(decimal(instrument.pxDivisor));
  if (wirePx === undefined || wirePx.lte(0) || !isMultipleOf(wirePx, decimal(instrument.pxTick))) {
    return notSent('PRICE_OFF_TICK', `symbol=${instrument.wireSymbol} px=${px} tick=${instrument.pxTick}`);
  }
  return ok(toDecimalString(wirePx));
}

/** Returns a wire quantity (signed, text or number) in base units; null when it is no number. */
export function fromWireQty(value: unknown, instrument: Instrument): DecimalString | null {
  const qty = parseDecimal(value);
  return qty === null ? null : toDecimalString(qty.times(decimal(instrument.qtyScale)));
}

/** Returns a wire price as the price of one base unit; null for nothing, zero (the venue's way to say none) and what is no number. */
export function fromWirePx(value: unknown, instrument: Instrument): DecimalString | null {
  const px = parseDecimal(value);
  return px === null || px.lte(0) ? null : toDecimalString(px.div(decimal(instrument.pxDivisor)));
}

/** Returns an amount of money as plain text; null when it is no number. */
export function fromWireAmount(value: unknown): DecimalString | null {
  const amount = parseDecimal(value);
  return amount === null ? null : toDecimalString(amount);
}

function notSent(code: DomainError['code'], detail: string): Result<never, DomainError> {
  return err(domainError(code, detail, { outcome: 'not-sent' }));
}
