import { decimal, type Decimal, type Instrument } from '../domain/index.ts';

/** The steps and bounds of an instrument as exact figures. */
export interface InstrumentSteps {
  /** Of the venue's own price. */
  readonly pxTick: Decimal;
  readonly pxDivisor: Decimal;
  /** Of the venue's own quantity. */
  readonly qtyStep: Decimal;
  /** Base units of one unit of the venue's quantity. */
  readonly qtyScale: Decimal;
  readonly qtyStepBase: Decimal;
  readonly minBase: Decimal;
  readonly maxBase: Decimal | null;
  readonly notionalMin: Decimal | null;
}

/** An instrument never changes once loaded. */
const known = new WeakMap<Instrument, InstrumentSteps>();

/** Returns the steps of an instrument, read from its texts once. */
export function stepsOf(instrument: Instrument): InstrumentSteps {
  const read = known.get(instrument);
  if (read !== undefined) return read;
  const qtyStep = decimal(instrument.qtyStep);
  const qtyScale = decimal(instrument.qtyScale);
  const steps = {
    pxTick: decimal(instrument.pxTick),
    pxDivisor: decimal(instrument.pxDivisor),
    qtyStep,
    qtyScale,
    qtyStepBase: qtyStep.times(qtyScale),
    minBase: decimal(instrument.qtyMin).times(qtyScale),
    maxBase: instrument.qtyMax === null ? null : decimal(instrument.qtyMax).times(qtyScale),
    notionalMin: instrument.notionalMin === null ? null : decimal(instrument.notionalMin),
  };
  known.set(instrument, steps);
  return steps;
}
