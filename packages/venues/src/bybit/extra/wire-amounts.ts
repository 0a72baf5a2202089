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
  type Result,
} from '@riptide/core/domain';

/**
 * Turns base units into the venue's quantity, exactly.
 *
 * @errors QUANTITY_OFF_STEP (`not-sent`) when it is no whole number of steps; nothing is rounded.
 */
export function toWireQty(qtyBase: DecimalString, instrument: Instrument): Result<DecimalString, DomainError> {
  const base = decimal(qtyBase);
  const scale = decimal(instrument.qtyScale);
  const wire = base.div(scale);
  const isWhole = wire.gt(0) && wire.times(scale).eq(base) && isMultipleOf(wire, decimal(instrument.qtyStep));
  if (isWhole) return ok(toDecimalString(wire));
  return err(
    notSent('QUANTITY_OFF_STEP', `qtyBase=${qtyBase} step=${instrument.qtyStep} scale=${instrument.qtyScale}`),
  );
}

/**
 * Turns a price per base unit into the venue's price, exactly.
 *
 * @errors PRICE_OFF_TICK (`not-sent`) when it is no whole number of ticks; nothing is rounded.
 */
export function toWirePx(px: DecimalString, instrument: Instrument): Result<DecimalString, DomainError> {
  const wire = decimal(px).times(decimal(instrument.pxDivisor));
  if (wire.gt(0) && isMultipleOf(wire, decimal(instrument.pxTick))) return ok(toDecimalString(wire));
  return err(notSent('PRICE_OFF_TICK', `px=${px} tick=${instrument.pxTick} divisor=${instrument.pxDivisor}`));
}

/** Returns the base units of a wire quantity; null where the text is no number. */
export function fromWireQty(text: unknown, instrument: Instrument): Decimal | null {
  return parseDecimal(text)?.times(decimal(instrument.qtyScale)) ?? null;
}

/** Returns the price per base unit; null where the venue gives none, which it writes as an empty text or 0. */
export function fromWirePx(text: unknown, instrument: Instrument): DecimalString | null {
  const wire = parseDecimal(text);
  return wire === null || wire.lte(0) ? null : toDecimalString(wire.div(decimal(instrument.pxDivisor)));
}

/** Builds an error of something that was refused here. */
export function notSent(code: DomainError['code'], detail: string): DomainError {
  return domainError(code, detail, { outcome: 'not-sent' });
}
