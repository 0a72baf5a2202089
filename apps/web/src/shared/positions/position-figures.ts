import type { PositionRow } from '@riptide/contracts/calls';

/** Gives how far the mark may still go before the venue closes the position, percent of the mark; null while unknown. */
export function liquidationDistancePct({ mark_price: mark, liquidation_price: at }: PositionRow): number | null {
  return mark === null || at === null || mark === 0 ? null : (Math.abs(mark - at) / mark) * 100;
}

/** Says how long a position has been held: seconds under a minute, minutes under an hour, then hours, then days. */
export function wordHeld(openedAtS: number, nowMs: number): string {
  const seconds = Math.max(0, Math.floor(nowMs / 1000 - openedAtS));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}m`;
  return minutes < 1440 ? `${Math.floor(minutes / 60)}h ${minutes % 60}m` : `${Math.floor(minutes / 1440)}d`;
}

/** A sum that is not known while one of its parts is not. */
export function sumKnown(values: readonly (number | null)[]): number | null {
  return values.reduce<number | null>((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}
