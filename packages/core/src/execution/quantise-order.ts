import {
  decimal,
  domainError,
  err,
  ok,
  quantize,
  toDecimalString,
  ZERO,
  type Decimal,
  type DecimalString,
  type DomainError,
  type ExecutionMode,
  type Instrument,
  type OrderIntent,
  type OrderSide,
  type OrderType,
  type PlannedOrder,
  type Result,
  type RoundingMode,
} from '../domain/index.ts';
import { clientOrderId } from './client-ids.ts';
import { stepsOf } from './instrument-steps.ts';

export interface QuantiseOptions {
  readonly mode: ExecutionMode;
  readonly leg: number;
  readonly attempt: number;
  /** Price of one base unit for the notional of market orders; null when no book is live. */
  readonly refPx: DecimalString | null;
  /** Lets a size that falls short of the smallest notional rise to it, by at most 1 %. */
  readonly mayBump: boolean;
}

export interface QuantisedOrder {
  readonly order: PlannedOrder;
  /** (wanted - planned) / wanted; negative after a bump, 0 without a quantity. */
  readonly quantisationLossFrac: DecimalString;
  /** null where no price is known, or without a quantity. */
  readonly notionalQuote: DecimalString | null;
}

const BUMP_FRAC_MAX = decimal('0.01');

/**
 * Makes a wish sendable: prices on the tick (a buy limit down, a sell limit up, a trigger to the side on which it fires earlier), the
 * quantity down to the step, both counted in the venue's own units so that contracts and multipliers come out exactly.
 *
 * @errors INSTRUMENT_HALTED, INPUT_INVALID, QUANTITY_TOO_SMALL, QUANTITY_TOO_LARGE, NOTIONAL_TOO_SMALL, RISK_BOOK_STALE (an entry at market
 * without a price to measure it by); all `not-sent`, with the figures in `detail`.
 */
export function quantiseOrder(
  intent: OrderIntent,
  instrument: Instrument,
  options: QuantiseOptions,
): Result<QuantisedOrder, DomainError> {
  if (!instrument.isTrading && intent.role === 'entry')
    return refuse('INSTRUMENT_HALTED', `instrument=${instrument.id}`);
  const prices = quantisePrices(intent, instrument);
  if (!prices.ok) return prices;
  const { px, triggerPx } = prices.value;
  const refPx = px ?? triggerPx ?? options.refPx;
  const size = quantiseSize(intent, instrument, refPx === null ? null : decimal(refPx), options.mayBump);
  if (!size.ok) return size;
  return ok({
    order: {
      clientOrderId: clientOrderId(intent.intentId, options.leg, options.attempt),
      intentId: intent.intentId,
      source: intent.source,
      role: intent.role,
      venue: instrument.venue,
      mode: options.mode,
      instrumentId: instrument.id,
      side: intent.side,
      type: intent.type,
      tif: intent.tif,
      qtyBase: size.value.qtyBase,
      px,
      triggerPx,
      triggerBy: intent.triggerBy,
      isReduceOnly: intent.isReduceOnly && instrument.kind !== 'spot',
      closesPosition: intent.closesPosition,
      leverage: instrument.kind === 'spot' ? null : intent.leverage,
    },
    quantisationLossFrac: size.value.lossFrac,
    notionalQuote: size.value.notionalQuote,
  });
}

/** Returns the smallest quantity step of an instrument in base units: step times contract size and name multiplier. */
export function qtyStepBase(instrument: Instrument): Decimal {
  return stepsOf(instrument).qtyStepBase;
}

/** Returns a canonical price on the instrument's tick. */
export function quantisePx(px: Decimal, instrument: Instrument, rounding: RoundingMode): Decimal {
  const { pxDivisor, pxTick } = stepsOf(instrument);
  return quantize(px.times(pxDivisor), pxTick, rounding).div(pxDivisor);
}

interface Prices {
  readonly px: DecimalString | null;
  readonly triggerPx: DecimalString | null;
}

function quantisePrices(intent: OrderIntent, instrument: Instrument): Result<Prices, DomainError> {
  const isLimit = intent.type === 'limit';
  const isConditional = intent.type === 'stop-market' || intent.type === 'take-profit-market';
  if (isLimit && intent.px === null) return refuse('INPUT_INVALID', 'a limit order without px');
  if (isConditional && intent.triggerPx === null) return refuse('INPUT_INVALID', `a ${intent.type} without triggerPx`);
  const px =
    isLimit && intent.px !== null ? quantisePx(decimal(intent.px), instrument, limitRounding(intent.side)) : null;
  const triggerPx =
    isConditional && intent.triggerPx !== null
      ? quantisePx(decimal(intent.triggerPx), instrument, triggerRounding(intent.type, intent.side))
      : null;
  for (const [name, value, wanted] of [
    ['px', px, intent.px],
    ['triggerPx', triggerPx, intent.triggerPx],
  ] as const) {
    if (value?.lte(ZERO) === true) {
      return refuse(
        'INPUT_INVALID',
        `${name}=${String(wanted)} is no price on tick=${instrument.pxTick} of ${instrument.id}`,
      );
    }
  }
  return ok({
    px: px === null ? null : toDecimalString(px),
    triggerPx: triggerPx === null ? null : toDecimalString(triggerPx),
  });
}

