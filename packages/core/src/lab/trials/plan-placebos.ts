import type { Random } from '../../kernel/index.ts';
import type { LabSignal } from '../lab-strategy.ts';
import type { TrialPlan, TrialRules } from './trial-model.ts';

const SHIFT_MS_MIN = 5 * 60_000;
const SHIFT_MS_MAX = 60 * 60_000;
/** Several entries elsewhere in time per signal make the comparison steadier; a coin needs only one, for its two sides are both known. */
const SHIFTS = 2;

/** Returns the trial of a signal and those of its placebos: same arm, size, way to the venue, costs and exits. */
export function planTrials(signal: LabSignal, rules: TrialRules, random: Random): readonly TrialPlan[] {
  const latencyMs = Math.round(rules.latencyMsMin + random() * (rules.latencyMsMax - rules.latencyMsMin));
  const side = sideOf(signal);
  const other = side === 'long' ? 'short' : 'long';
  const base = {
    decisionId: signal.decisionId,
    clusterId: signal.clusterId,
    ix: signal.ix,
    arm: signal.arm,
    notionalUsd: signal.notionalUsd,
    signalMs: signal.atMs,
    latencyMs,
  };
  const at = (delayMs: number) => ({ ...base, startMs: signal.atMs + delayMs });
  const shifted = Array.from({ length: SHIFTS }, (): TrialPlan => {
    const delayMs = Math.round(SHIFT_MS_MIN + random() * (SHIFT_MS_MAX - SHIFT_MS_MIN));
    return { ...at(delayMs), kind: 'shifted-time', side };
  });
  return [
    { ...at(0), kind: 'signal', side },
    { ...at(0), kind: 'random-side', side: random() < 0.5 ? 'long' : 'short' },
    { ...at(0), kind: 'inverted-side', side: other },
    ...shifted,
  ];
}

/** Returns the side a signal takes: a fade of liquidated longs buys, to follow them sells. */
function sideOf({ arm, liquidatedSide }: LabSignal): 'long' | 'short' {
  return (arm.direction === 'fade') === (liquidatedSide === 'LONG') ? 'long' : 'short';
}
