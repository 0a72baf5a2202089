import type { DecimalString } from '../../domain/index.ts';

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

interface Decimal {
  readonly digits: bigint;
  readonly decimals: number;
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
  return stepA === null || stepB === null ? null : leastCommonMultiple(stepA, stepB);
}

function leastCommonMultiple(a: Decimal, b: Decimal): ExactStep | null {
  const decimals = Math.max(a.decimals, b.decimals);
  const unitsA = a.digits * 10n ** BigInt(decimals - a.decimals);
  const unitsB = b.digits * 10n ** BigInt(decimals - b.decimals);
  return reduced((unitsA / gcd(unitsA, unitsB)) * unitsB, decimals);
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
  const scale = parseDecimal(String(step.qtyScale));
  if (wire === null || scale === null) return null;
  return { digits: wire.digits * scale.digits, decimals: wire.decimals + scale.decimals };
}

function parseDecimal(text: string): Decimal | null {
  const match = /^(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null || !(Number(text) > 0)) return null;
  const fraction = match[2] ?? '';
  const decimals = fraction.length - Number(match[3] ?? '0');
  const digits = BigInt(`${match[1]}${fraction}`);
  return decimals >= 0 ? { digits, decimals } : { digits: digits * 10n ** BigInt(-decimals), decimals: 0 };
}

function reduced(digits: bigint, decimals: number): ExactStep | null {
  let left = digits;
  let places = decimals;
  while (places > 0 && left % 10n === 0n) {
    left /= 10n;
    places -= 1;
  }
  if (left > BigInt(Number.MAX_SAFE_INTEGER) || places > DECIMALS_MAX) return null;
  return { units: Number(left), decimals: places };
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}
