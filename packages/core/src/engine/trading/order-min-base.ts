import { decimal, maxOf, quantize, type Decimal, type Instrument } from '../../domain/index.ts';
import { qtyStepBase } from '../../execution/index.ts';

/** Returns the smallest quantity that an order can have at a price: the least quantity, and of what needs one the least notional, on the step. */
export function orderMinBase(instrument: Instrument, px: number | null, isReduceOnly: boolean): Decimal {
  const step = qtyStepBase(instrument);
  const least = maxOf(decimal(instrument.qtyMin).times(instrument.qtyScale), step);
  const needsNotional = instrument.kind === 'spot' || !isReduceOnly;
  if (instrument.notionalMin === null || !needsNotional || px === null || !(px > 0)) return quantize(least, step, 'up');
  return quantize(maxOf(least, decimal(instrument.notionalMin).div(decimal(px))), step, 'up');
}
