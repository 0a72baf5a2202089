import {
  decimal,
  domainError,
  err,
  minOf,
  ok,
  ONE,
  toDecimalString,
  VENUES,
  ZERO,
  type Decimal,
  type DecimalString,
  type DomainError,
  type Result,
  type Venue,
} from '../domain/index.ts';
import { fallbacks, parseFields, type FieldsResult, type FieldValues } from '../domain/index.ts';

const share = (fallback: number) => ({ kind: 'number', fallback, min: 0, max: 1 }) as const;

/** Weights of the three reasons, and the least and most of the whole that one venue may get, as fractions. */
export const ALLOCATION_FIELDS = {
  balanceWeight: share(0.4),
  latencyWeight: share(0.3),
  feeWeight: share(0.3),
  minAllocation: share(0.01),
  maxAllocation: share(0.5),
} as const;

export type AllocationSettings = FieldValues<typeof ALLOCATION_FIELDS>;

export const DEFAULT_ALLOCATION: AllocationSettings = fallbacks(ALLOCATION_FIELDS);

/** How far the three weights may be off 1. */
const WEIGHT_TOLERANCE = decimal('0.01');

/** Checks given settings: bounds, the sum of the weights (1 within 0.01), the least not above the most. */
export function parseAllocationSettings(
  input: unknown,
  base: AllocationSettings = DEFAULT_ALLOCATION,
): FieldsResult<AllocationSettings> {
  const parsed = parseFields(ALLOCATION_FIELDS, input, base);
  if (!parsed.ok) return parsed;
  const { balanceWeight, latencyWeight, feeWeight, minAllocation, maxAllocation } = parsed.value;
  const total = decimal(balanceWeight).plus(decimal(latencyWeight)).plus(decimal(feeWeight));
  if (total.minus(ONE).abs().gt(WEIGHT_TOLERANCE)) {
    const text = `Total Weight: ${toDecimalString(total)} (Must equal 1.0)`;
    return { ok: false, fields: ['balanceWeight', 'latencyWeight', 'feeWeight'].map((field) => ({ field, text })) };
  }
  const venues = VENUES.length;
  if (decimal(minAllocation).times(venues).gt(ONE)) {
    return {
      ok: false,
      fields: [
        {
          field: 'minAllocation',
          text: `${venues} venues of ${minAllocation} are more than the whole, the maximum is ${1 / venues}`,
        },
      ],
    };
  }
  if (decimal(maxAllocation).times(venues).lt(ONE)) {
    return {
      ok: false,
      fields: [
        {
          field: 'maxAllocation',
          text: `${venues} venues of ${maxAllocation} are less than the whole, the minimum is ${1 / venues}`,
        },
      ],
    };
  }
  if (minAllocation > maxAllocation) {
    return {
      ok: false,
      fields: [{ field: 'minAllocation', text: `${minAllocation} is over the most, ${maxAllocation}` }],
    };
  }
  return parsed;
}

/** What speaks for a venue. Latency and fee null: not measured; such a venue gets nothing for that reason. */
export interface AllocationInput {
  readonly venue: Venue;
  readonly balanceUsd: DecimalString;
  readonly latencyMs: number | null;
  readonly takerFeeBps: number | null;
}

export interface Allocation {
  readonly totalUsd: DecimalString;
  readonly byVenue: readonly { readonly venue: Venue; readonly usd: DecimalString }[];
  /** What the most per venue leaves over when there are too few venues; else 0. */
  readonly unallocatedUsd: DecimalString;
}

/**
 * Divides the capital of all venues by weighted scores, none below the least nor above the most, exact to the cent.
 *
 * Each reason gives shares that sum to 1: balance by size, latency by speed (1 / ms), fee by cheapness (1 / (1 + bps)). The shares
 * are scaled by one factor so that, clamped, they fill the whole (water-filling). The allocations and what is left over sum to
 * the total exactly; bounds hold to the cent.
 *
 * @errors INPUT_INVALID when the least per venue can't be had by all of them.
 */
export function allocateCapital(
  inputs: readonly AllocationInput[],
  settings: AllocationSettings = DEFAULT_ALLOCATION,
): Result<Allocation, DomainError> {
  const balances = inputs.map((input) => cents(decimal(input.balanceUsd)));
  const total = balances.reduce((sum, part) => sum.plus(part), ZERO);
  const count = inputs.length;
  if (count > 0 && decimal(settings.minAllocation).times(count).gt(ONE)) {
    const detail = `minAllocation=${settings.minAllocation} venues=${count}`;
    return err(domainError('INPUT_INVALID', detail, { outcome: 'not-sent' }));
  }
  const target = minOf(ONE, decimal(settings.maxAllocation).times(count)).times(total).round(0, 0);
  const bounds = {
    low: decimal(settings.minAllocation).times(total).round(0, 0),
    high: decimal(settings.maxAllocation).times(total).round(0, 3),
  };
  const parts = wholeCents(fill(scores(inputs, balances, settings), target, bounds), target, bounds);
  const byVenue = inputs.map((input, i) => ({ venue: input.venue, usd: usdText(parts[i] ?? ZERO) }));
  return ok({ totalUsd: usdText(total), byVenue, unallocatedUsd: usdText(total.minus(target)) });
}

