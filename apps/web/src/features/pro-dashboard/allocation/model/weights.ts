import { VENUE_NAMES, type AllocationSettings } from '@riptide/contracts/calls';

type WeightName = 'balance_weight' | 'latency_weight' | 'fee_weight';
export type AllocationField = keyof AllocationSettings;

const WEIGHT_NAMES = ['balance_weight', 'latency_weight', 'fee_weight'] as const;

const DEFAULT_WEIGHTS: Readonly<Record<WeightName, number>> = {
  balance_weight: 0.4,
  latency_weight: 0.3,
  fee_weight: 0.3,
};

/** How far the weights may be off 1; with room for the dust of floating point. */
const TOLERANCE = 0.01 + 1e-9;

/** Reads what was typed; what is no number counts as 0. */
export function readShare(text: string): number {
  const value = Number(text);
  return text.trim() === '' || !Number.isFinite(value) ? 0 : value;
}

/** Adds the weights up, without the dust of floating point. */
export function totalWeight(settings: Readonly<Record<WeightName, number>>): number {
  return tidy(settings.balance_weight + settings.latency_weight + settings.fee_weight, 6);
}

export function isTotalSound(total: number): boolean {
  return Math.abs(total - 1) <= TOLERANCE;
}

/** Words the total-weight line. */
export function totalText(total: number): string {
  return isTotalSound(total) ? `Total Weight: ${total}` : `Total Weight: ${total} (Must equal 1.0)`;
}

/** Scales the weights so that they sum to exactly 1; the largest takes what rounding leaves over. */
export function normalised(weights: Readonly<Record<WeightName, number>>): Record<WeightName, number> {
  const kept = WEIGHT_NAMES.map((name) => Math.max(0, weights[name]));
  const sum = kept.reduce((total, weight) => total + weight, 0);
  if (sum === 0) return { ...DEFAULT_WEIGHTS };
  const scaled = kept.map((weight) => tidy(weight / sum, 4));
  const rest = 1 - scaled.reduce((total, weight) => total + weight, 0);
  const largest = scaled.indexOf(Math.max(...scaled));
  const [balance = 0, latency = 0, fee = 0] = scaled.map((weight, at) =>
    at === largest ? tidy(weight + rest, 4) : weight,
  );
  return { balance_weight: balance, latency_weight: latency, fee_weight: fee };
}

function tidy(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

/** Says what is wrong with a field; null when nothing is. */
export function fieldFault(name: AllocationField, settings: AllocationSettings): string | null {
  const value = settings[name];
  if (value < 0 || value > 1) return 'Enter 0 to 1';
  const { min_allocation: min, max_allocation: max } = settings;
  if (name === 'min_allocation' && min > max) return `${min} is over the maximum of ${max}`;
  if (name === 'max_allocation' && min > max) return `${max} is under the minimum of ${min}`;
  return wholeFault(name, value);
}

const VENUE_COUNT = VENUE_NAMES.length;
/** Room for the dust of floating point. */
const DUST = 1e-9;

/** Says that all venues at this bound would be more, or less, than the capital there is, as the server says it. */
function wholeFault(name: AllocationField, share: number): string | null {
  const [sum, bound] = [share * VENUE_COUNT, 1 / VENUE_COUNT];
  if (name === 'min_allocation' && sum > 1 + DUST)
    return `${VENUE_COUNT} venues of ${share} are more than the whole, the maximum is ${bound}`;
  if (name === 'max_allocation' && sum < 1 - DUST)
    return `${VENUE_COUNT} venues of ${share} are less than the whole, the minimum is ${bound}`;
  return null;
}
