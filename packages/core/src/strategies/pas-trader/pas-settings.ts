import {
  ENGINE_MODES,
  fallbacks,
  parseFields,
  plural,
  VENUES,
  type FieldError,
  type FieldsResult,
  type FieldValues,
} from '../../domain/index.ts';
import { ARM_IDS } from './arms.ts';
import { PAS_RISK_LEVELS, RISK_LEVEL_NUMBERS } from './risk-levels.ts';

const number = (fallback: number, min: number, max: number) => ({ kind: 'number', fallback, min, max }) as const;
const integer = (fallback: number, min: number, max: number) => ({ kind: 'integer', fallback, min, max }) as const;
const usd = (fallback: number) => number(fallback, 0, 100_000_000);

const HOUR_MS = 3_600_000;
/** What is older than this is never traded on, whatever the settings say. */
const AGE_MS_MAX = 5_000;

/** How the USD that make a trigger are found. */
export const THRESHOLD_MODES = ['P95', 'P97', 'fixed', 'turnover'] as const;
export type ThresholdMode = (typeof THRESHOLD_MODES)[number];

/** Defaults and bounds of the engine's settings. */
export const PAS_FIELDS = {
  /** Where it trades; liquidations of every venue count. */
  venue: { kind: 'choice', fallback: 'BINANCE', options: VENUES },
  symbols: { kind: 'symbols', fallback: ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT'], countMax: 200 },
  /** Also trades symbols that are not listed, when they pass the gates of the universe. */
  autoPick: { kind: 'boolean', fallback: false },
  mode: { kind: 'choice', fallback: 'auto', options: ENGINE_MODES },
  riskLevel: { kind: 'choice', fallback: 'medium', options: PAS_RISK_LEVELS },

  thresholdBy: { kind: 'choice', fallback: 'P95', options: THRESHOLD_MODES },
  /** The threshold is never below this. */
  floorUsd: number(25_000, 1, 100_000_000),
  /** Thresholds of `fixed`, and of the percentiles while fewer than 50 windows were seen. */
  fixedBtcUsd: usd(100_000),
  fixedEthUsd: usd(50_000),
  fixedAltUsd: usd(25_000),
  /** `turnover`: share of the 24 h quote volume per 300 s of window. */
  turnoverFrac: number(5e-5, 1e-7, 0.01),
  /** Liquidations in the window; one alone counts when it is `singleEventFactor` times the threshold. */
  nMin: integer(2, 1, 1_000),
  singleEventFactor: number(3, 1, 100),
  windowMs: integer(60_000, 1_000, 600_000),
  /** Pause of a symbol and side after a trade. */
  cooldownMs: integer(30_000, 0, HOUR_MS),

  /** Distance of the mid from the VWAP that a fade needs; see the risk levels. */
  minDisplacementBps: number(50, 0, 5_000),
  /** A larger distance is taken for a fault of the data. */
  maxDisplacementBps: number(1_000, 10, 10_000),
  minVwapMinutes: integer(10, 1, 100),
  maxVwapAgeMs: integer(AGE_MS_MAX, 100, AGE_MS_MAX),
  maxBookAgeMs: integer(2_000, 10, AGE_MS_MAX),

  /** 0 switches the gate off; else an unknown age blocks. */
  minListedDays: integer(21, 0, 10_000),
  /** 0 switches the gate off; else an unknown volume blocks. */
  minDayVolumeUsd: number(15_000_000, 0, 1e12),
  maxDayChangeFrac: number(0.2, 0.001, 10),
  maxSpreadBps: number(5, 0.01, 1_000),
  maxFundingFrac: number(0.001, 0, 0.1),
  /** Each side of a settlement; 0 is off. */
  fundingWindowMs: integer(120_000, 0, 1_800_000),

  /** What is done while Oraculis does not choose. */
  fixedArmId: { kind: 'choice', fallback: 'fade-15-35x25-post', options: ARM_IDS },
  /** Life of one entry order before it is repriced or given up. */
  entryTtlMs: integer(20_000, 1_000, 120_000),
  maxReprices: integer(2, 0, 10),
  /** Farthest a taker limit goes beyond the mid, and a repriced entry from the first one. */
  maxSlippageBps: number(10, 0.1, 200),
  timeStopMs: integer(HOUR_MS, 10_000, 24 * HOUR_MS),
  minNetBps: number(5, 0, 1_000),
  slipReserveBps: number(2, 0, 200),

  /** Loss at the stop of one trade, before fees. */
  riskUsd: number(5, 0.01, 10_000_000),
  maxNotionalUsd: number(1_000, 1, 100_000_000),
  /** Largest notional of a trade as a share of the equity. */
  capitalFrac: number(0.25, 0.001, 1),
  /** Venues take whole numbers alone. */
  leverage: integer(10, 1, 125),
  /** The liquidation must be farther than the stop, this many times. */
  liquidationToStopRatio: number(1.5, 1, 100),
  maxConcurrent: integer(3, 1, 100),
  /** Notional of all open trades of the engine together. */
  budgetUsd: number(3_000, 1, 100_000_000),

  dcaEnabled: { kind: 'boolean', fallback: false },
  /** How many of the distances are used. */
  dcaLevels: integer(2, 1, 5),
  /** Distances from the first entry in percent of its price, growing. */
  dcaDistancesPct: { kind: 'numbers', fallback: [0.5, 1], min: 0.05, max: 20, countMax: 5 },
  /** Each addition is this many times the one before it. */
  dcaFactor: number(1, 0.1, 3),
  dcaMinGapMs: integer(60_000, 1_000, HOUR_MS),

  /** Time stop of the shadows, shorter than the real one so that learning does not wait for it. */
  shadowHorizonMs: integer(600_000, 10_000, HOUR_MS),
  /** Delay between a decision and its order at the venue, for the shadows. */
  shadowLatencyMs: integer(80, 1, 10_000),
} as const;

export type PasSettings = FieldValues<typeof PAS_FIELDS>;

export const DEFAULT_PAS_SETTINGS: PasSettings = fallbacks(PAS_FIELDS);

/** Checks given settings; what is missing keeps its value of `base`. What can't trade is refused too: see the faults below. */
export function parsePasSettings(input: unknown, base: PasSettings = DEFAULT_PAS_SETTINGS): FieldsResult<PasSettings> {
  const parsed = parseFields(PAS_FIELDS, input, base);
  if (!parsed.ok) return parsed;
  const fields = faultsBetween(parsed.value);
  return fields.length > 0 ? { ok: false, fields } : parsed;
}

function faultsBetween(settings: PasSettings): FieldError[] {
  const { dcaDistancesPct, dcaLevels, minDisplacementBps, maxDisplacementBps, maxNotionalUsd, budgetUsd } = settings;
  const fields: FieldError[] = [];
  if (dcaDistancesPct.length < dcaLevels) {
    fields.push({
      field: 'dcaDistancesPct',
      text: `has ${plural(dcaDistancesPct.length, 'distance')} for ${plural(dcaLevels, 'level')}`,
    });
  }
  if (dcaDistancesPct.some((distance, at) => at > 0 && distance <= (dcaDistancesPct[at - 1] as number))) {
    fields.push({ field: 'dcaDistancesPct', text: 'must grow from level to level' });
  }
  if (minDisplacementBps >= maxDisplacementBps) {
    fields.push({ field: 'minDisplacementBps', text: `must be below ${maxDisplacementBps}, the largest displacement` });
  }
  if (maxNotionalUsd > budgetUsd) {
    fields.push({ field: 'maxNotionalUsd', text: `must be at most ${budgetUsd}, the budget` });
  }
  if (settings.symbols.length === 0 && !settings.autoPick) {
    fields.push({ field: 'symbols', text: 'must name at least one symbol unless symbols are picked automatically' });
  }
  return fields;
}

/** The settings as the risk level applies them. */
export interface EffectiveNumbers {
  readonly minDisplacementBps: number;
  readonly thresholdFactor: number;
  readonly riskUsd: number;
  readonly maxNotionalUsd: number;
  readonly capitalFrac: number;
  readonly maxConcurrent: number;
}

/** Returns the figures that the risk level moves. Ceilings of the operator are lowered by it and never raised. */
export function effectiveNumbers(settings: PasSettings): EffectiveNumbers {
  const level = RISK_LEVEL_NUMBERS[settings.riskLevel];
  return {
    minDisplacementBps: settings.minDisplacementBps * level.displacementFactor,
    thresholdFactor: level.thresholdFactor,
    riskUsd: settings.riskUsd * level.riskFactor,
    maxNotionalUsd: settings.maxNotionalUsd * level.ceilingFactor,
    capitalFrac: settings.capitalFrac * level.ceilingFactor,
    maxConcurrent: Math.max(1, Math.floor(settings.maxConcurrent * level.ceilingFactor)),
  };
}

/** Returns how far from the first entry a trade is stopped, in bps: behind the last addition where there are any. */
export function plannedStopBps(stopLossBps: number, settings: PasSettings): number {
  if (!settings.dcaEnabled) return stopLossBps;
  return (settings.dcaDistancesPct[settings.dcaLevels - 1] ?? Number.NaN) * 100 + stopLossBps;
}
