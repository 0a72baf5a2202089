import {
  decimal,
  maxOf,
  minOf,
  ONE,
  toDecimalString,
  type DecimalString,
  type TrailingOrder,
} from '../../domain/index.ts';

/** Where a trailing order stands after a price. */
export interface TrailingStep {
  readonly bestPx: DecimalString;
  readonly currentTakeProfitPx: DecimalString;
  /** What happens now, and why in words; null: it goes on trailing. */
  readonly end: { readonly state: 'triggered' | 'expired'; readonly reason: string } | null;
}

/**
 * Moves a trailing order by one price. Before the initial target was reached nothing triggers; from then on the target keeps its distance
 * from the best price and is never worse than the initial one. A price that is farther than the limit from the entry ends it: with a gain the
 * profit is taken, with a loss the order expires and the position is left to its stop.
 */
export function stepTrailing(order: TrailingOrder, px: DecimalString): TrailingStep {
  const isLong = order.side === 'BUY';
  const [price, entry, initial] = [decimal(px), decimal(order.entryPx), decimal(order.initialTakeProfitPx)];
  const before = order.bestPx === null ? price : decimal(order.bestPx);
  const best = isLong ? maxOf(before, price) : minOf(before, price);
  const hasPassed = isLong ? best.gte(initial) : best.lte(initial);
  const distance = decimal(order.trailingDistanceFrac);
  const followed = best.times(isLong ? ONE.minus(distance) : ONE.plus(distance));
  const never = isLong ? maxOf(followed, initial) : minOf(followed, initial);
  const target = hasPassed ? never : initial;
  const told = { bestPx: toDecimalString(best), currentTakeProfitPx: toDecimalString(target) };
  const gainFrac = price
    .minus(entry)
    .div(entry)
    .times(isLong ? 1 : -1);
  const widest = decimal(order.maxTrailingFrac);
  if (gainFrac.gte(widest))
    return { ...told, end: { state: 'triggered', reason: 'the gain reached the widest trail' } };
  if (gainFrac.lte(widest.times(-1))) {
    return { ...told, end: { state: 'expired', reason: 'the loss is wider than the order may trail' } };
  }
  const isBack = hasPassed && (isLong ? price.lte(target) : price.gte(target)) && !price.eq(best);
  if (!isBack) return { ...told, end: null };
  return { ...told, end: { state: 'triggered', reason: `the price came back to ${told.currentTakeProfitPx}` } };
}
