/** How daring the engine is. */
export const PAS_RISK_LEVELS = ['low', 'medium', 'high'] as const;
export type PasRiskLevel = (typeof PAS_RISK_LEVELS)[number];

/** What one level does to the settings, which are written for `medium`. */
export interface RiskLevelNumbers {
  /** Multiplies the least displacement: with the default of 50 bps it is 80, 50, 30. */
  readonly displacementFactor: number;
  /** Multiplies the threshold of the trigger. */
  readonly thresholdFactor: number;
  /** Multiplies the USD at risk per trade. */
  readonly riskFactor: number;
  /** Multiplies the operator's ceilings (notional, share of the equity, concurrent trades); never above 1. */
  readonly ceilingFactor: number;
}

/** What low, medium and high mean, in numbers. */
export const RISK_LEVEL_NUMBERS: Readonly<Record<PasRiskLevel, RiskLevelNumbers>> = {
  low: { displacementFactor: 1.6, thresholdFactor: 1.5, riskFactor: 0.5, ceilingFactor: 0.5 },
  medium: { displacementFactor: 1, thresholdFactor: 1, riskFactor: 1, ceilingFactor: 1 },
  high: { displacementFactor: 0.6, thresholdFactor: 0.75, riskFactor: 1.5, ceilingFactor: 1 },
};
