import type { DecisionGate } from '../../../domain/index.ts';
import { shown } from '../shown.ts';
import type { TriggerFigures } from '../trigger-figures.ts';
import type { TriggerInput } from '../trigger-facts.ts';

/** The checks of a trigger, in the order in which they are shown. */
export const TRIGGER_GATES = [
  'engine',
  'kill-switch',
  'trigger-size',
  'trigger-count',
  'cooldown',
  'price-known',
  'book-age',
  'displacement',
  'universe-age',
  'universe-volume',
  'universe-change',
  'spread',
  'funding-rate',
  'funding-window',
  'position-open',
  'concurrent',
  'fee-gate',
  'liquidation-distance',
  'budget',
  'verdict',
] as const;
export type TriggerGateName = (typeof TRIGGER_GATES)[number];

/** One gate: all are always asked, none looks at another. */
export type TriggerGate = (input: TriggerInput, figures: TriggerFigures) => DecisionGate;

/** Returns the answer of a gate that compares nothing. */
export function answer(gate: TriggerGateName, ok: boolean, detail: string): DecisionGate {
  return { gate, ok, detail, value: null, bound: null };
}

/** A figure against its bound; the bound itself is allowed, unknown is not. */
export interface Comparison {
  readonly what: string;
  readonly value: number;
  readonly bound: number;
  readonly unit: string;
}

/** Returns the answer for a figure that must not exceed its bound. */
export function atMost(gate: TriggerGateName, comparison: Comparison): DecisionGate {
  return compared(gate, comparison, comparison.value <= comparison.bound, ['at most', 'more than']);
}

/** Returns the answer for a figure that must reach its bound. */
export function atLeast(gate: TriggerGateName, comparison: Comparison): DecisionGate {
  return compared(gate, comparison, comparison.value >= comparison.bound, ['at least', 'less than']);
}

function compared(
  gate: TriggerGateName,
  { what, value, bound, unit }: Comparison,
  ok: boolean,
  words: readonly [string, string],
): DecisionGate {
  const told = { gate, value: finiteOrNull(value), bound: finiteOrNull(bound) };
  if (told.value === null) return { ...told, ok: false, detail: `${what} is unknown` };
  if (told.bound === null) return { ...told, ok: false, detail: `the bound of ${what} is unknown` };
  return {
    ...told,
    ok,
    detail: `${what} ${shown(value)} ${unit}, ${ok ? words[0] : words[1]} ${shown(bound)} ${unit}`.trim(),
  };
}

/** Returns null for what is not a finite number, and 0 for -0, which JSON does not know. */
export function finiteOrNull(value: number): number | null {
  return Number.isFinite(value) ? value + 0 : null;
}