interface Bounds {
  readonly low: Decimal;
  readonly high: Decimal;
}

const cents = (usd: Decimal): Decimal => (usd.gt(0) ? usd.times(100).round(0, 0) : ZERO);
const usdText = (inCents: Decimal): DecimalString => toDecimalString(inCents.div(100));

function scores(
  inputs: readonly AllocationInput[],
  balances: readonly Decimal[],
  settings: AllocationSettings,
): Decimal[] {
  const reasons = [
    { weight: decimal(settings.balanceWeight), shares: shares(balances) },
    { weight: decimal(settings.latencyWeight), shares: shares(inputs.map((i) => inverse(i.latencyMs, 0))) },
    { weight: decimal(settings.feeWeight), shares: shares(inputs.map((i) => inverse(i.takerFeeBps, 1))) },
  ];
  return inputs.map((_, i) =>
    reasons.reduce((sum, { weight, shares: parts }) => sum.plus(weight.times(parts[i] ?? ZERO)), ZERO),
  );
}

/** Returns 1 / (offset + figure); a latency below 1 ms and a rebate count as their floor, so that none outweighs all. */
function inverse(figure: number | null, offset: number): Decimal {
  if (figure === null || !Number.isFinite(figure)) return ZERO;
  return ONE.div(decimal(Math.max(figure, 1 - offset) + offset));
}

function shares(parts: readonly Decimal[]): Decimal[] {
  const sum = parts.reduce((total, part) => total.plus(part), ZERO);
  return parts.map((part) => (sum.eq(0) ? ZERO : part.div(sum)));
}

/**
 * Scales the scores by one factor such that, clamped to the bounds, they sum to the target: each round fixes the parts that break the
 * bound on the heavier side, as many rounds as parts at most.
 */
function fill(weights: readonly Decimal[], target: Decimal, { low, high }: Bounds): Decimal[] {
  const fixed: (Decimal | null)[] = weights.map(() => null);
  for (;;) {
    const free = weights.map((_, i) => i).filter((i) => fixed[i] === null);
    if (free.length === 0) return fixed.map((part) => part ?? ZERO);
    const left = fixed.reduce<Decimal>((rest, part) => rest.minus(part ?? ZERO), target);
    const weightSum = free.reduce((sum, i) => sum.plus(weights[i] ?? ZERO), ZERO);
    const wanted = new Map(
      free.map((i) => [i, weightSum.eq(0) ? left.div(free.length) : left.times(weights[i] ?? ZERO).div(weightSum)]),
    );
    const clamped = (part: Decimal) => (part.lt(low) ? low : minOf(part, high));
    let violation = ZERO;
    for (const part of wanted.values()) violation = violation.plus(clamped(part)).minus(part);
    for (const [i, part] of wanted) {
      const isLow = part.lt(low);
      const isHigh = part.gt(high);
      if (violation.eq(0) || (violation.gt(0) && isLow) || (violation.lt(0) && isHigh)) fixed[i] = clamped(part);
    }
  }
}

/** Rounds down to cents and hands the missing ones out, the largest remainder first, to parts below the most. */
function wholeCents(parts: readonly Decimal[], target: Decimal, { low, high }: Bounds): Decimal[] {
  const whole = parts.map((part) => part.round(0, 0));
  const order = parts
    .map((part, i) => ({ i, remainder: part.minus(whole[i] ?? ZERO) }))
    .sort((a, b) => b.remainder.cmp(a.remainder) || a.i - b.i);
  let missing = target.minus(whole.reduce((sum, part) => sum.plus(part), ZERO));
  while (!missing.eq(0)) {
    const step = missing.gt(0) ? 1 : -1;
    const before = missing;
    for (const { i } of order) {
      const next = (whole[i] ?? ZERO).plus(step);
      if (missing.eq(0) || next.gt(high) || next.lt(low)) continue;
      whole[i] = next;
      missing = missing.minus(step);
    }
    if (missing.eq(before)) throw new Error('Invariant: the bounds leave no room for the last cents');
  }
  return whole;
}
