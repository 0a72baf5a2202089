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

/** What a gate says. Its words are made when somebody asks for them: an order does not wait for them. */
export interface GateAnswer {
  readonly ok: boolean;
  told(): DecisionGate;
}

/** Words that are made when somebody reads them. */
export type Words = string | (() => string);

/** One gate: all are always asked, none looks at another. */
export type TriggerGate = (input: TriggerInput, figures: TriggerFigures) => GateAnswer;

/** Returns the answer of a gate that compares nothing. */
export function answer(gate: TriggerGateName, ok: boolean, detail: Words): GateAnswer {
  return { ok, told: () => ({ gate, ok, detail: wordsOf(detail), value: null, bound: null }) };
}

/** Returns the answer of a gate with a figure and words of its own; what is not finite is told as unknown. */
export function figured(
  gate: TriggerGateName,
  ok: boolean,
  said: { readonly detail: Words; readonly value: number; readonly bound: number },
): GateAnswer {
  const told = (): DecisionGate => ({
    gate,
    ok,
    detail: wordsOf(said.detail),
    value: finiteOrNull(said.value),
    bound: finiteOrNull(said.bound),
  });
  return { ok, told };
}

function wordsOf(words: Words): string {
  return typeof words === 'string' ? words : words();
}

/** A figure against its bound; the bound itself is allowed, unknown is not. */
export interface Comparison {
  readonly what: Words;
  readonly value: number;
  readonly bound: number;
  readonly unit: string;
}

/** Returns the answer for a figure that must not exceed its bound. */
export function atMost(gate: TriggerGateName, comparison: Comparison): GateAnswer {
  return compared(gate, comparison, comparison.value <= comparison.bound, ['at most', 'more than']);
}

/** Returns the answer for a figure that must reach its bound. */
export function atLeast(gate: TriggerGateName, comparison: Comparison): GateAnswer {
  return compared(gate, comparison, comparison.value >= comparison.bound, ['at least', 'less than']);
}

function compared(
  gate: TriggerGateName,
  comparison: Comparison,
  isWithin: boolean,
  words: readonly [string, string],
): GateAnswer {
  const ok = isWithin && Number.isFinite(comparison.value) && Number.isFinite(comparison.bound);
  return { ok, told: () => toldOf(gate, comparison, ok, words) };
}

function toldOf(
  gate: TriggerGateName,
  comparison: Comparison,
  ok: boolean,
  words: readonly [string, string],
): DecisionGate {
  const { value, bound, unit } = comparison;
  const what = wordsOf(comparison.what);
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
