import { decimal, quantize, type Decimal, type Instrument } from '../domain/index.ts';
import { qtyStepBase } from './quantise-order.ts';

/** Returns the least common multiple of two positive decimals, exactly. */
export function leastCommonMultiple(a: Decimal, b: Decimal): Decimal {
  const digits = Math.max(fractionDigits(a), fractionDigits(b));
  const unit = decimal(`1e-${digits}`);
  const left = BigInt(a.div(unit).round(0).toString());
  const right = BigInt(b.div(unit).round(0).toString());
  if (left <= 0n || right <= 0n) throw new Error('Invariant: a step is not positive');
  return decimal(((left / greatestCommonDivisor(left, right)) * right).toString()).times(unit);
}

/** Returns the smallest base quantity that both instruments can trade in whole steps. */
export function commonStepBase(a: Instrument, b: Instrument): Decimal {
  return leastCommonMultiple(qtyStepBase(a), qtyStepBase(b));
}

/** Returns the largest base quantity up to `qtyBase` that both legs of a pair can trade exactly alike; 0 when there is none. */
export function quantisePairQty(qtyBase: Decimal, a: Instrument, b: Instrument): Decimal {
  return quantize(qtyBase, commonStepBase(a, b), 'down');
}

function fractionDigits(value: Decimal): number {
  const [, fraction = ''] = value.toString().split('.');
  return fraction.length;
}

function greatestCommonDivisor(a: bigint, b: bigint): bigint {
  let [larger, smaller] = [a, b];
  while (smaller !== 0n) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}
