import type { ArbTrade, LegKey } from '../../domain/index.ts';
import { nameHash } from '../name-hash.ts';

/** Orders that one leg may send in one phase: two digits of base 36. */
const ORDERS_PER_LEG_MAX = 36 ** 2 - 1;

const ARB_INTENT = /^(a[0-9a-z]{11})([bs])([ex])([0-9a-z]{2})$/;

/** Where an order stands among those of its trade. */
export interface ArbOrderPlace {
  readonly leg: LegKey;
  readonly phase: ArbTrade['phase'];
  /** 1 for the first of its leg and phase. */
  readonly n: number;
}

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

/** Returns what an intent id of a trade says; null for every other intent. */
export function parseArbIntent(intentId: string): (ArbOrderPlace & { readonly arbId: string }) | null {
  const match = ARB_INTENT.exec(intentId);
  if (match === null) return null;
  const [, arbId = '', leg, phase, digits = ''] = match;
  return {
    arbId,
    leg: leg === 'b' ? 'buy' : 'sell',
    phase: phase === 'e' ? 'entry' : 'exit',
    n: Number.parseInt(digits, 36),
  };
}
