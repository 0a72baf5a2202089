import { decimal, toDecimalString, type DecimalString } from '../../domain/index.ts';
import { defaultStopPx, type OpenPosition } from '../../execution/index.ts';
import type { EntryWishes } from './entry-wishes.ts';

/**
 * Returns where a position is to be stopped: where it was wished, else at the operator's distance in percent of the entry. A wish of the
 * other direction belongs to a position that is gone; one that was moved since the entry may stand beyond it.
 */
export function wantedStopPx(position: OpenPosition, wishes: EntryWishes, stopLossPct: number): DecimalString | null {
  const { account, instrumentId, entryPx } = position;
  const wished = wishes.stopPx(account, instrumentId);
  const movedSide = wishes.movedSide(account, instrumentId);
  const isLong = decimal(position.qtyBase).gt(0);
  if (wished !== null && movedSide !== null && (movedSide === 'long') === isLong) return wished;
  if (wished !== null && movedSide === null && decimal(wished).lt(decimal(entryPx)) === isLong) return wished;
  return defaultStopPx(position, toDecimalString(decimal(stopLossPct).div(100)));
}
