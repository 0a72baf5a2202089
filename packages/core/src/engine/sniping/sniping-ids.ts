import type { LiquidatedSide } from '../../domain/index.ts';
import { fnv1a, nameHash } from '../name-hash.ts';

/** Which order of a trade an intent is for; the letter stands in its id. */
const SNIPE_ORDER_KINDS = { entry: 'e', addition: 'a', 'take-profit': 't', exit: 'x' } as const;
export type SnipeOrderKind = keyof typeof SNIPE_ORDER_KINDS;

/** Orders of one kind that a trade may send: two digits of base 36. */
export const ORDERS_PER_KIND_MAX = 36 ** 2 - 1;

const SNIPE_INTENT = /^(s[0-9a-z]{11})([eatx])([0-9a-z]{2})$/;
const TRAILING_INTENT = /^(l[0-9a-z]{11})c([0-9a-z]{2})$/;
const KIND_OF: Readonly<Record<string, SnipeOrderKind>> = { e: 'entry', a: 'addition', t: 'take-profit', x: 'exit' };

/** What makes a decision this one and no other. */
export interface DecisionName {
  readonly symbol: string;
  readonly liquidatedSide: LiquidatedSide;
  readonly clusterId: string;
  /** When the cascade began: the radar counts its clusters anew after a restart. */
  readonly startedMs: number;
  /** 1 for the first decision of the cascade. */
  readonly number: number;
}

/** Returns the id of a decision: 12 letters and digits, equal for equal names. */
export function decisionIdOf({ symbol, liquidatedSide, clusterId, startedMs, number }: DecisionName): string {
  return `d${nameHash([symbol, liquidatedSide, clusterId, startedMs, number])}`;
}

/** Returns the id of the trade that a decision begins. */
export function snipeIdOf(decisionId: string): string {
  return `s${decisionId.slice(1)}`;
}

/**
 * Returns the intent id of the n-th order of a kind: the client order id derives from it, so a restart can't send an order twice.
 *
 * @throws Error `Invariant: …` when `n` is not 1 to 1,295.
 */
export function snipeIntentId(snipeId: string, kind: SnipeOrderKind, n: number): string {
  return `${snipeId}${SNIPE_ORDER_KINDS[kind]}${twoDigits(n)}`;
}

/** Returns what an intent id of a trade says; null for every other intent. */
export function parseSnipeIntent(
  intentId: string,
): { readonly snipeId: string; readonly kind: SnipeOrderKind; readonly n: number } | null {
  const match = SNIPE_INTENT.exec(intentId);
  if (match === null) return null;
  const [, snipeId = '', letter = '', digits = ''] = match;
  const kind = KIND_OF[letter];
  return kind === undefined ? null : { snipeId, kind, n: Number.parseInt(digits, 36) };
}

/** Returns the intent id of the n-th closing order of a trailing order. */
export function trailingIntentId(order: { readonly orderId: string; readonly createdMs: number }, n: number): string {
  return `l${nameHash([order.orderId, order.createdMs])}c${twoDigits(n)}`;
}

/** Returns true for the closing intents of trailing orders. */
export function isTrailingIntent(intentId: string): boolean {
  return TRAILING_INTENT.test(intentId);
}

/** Returns a seed for chance that belongs to one decision: equal decisions draw equally, whatever ran before. */
export function seedOf(decisionId: string): number {
  return fnv1a(decisionId, 1);
}

function twoDigits(n: number): string {
  if (!Number.isInteger(n) || n < 1 || n > ORDERS_PER_KIND_MAX) {
    throw new Error(`Invariant: order number ${n} is not 1..${ORDERS_PER_KIND_MAX}`);
  }
  return n.toString(36).padStart(2, '0');
}
