import {
  DEFAULT_ARBITRAGE_SETTINGS,
  parseFields,
  SEQUENCINGS,
  type ArbitrageSettings,
  type FieldRule,
  type FieldsResult,
} from '../../domain/index.ts';

const DAY_MS = 86_400_000;
const defaults = DEFAULT_ARBITRAGE_SETTINGS;

type NumberField = {
  [K in keyof ArbitrageSettings]: ArbitrageSettings[K] extends number ? K : never;
}[keyof ArbitrageSettings];

function number(field: NumberField, min: number, max: number) {
  return { kind: 'number', fallback: defaults[field], min, max } as const;
}

function integer(field: NumberField, min: number, max: number) {
  return { kind: 'integer', fallback: defaults[field], min, max } as const;
}

function boolean(fallback: boolean) {
  return { kind: 'boolean', fallback } as const;
}

/** Bounds of every setting of the arbitrage engine. */
export const ARBITRAGE_SETTING_FIELDS = {
  autoExecute: boolean(defaults.autoExecute),
  minEntryNetBps: number('minEntryNetBps', 0, 1_000),
  minRoundTripNetBps: number('minRoundTripNetBps', -1_000, 1_000),
  maxTradeUsd: number('maxTradeUsd', 10, 10_000_000),
  maxConcurrentPairs: integer('maxConcurrentPairs', 1, 50),
  maxTradesPerHour: integer('maxTradesPerHour', 1, 3_600),
  sequencing: { kind: 'choice', fallback: defaults.sequencing, options: ['auto', ...SEQUENCINGS] } as const,
  protectBps: number('protectBps', 0, 100),
  depthMultiple: number('depthMultiple', 1, 100),
  depthBps: number('depthBps', 1, 500),
  maxGrossBps: number('maxGrossBps', 10, 10_000),
  maxSendBookAgeMs: integer('maxSendBookAgeMs', 50, 10_000),
  isSpotFuturesExecutable: boolean(defaults.isSpotFuturesExecutable),
  netExposureFrac: number('netExposureFrac', 0.01, 1),
  pairCooldownMs: integer('pairCooldownMs', 0, DAY_MS),
  failureCooldownMs: integer('failureCooldownMs', 0, 7 * DAY_MS),
  repairExtraBps: number('repairExtraBps', 0, 500),
  disasterStopBps: number('disasterStopBps', 50, 5_000),
  leverage: number('leverage', 1, 20),
  exitSpreadBps: number('exitSpreadBps', -500, 500),
  maxHoldMs: integer('maxHoldMs', 1_000, 90 * DAY_MS),
  lossCapUsd: number('lossCapUsd', 0.1, 1_000_000),
  marginAlertPct: number('marginAlertPct', 1, 99),
  marginReducePct: number('marginReducePct', 1, 99),
  isLearning: boolean(defaults.isLearning),
  carryMinAprPct: number('carryMinAprPct', -100, 1_000),
  carryMaxHoldMs: integer('carryMaxHoldMs', 60_000, 90 * DAY_MS),
  carryLeverage: number('carryLeverage', 1, 20),
  carryFundingFlipFrac: number('carryFundingFlipFrac', 0, 0.1),
} as const satisfies Readonly<Record<keyof ArbitrageSettings, FieldRule>>;

/** Checks given settings; what is missing keeps its value of `base`. Every fault is told with its field and bound. */
export function parseArbitrageSettings(
  input: unknown,
  base: ArbitrageSettings = DEFAULT_ARBITRAGE_SETTINGS,
): FieldsResult<ArbitrageSettings> {
  const parsed = parseFields(ARBITRAGE_SETTING_FIELDS, input, base);
  if (!parsed.ok) return parsed;
  const { marginAlertPct, marginReducePct } = parsed.value;
  if (marginReducePct <= marginAlertPct) return parsed;
  return {
    ok: false,
    fields: [{ field: 'marginReducePct', text: `must be at most marginAlertPct ${marginAlertPct}` }],
  };
}
