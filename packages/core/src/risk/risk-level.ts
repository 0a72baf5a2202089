import { RISK_LIMIT_FIELDS, type RiskLimits } from './risk-limits.ts';

export const RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export const DEFAULT_RISK_LEVEL: RiskLevel = 'medium';

/**
 * What a level multiplies. `ceiling`: max position, daily loss, leverage and concurrent symbols, which are the operator's ceilings: a
 * level lowers them and never raises them. `room`: capital per trade and net exposure, which a level moves both ways.
 */
export const RISK_LEVEL_FACTORS: Readonly<Record<RiskLevel, { readonly ceiling: number; readonly room: number }>> = {
  low: { ceiling: 0.5, room: 0.5 },
  medium: { ceiling: 1, room: 1 },
  high: { ceiling: 1, room: 1.5 },
};

/** Returns true for the name of a risk level. */
export function isRiskLevel(value: unknown): value is RiskLevel {
  return (RISK_LEVELS as readonly unknown[]).includes(value);
}

type ScaledField =
  'maxPositionUsd' | 'dailyLossPct' | 'maxLeverage' | 'maxConcurrentSymbols' | 'capitalPerTradeFrac' | 'netExposureUsd';

/** Returns the limits as a level applies them, kept inside the bounds of each field. */
export function limitsAtLevel(limits: RiskLimits, level: RiskLevel): RiskLimits {
  const { ceiling, room } = RISK_LEVEL_FACTORS[level];
  return {
    ...limits,
    maxPositionUsd: inBounds('maxPositionUsd', limits.maxPositionUsd * ceiling),
    dailyLossPct: inBounds('dailyLossPct', limits.dailyLossPct * ceiling),
    maxLeverage: inBounds('maxLeverage', limits.maxLeverage * ceiling),
    maxConcurrentSymbols: inBounds('maxConcurrentSymbols', Math.floor(limits.maxConcurrentSymbols * ceiling)),
    capitalPerTradeFrac: inBounds('capitalPerTradeFrac', limits.capitalPerTradeFrac * room),
    netExposureUsd: inBounds('netExposureUsd', limits.netExposureUsd * room),
  };
}

function inBounds(field: ScaledField, value: number): number {
  const { min, max } = RISK_LIMIT_FIELDS[field];
  return Math.min(max, Math.max(min, value));
}
