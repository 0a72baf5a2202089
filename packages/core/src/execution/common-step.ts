import { leastCommonMultiple, quantize, type Decimal, type Instrument } from '../domain/index.ts';
import { qtyStepBase } from './quantise-order.ts';

/** Returns the smallest base quantity that both instruments can trade in whole steps. */
export function commonStepBase(a: Instrument, b: Instrument): Decimal {
  return leastCommonMultiple(qtyStepBase(a), qtyStepBase(b));
}

/** Returns the largest base quantity up to `qtyBase` that both legs of a pair can trade exactly alike; 0 when there is none. */
export function quantisePairQty(qtyBase: Decimal, a: Instrument, b: Instrument): Decimal {
  return quantize(qtyBase, commonStepBase(a, b), 'down');
}
