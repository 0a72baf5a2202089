import { fallbacks, parseFields, type FieldsResult, type FieldValues } from '../domain/index.ts';

const number = (fallback: number, min: number, max: number) => ({ kind: 'number', fallback, min, max }) as const;
const integer = (fallback: number, min: number, max: number) => ({ kind: 'integer', fallback, min, max }) as const;

const DAY_MS = 86_400_000;

/** Defaults and bounds of every limit. */
export const RISK_LIMIT_FIELDS = {
  /** Notional of one position after the order. */
  maxPositionUsd: number(1_000, 1, 100_000_000),
  /** Share of the equity at the day's start that may be lost in a UTC day. */
  dailyLossPct: number(5, 0.1, 100),
  maxLeverage: number(10, 1, 125),
  /** Distance of the stop that is planned where a wish names none. */
  stopLossPct: number(2, 0.05, 50),
  /** Symbols with a position or an open entry; one more order on such a symbol doesn't count. */
  maxConcurrentSymbols: integer(5, 1, 500),
  /** Entry orders on top of the first, per position. */
  addsPerPositionMax: integer(3, 0, 1_000_000),
  /** Share of an account's equity that one order may bind as margin. */
  capitalPerTradeFrac: number(0.25, 0.001, 1),
  /** Long minus short of one asset over all accounts of a mode. */
  netExposureUsd: number(2_000, 1, 100_000_000),
  /** Pause of a symbol at its venue after a position closed with a loss; 0 is off. */
  cooldownAfterLossMs: integer(0, 0, 7 * DAY_MS),
  /** Losses in a row that start a halt. */
  lossStreakMax: integer(8, 1, 1_000_000),
  haltMs: integer(3_600_000, 1_000, 7 * DAY_MS),
  /** Halts after which trading stays off until a person releases it. */
  haltsMax: integer(3, 1, 1_000),
  /** Farthest price from the reference that an order may take. */
  priceBandFrac: number(0.05, 0.0001, 1),
  /** An expected gain above this is taken for an error in the data. */
  abnormalProfitBps: number(300, 1, 10_000),
  /** The liquidation price must be farther than the stop, this many times. */
  liquidationToStopRatio: number(1.5, 1, 100),
  /** Assumed where the venue doesn't say. */
  assumedMaintenanceFrac: number(0.01, 0, 0.5),
  bookAgeMsMax: integer(2_000, 10, 60_000),
  clockOffsetMsMax: integer(500, 1, 60_000),
  /** How late a timer of the hot thread may come before entries wait. */
  loopLagMsMax: integer(1_000, 50, 60_000),
  /** How long every timer must then be in time. */
  loopCalmMs: integer(5_000, 100, 600_000),
  /** Each side of a settlement; 0 is off. */
  fundingWindowMs: integer(120_000, 0, 3_600_000),
  /** Closes every position of a mode when its daily loss is reached; without it they are only kept from growing. */
  flattenOnDailyLoss: { kind: 'boolean', fallback: false as boolean },
  /** Share of the wished quantity that rounding may take. */
  quantisationLossFrac: number(0.1, 0, 1),
} as const;

export type RiskLimits = FieldValues<typeof RISK_LIMIT_FIELDS>;

export const DEFAULT_RISK_LIMITS: RiskLimits = fallbacks(RISK_LIMIT_FIELDS);

/** Checks given limits; what is missing keeps its value of `base`. */
export function parseRiskLimits(input: unknown, base: RiskLimits = DEFAULT_RISK_LIMITS): FieldsResult<RiskLimits> {
  return parseFields(RISK_LIMIT_FIELDS, input, base);
}

/** Returns the leverage of an entry: what is wanted, no more than the limit, in whole numbers as venues take them. */
export function leverageWithin(wanted: number, { maxLeverage }: Pick<RiskLimits, 'maxLeverage'>): number {
  return Math.max(1, Math.min(wanted, Math.floor(maxLeverage)));
}
