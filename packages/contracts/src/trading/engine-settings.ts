import { z } from 'zod';
import { boundsOf } from '../bounds.ts';
import { defineRoute } from '../route.ts';
import { Ok, SymbolInput, VenueInput, VenueName } from '../shared.ts';
import { RISK_LEVELS } from './risk.ts';

/** `auto` trades, `manual` proposes and a person executes, `monitor` only watches. */
export const ENGINE_MODE_NAMES = ['auto', 'manual', 'monitor'] as const;
export const EngineModeName = z.enum(ENGINE_MODE_NAMES);
export const EngineModeInput = z.string().trim().toLowerCase().pipe(EngineModeName);
export const RiskLevelInput = z.string().trim().toLowerCase().pipe(z.enum(RISK_LEVELS));
export const SymbolsInput = z
  .array(SymbolInput)
  .max(200)
  .transform((symbols) => [...new Set(symbols)]);

const HOUR_MS = 3_600_000;
const number = (min: number, max: number) => z.number().finite().min(min).max(max);
const integer = (min: number, max: number) => z.number().int().min(min).max(max);
const usd = number(0, 100_000_000);

/** The settings of a sniping engine, with their bounds. Both engines have their own set of the same fields. */
export const EngineSettings = z.object({
  venue: VenueName.describe('Where it trades; liquidations of every venue count.'),
  symbols: z.array(z.string()),
  auto_pick: z.boolean().describe('Also trades symbols that are not listed, when they pass the gates of the universe.'),
  mode: EngineModeName,
  risk_level: z.enum(RISK_LEVELS),
  threshold_by: z.enum(['P95', 'P97', 'fixed', 'turnover']),
  floor_usd: number(1, 100_000_000),
  fixed_btc_usd: usd,
  fixed_eth_usd: usd,
  fixed_alt_usd: usd,
  turnover_frac: number(1e-7, 0.01),
  n_min: integer(1, 1_000),
  single_event_factor: number(1, 100),
  window_ms: integer(1_000, 600_000),
  cooldown_ms: integer(0, HOUR_MS),
  min_displacement_bps: number(0, 5_000),
  max_displacement_bps: number(10, 10_000),
  min_vwap_minutes: integer(1, 100),
  max_vwap_age_ms: integer(100, 5_000),
  max_book_age_ms: integer(10, 5_000),
  min_listed_days: integer(0, 10_000),
  min_day_volume_usd: number(0, 1e12),
  max_day_change_frac: number(0.001, 10),
  max_spread_bps: number(0.01, 1_000),
  max_funding_frac: number(0, 0.1),
  funding_window_ms: integer(0, 1_800_000),
  fixed_arm_id: z.string().trim().max(40).describe('What is done while Oraculis does not choose.'),
  entry_ttl_ms: integer(1_000, 120_000),
  max_reprices: integer(0, 10),
  max_slippage_bps: number(0.1, 200),
  time_stop_ms: integer(10_000, 24 * HOUR_MS),
  min_net_bps: number(0, 1_000),
  slip_reserve_bps: number(0, 200),
  risk_usd: number(0.01, 10_000_000),
  max_notional_usd: number(1, 100_000_000),
  capital_frac: number(0.001, 1),
  leverage: integer(1, 125),
  liquidation_to_stop_ratio: number(1, 100),
  max_concurrent: integer(1, 100),
  budget_usd: number(1, 100_000_000),
  dca_enabled: z.boolean(),
  dca_levels: integer(1, 5),
  dca_distances_pct: z.array(number(0.05, 20)).max(5),
  dca_factor: number(0.1, 3),
  dca_min_gap_ms: integer(1_000, HOUR_MS),
  shadow_horizon_ms: integer(10_000, HOUR_MS),
  shadow_latency_ms: integer(1, 10_000),
});
export type EngineSettings = z.infer<typeof EngineSettings>;

/** The least and the most of each setting; null where it is no number. */
export const ENGINE_SETTING_BOUNDS = boundsOf(EngineSettings);

/** Settings in a request: any case, each symbol once. */
export const EngineSettingsInput = EngineSettings.extend({
  venue: VenueInput,
  symbols: SymbolsInput,
  mode: EngineModeInput,
  risk_level: RiskLevelInput,
});

export const ENGINE_NAMES = ['pas_trader', 'oraculis'] as const;
export const EngineName = z.enum(ENGINE_NAMES);
export type EngineName = z.infer<typeof EngineName>;

/** The figures that the risk level moves, as they apply at one level with the settings of now. */
export const RiskLevelFigures = z.object({
  min_displacement_bps: z.number(),
  /** Multiplies the threshold of the trigger. */
  threshold_factor: z.number(),
  /** Loss at the stop of one trade, before fees. */
  risk_usd: z.number(),
  max_notional_usd: z.number(),
  /** Largest notional of a trade as a share of the equity, 0 to 1. */
  capital_frac: z.number(),
  max_concurrent: z.number().int(),
});
export type RiskLevelFigures = z.infer<typeof RiskLevelFigures>;

const EngineParams = z.object({ engine: EngineName });
const EngineSettingsAnswer = Ok.extend({
  engine: EngineName,
  settings: EngineSettings,
  settings_hash: z.string().describe('A verdict of the lab is bound to it.'),
  risk_levels: z
    .record(z.enum(RISK_LEVELS), RiskLevelFigures)
    .describe('What each risk level would make of the settings of now.'),
});

export const getEngineSettings = defineRoute({
  method: 'GET',
  path: '/api/trading/engine/:engine/settings',
  summary: 'The settings of PAS Trader or Oraculis.',
  params: EngineParams,
  response: EngineSettingsAnswer,
});

export const putEngineSettings = defineRoute({
  method: 'PUT',
  path: '/api/trading/engine/:engine/settings',
  summary:
    'Changes settings of an engine, 409 while it runs; what is left out stays. A verdict made with others is void from then on.',
  params: EngineParams,
  body: EngineSettingsInput.partial()
    .strict()
    .refine((body) => Object.keys(body).length > 0, { message: 'give at least one setting' }),
  response: EngineSettingsAnswer,
});
