import {
  decimal,
  domainError,
  err,
  isMultipleOf,
  ok,
  toDecimalString,
  type Decimal,
  type DecimalString,
  type DomainError,
  type Instrument,
  type Result,
} from '@riptide/core/domain';

/** The figures of an instrument that turn core amounts into wire amounts and back. */
export type AmountScale = Pick<Instrument, 'id' | 'qtyScale' | 'pxDivisor' | 'qtyStep' | 'pxTick'>;

/**
 * Returns a quantity of base units in the venue's own units (contracts of a swap). Nothing is rounded.
 *
 * @errors QUANTITY_TOO_SMALL when not positive, QUANTITY_OFF_STEP when no whole multiple of the step; both `not-sent`.
 */
export function toWireQty(instrument: AmountScale, qtyBase: DecimalString): Result<DecimalString, DomainError> {
  const base = decimal(qtyBase);
  if (base.lte(0)) return refuse('QUANTITY_TOO_SMALL', `qtyBase=${qtyBase}`, instrument);
  const scale = decimal(instrument.qtyScale);
  const stepBase = decimal(instrument.qtyStep).times(scale);
  if (!isMultipleOf(base, stepBase)) {
    return refuse('QUANTITY_OFF_STEP', `qtyBase=${qtyBase} stepBase=${toDecimalString(stepBase)}`, instrument);
  }
  return ok(toDecimalString(base.div(scale)));
}

/**
 * Returns a price per base unit as the venue quotes it. Nothing is rounded.
 *
 * @errors PRICE_OFF_TICK when not positive or no whole multiple of the tick; `not-sent`.
 */
export function toWirePx(instrument: AmountScale, px: DecimalString): Result<DecimalString, DomainError> {
  const wire = decimal(px).times(decimal(instrument.pxDivisor));
  if (wire.lte(0) || !isMultipleOf(wire, decimal(instrument.pxTick))) {
    return refuse('PRICE_OFF_TICK', `px=${px} tick=${instrument.pxTick}`, instrument);
  }
  return ok(toDecimalString(wire));
}

/** Returns a quantity of the venue's units in base units, exactly. */
export function toBaseQty(instrument: AmountScale, wireQty: Decimal): DecimalString {
  return toDecimalString(wireQty.times(decimal(instrument.qtyScale)));
}

/** Returns a price of the venue per base unit, exactly: divisors are powers of ten. */
export function toBasePx(instrument: AmountScale, wirePx: Decimal): DecimalString {
  return toDecimalString(wirePx.div(decimal(instrument.pxDivisor)));
}

function refuse(
  code: 'QUANTITY_TOO_SMALL' | 'QUANTITY_OFF_STEP' | 'PRICE_OFF_TICK',
  detail: string,
  instrument: AmountScale,
): Result<never, DomainError> {
  return err(domainError(code, `instrument=${instrument.id} ${detail}`, { outcome: 'not-sent' }));
}
