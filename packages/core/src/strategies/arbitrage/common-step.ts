import {
  decimal,
  fractionDigits,
  leastCommonMultiple,
  parseDecimal,
  toDecimalString,
  type Decimal,
  type DecimalString,
} from '../../domain/index.ts';

/** Powers of ten beyond this are not exact as a number. */
const DECIMALS_MAX = 22;

/** A decimal step as an exact fraction: `units / 10^decimals`. */
export interface ExactStep {
  readonly units: number;
  readonly decimals: number;
}

/** A venue's quantity step and how many base units its quantity unit is. */
export interface QuantityStep {
  readonly qtyStep: DecimalString;
  readonly qtyScale: number;
}

/**
 * Returns the least common multiple of two quantity steps, each a decimal wire step times a scale to base units.
 *
 * Exact: integers only. A step of 0.01 contracts of 0.1 base is 0.001 base; against 0.002 base the common step is 0.002.
 *
 * Null when a step is no positive decimal or the multiple has more digits than a number holds exactly.
 */
export function commonStep(a: QuantityStep, b: QuantityStep): ExactStep | null {
  const stepA = baseStep(a);
  const stepB = baseStep(b);
  return stepA === null || stepB === null ? null : asFraction(leastCommonMultiple(stepA, stepB));
}

/** Returns the largest multiple of the step that is not above `qtyBase`; 0 when there is none. */
export function floorToStep(qtyBase: number, step: ExactStep): number {
  const power = 10 ** step.decimals;
  let multiples = Math.floor((qtyBase * power) / step.units);
  // WHY: the product above may round to either side of a whole number; one division of integers does not.
  while (multiples > 0 && (multiples * step.units) / power > qtyBase) multiples -= 1;
  if (((multiples + 1) * step.units) / power <= qtyBase) multiples += 1;
  return Math.max(0, (multiples * step.units) / power);
}

function baseStep(step: QuantityStep): Decimal | null {
  const wire = parseDecimal(step.qtyStep);
  const scale = parseDecimal(step.qtyScale);
  if (wire === null || scale === null || wire.lte(0) || scale.lte(0)) return null;
  return wire.times(scale);
}

function asFraction(step: Decimal): ExactStep | null {
  const decimals = fractionDigits(step);
  const units = step.times(decimal(`1e${decimals}`));
  if (units.gt(Number.MAX_SAFE_INTEGER) || decimals > DECIMALS_MAX) return null;
  return { units: Number(toDecimalString(units)), decimals };
}