/** A limit never pays more and never asks less than wished. */
function limitRounding(side: OrderSide): RoundingMode {
  return side === 'BUY' ? 'down' : 'up';
}

/** The side on which the trigger fires earlier: a stop below the market up, one above it down; a take-profit the other way. */
function triggerRounding(type: OrderType, side: OrderSide): RoundingMode {
  return (type === 'stop-market') === (side === 'SELL') ? 'up' : 'down';
}

interface Size {
  readonly qtyBase: DecimalString | null;
  readonly lossFrac: DecimalString;
  readonly notionalQuote: DecimalString | null;
}

function quantiseSize(
  intent: OrderIntent,
  instrument: Instrument,
  refPx: Decimal | null,
  mayBump: boolean,
): Result<Size, DomainError> {
  if (intent.qtyBase === null) {
    if (!intent.closesPosition) return refuse('INPUT_INVALID', 'no quantity, and the order closes no position');
    return ok({ qtyBase: null, lossFrac: '0', notionalQuote: null });
  }
  const wanted = decimal(intent.qtyBase);
  if (wanted.lte(ZERO)) return refuse('INPUT_INVALID', `qtyBase=${intent.qtyBase} is not positive`);
  const { qtyScale, qtyStep } = stepsOf(instrument);
  let qtyBase = quantize(wanted.div(qtyScale), qtyStep, 'down').times(qtyScale);
  const needed = notionalNeeded(intent, instrument);
  if (needed !== null && refPx === null && intent.role === 'entry') {
    return refuse(
      'RISK_BOOK_STALE',
      `no price of ${instrument.id} to measure notionalMin=${toDecimalString(needed)} by`,
    );
  }
  if (mayBump && needed !== null && refPx !== null && qtyBase.times(refPx).lt(needed)) {
    const bumped = quantize(needed.div(refPx).div(qtyScale), qtyStep, 'up').times(qtyScale);
    if (bumped.lte(wanted.times(BUMP_FRAC_MAX.plus(1)))) qtyBase = bumped;
  }
  const refusal = sizeRefusal({ intent, instrument, qtyBase, refPx, needed });
  if (refusal !== null) return err(refusal);
  return ok({
    qtyBase: toDecimalString(qtyBase),
    lossFrac: toDecimalString(wanted.minus(qtyBase).div(wanted)),
    notionalQuote: refPx === null ? null : toDecimalString(qtyBase.times(refPx)),
  });
}

/** Orders that only reduce are let to the venue: most state no smallest notional for them. */
function notionalNeeded(intent: OrderIntent, instrument: Instrument): Decimal | null {
  if (instrument.notionalMin === null || (intent.isReduceOnly && instrument.kind !== 'spot')) return null;
  return stepsOf(instrument).notionalMin;
}

interface SizeCheck {
  readonly intent: OrderIntent;
  readonly instrument: Instrument;
  readonly qtyBase: Decimal;
  readonly refPx: Decimal | null;
  readonly needed: Decimal | null;
}

function sizeRefusal({ intent, instrument, qtyBase, refPx, needed }: SizeCheck): DomainError | null {
  const { minBase, maxBase } = stepsOf(instrument);
  const figures = () =>
    `wantedBase=${String(intent.qtyBase)} plannedBase=${toDecimalString(qtyBase)} stepBase=${toDecimalString(qtyStepBase(instrument))}`;
  if (qtyBase.lte(ZERO) || qtyBase.lt(minBase)) {
    return denied('QUANTITY_TOO_SMALL', `${figures()} minBase=${toDecimalString(minBase)}`);
  }
  if (maxBase !== null && qtyBase.gt(maxBase)) {
    return denied('QUANTITY_TOO_LARGE', `${figures()} maxBase=${toDecimalString(maxBase)}`);
  }
  if (needed === null || refPx === null) return null;
  const notional = qtyBase.times(refPx);
  if (notional.gte(needed)) return null;
  return denied(
    'NOTIONAL_TOO_SMALL',
    `${figures()} px=${toDecimalString(refPx)} notional=${toDecimalString(notional)} notionalMin=${toDecimalString(needed)}`,
  );
}

function denied(code: DomainError['code'], detail: string): DomainError {
  return domainError(code, detail, { outcome: 'not-sent' });
}

function refuse(code: DomainError['code'], detail: string): { readonly ok: false; readonly error: DomainError } {
  return err(denied(code, detail));
}
