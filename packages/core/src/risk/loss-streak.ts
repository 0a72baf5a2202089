import type { RiskLimits } from './risk-limits.ts';
import type { LossStreakView } from './risk-request.ts';

/** Nothing lost yet. */
export const NO_LOSSES: LossStreakView = { losses: 0, halts: 0, haltEndMs: null, isOff: false };

/**
 * Returns the streak after a round ended. A gain or an even result ends the streak; the limit's number of losses starts a halt and
 * counts from zero again; the last permitted halt switches off until a person releases it. Halts are forgotten on release alone.
 */
export function afterRound(before: LossStreakView, isLoss: boolean, atMs: number, limits: RiskLimits): LossStreakView {
  if (!isLoss) return { ...before, losses: 0 };
  const losses = before.losses + 1;
  if (losses < limits.lossStreakMax) return { ...before, losses };
  const halts = before.halts + 1;
  return { losses: 0, halts, haltEndMs: atMs + limits.haltMs, isOff: before.isOff || halts >= limits.haltsMax };
}
