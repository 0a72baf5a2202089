import type { PositionRow } from '@riptide/contracts/calls';

/** How far the mark price is from liquidation, in percent of the mark; null while one of them is unknown. */
export function liquidationDistancePct({ mark_price: mark, liquidation_price: price }: PositionRow): number | null {
  return mark === null || price === null || mark === 0 ? null : (Math.abs(price - mark) / mark) * 100;
}
