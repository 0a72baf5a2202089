const HOUR_MS = 3_600_000;

/** When a carry is worth it, and how its rates are read. */
export interface CarryRules {
  /** Gross, per year. */
  readonly minAprPct: number;
  /** The longest hold; what is earned and the break-even count within it. */
  readonly maxHoldMs: number;
  /** Assumed time from the decision until both legs are filled. */
  readonly executionMs: number;
  /** How long before a settlement both legs have to stand. */
  readonly settlementMarginMs: number;
  /** Share of the known periods in which the edge has to have had today's sign, 0..1. */
  readonly sameSignMinFrac: number;
  /** Largest coefficient of variation of the edge over the known periods. */
  readonly variationMax: number;
  /** Fewer known periods say nothing. */
  readonly periodsMin: number;
  /** How far back periods count. */
  readonly stabilityMs: number;
  /** Largest basis that stands for the rate to come. */
  readonly basisCapFrac: number;
  /** Reference prices further apart than this, or books, are those of two different coins; the scanner's bounds. */
  readonly referenceGapMaxFrac: number;
  readonly maxGrossBps: number;
}

/**
 * Source: minimum, hold, break-even, variation and basis cap are those of running carry programs (5 % a year, 48 h, 0.7, 0.30 %);
 * the times and the number of periods are judged: three days of periods of 8 h.
 */
export const DEFAULT_CARRY_RULES: CarryRules = {
  minAprPct: 5,
  maxHoldMs: 48 * HOUR_MS,
  executionMs: 10_000,
  settlementMarginMs: 60_000,
  sameSignMinFrac: 0.7,
  variationMax: 0.7,
  periodsMin: 9,
  stabilityMs: 30 * 24 * HOUR_MS,
  basisCapFrac: 0.003,
  referenceGapMaxFrac: 0.01,
  maxGrossBps: 300,
};
