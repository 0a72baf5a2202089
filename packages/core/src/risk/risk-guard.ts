import { fallbacks, parseFields, type FieldsResult, type FieldValues } from '../domain/index.ts';

/** Defaults and bounds of the guard that manages one position's exits and its re-entries. Distances in bps of the entry price. */
export const RISK_GUARD_FIELDS = {
  slBps: { kind: 'number', fallback: 25, min: 1, max: 5_000 },
  tpBps: { kind: 'number', fallback: 35, min: 1, max: 10_000 },
  /** Gain at which the stop moves to the entry. */
  breakevenArmBps: { kind: 'number', fallback: 15, min: 0, max: 10_000 },
  trailEnable: { kind: 'boolean', fallback: false as boolean },
  trailStepBps: { kind: 'number', fallback: 10, min: 1, max: 5_000 },
  /** Further gain before the trail moves again. */
  trailRearmBps: { kind: 'number', fallback: 5, min: 0, max: 5_000 },
  reentryEnable: { kind: 'boolean', fallback: false as boolean },
  reentryCooldownSec: { kind: 'number', fallback: 60, min: 0, max: 86_400 },
  reentryEdgeBufferBps: { kind: 'number', fallback: 5, min: 0, max: 1_000 },
  reentryMaxAttempts: { kind: 'integer', fallback: 2, min: 0, max: 100 },
  reentryAutoExecute: { kind: 'boolean', fallback: false as boolean },
} as const;

export type RiskGuard = FieldValues<typeof RISK_GUARD_FIELDS>;

export const DEFAULT_RISK_GUARD: RiskGuard = fallbacks(RISK_GUARD_FIELDS);

/** Checks a given guard; what is missing keeps its value of `base`. */
export function parseRiskGuard(input: unknown, base: RiskGuard = DEFAULT_RISK_GUARD): FieldsResult<RiskGuard> {
  return parseFields(RISK_GUARD_FIELDS, input, base);
}
