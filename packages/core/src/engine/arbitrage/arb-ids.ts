import type { ArbOrderPlace } from '../../domain/index.ts';
import { nameHash } from '../name-hash.ts';

/** Orders that one leg may send in one phase: two digits of base 36. */
const ORDERS_PER_LEG_MAX = 36 ** 2 - 1;

/** Returns the id of a trade: `a` and 11 letters and digits. `number` tells apart what began in the same millisecond. */
export function arbIdOf(pairId: string, startedMs: number, number: number): string {
  return `a${nameHash([pairId, startedMs, number])}`;
}

/**
 * Returns the intent id of an order: the client order id derives from it, so a restart can't send an order twice.
 *
 * @throws Error `Invariant: …` when `n` is not 1 to 1,295.
 */
export function arbIntentId(arbId: string, { leg, phase, n }: ArbOrderPlace): string {
  if (!Number.isInteger(n) || n < 1 || n > ORDERS_PER_LEG_MAX) {
    throw new Error(`Invariant: order number ${n} is not 1..${ORDERS_PER_LEG_MAX}`);
  }
  return `${arbId}${leg === 'buy' ? 'b' : 's'}${phase === 'entry' ? 'e' : 'x'}${n.toString(36).padStart(2, '0')}`;
}
