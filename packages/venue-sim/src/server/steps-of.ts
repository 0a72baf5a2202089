import { decimal, type Decimal } from '@riptide/core/domain';

/** Returns how many whole steps `value` is; null when it stands between two. */
export function stepsOf(value: Decimal, step: number): number | null {
  const size = decimal(step);
  if (!value.mod(size).eq(0)) return null;
  const count = value.div(size).toNumber();
  return Number.isSafeInteger(count) ? count : null;
}
