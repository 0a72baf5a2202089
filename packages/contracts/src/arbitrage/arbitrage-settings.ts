import { z } from 'zod';
import { boundsOf } from '../bounds.ts';
import { defineRoute } from '../route.ts';
import { Ok } from '../shared.ts';
import { SEQUENCING_NAMES } from './executions.ts';

const DAY_MS = 86_400_000;
const number = (min: number, max: number) => z.number().finite().min(min).max(max);
const integer = (min: number, max: number) => z.number().int().min(min).max(max);

/** How the arbitrage engine trades by itself and when trades end, with the bounds of each. */
export const ArbitrageSettings = z.object({
  auto_execute: z
    .boolean()
    .describe('Takes executable rows by itself, within the caps below. Off until it is switched on.'),
  min_entry_net_bps: number(0, 1_000),
  min_round_trip_net_bps: number(-1_000, 1_000),
  max_trade_usd: number(10, 10_000_000),
  max_concurrent_pairs: integer(1, 50),
  max_trades_per_hour: integer(1, 3_600),
  sequencing: z.enum(['auto', ...SEQUENCING_NAMES]),
  protect_bps: number(0, 100).describe('Protection of the limit beyond the price at size.'),
  depth_multiple: number(1, 100).describe('Of both books over the size, for orders in parallel.'),
  depth_bps: number(1, 500),
  max_gross_bps: number(10, 10_000).describe('More is too good to be true.'),
  max_send_book_age_ms: integer(50, 10_000).describe(
    'Of both books at the moment of sending: one that stands still may be halted.',
  ),
  is_spot_futures_executable: z.boolean().describe('Spot against perp may be traded, not only watched.'),
  net_exposure_frac: number(0.01, 1),
  pair_cooldown_ms: integer(0, DAY_MS),
  failure_cooldown_ms: integer(0, 7 * DAY_MS),
  repair_extra_bps: number(0, 500),
  disaster_stop_bps: number(50, 5_000),
  leverage: number(1, 20),
  exit_spread_bps: number(-500, 500),
  max_hold_ms: integer(1_000, 90 * DAY_MS),
  loss_cap_usd: number(0.1, 1_000_000),
  margin_alert_pct: number(1, 99).describe('Of the distance to liquidation at the entry: shown as an alert.'),
  margin_reduce_pct: number(1, 99).describe('Of that distance: both legs are closed. At most margin_alert_pct.'),
  is_learning: z.boolean(),
  carry_min_apr_pct: number(-100, 1_000),
  carry_max_hold_ms: integer(60_000, 90 * DAY_MS),
  carry_leverage: number(1, 20),
  carry_funding_flip_frac: number(0, 0.1),
});
export type ArbitrageSettings = z.infer<typeof ArbitrageSettings>;

/** The least and the most of each setting; null where it is no number. */
export const ARBITRAGE_SETTING_BOUNDS = boundsOf(ArbitrageSettings);

const SettingsAnswer = Ok.extend({ settings: ArbitrageSettings });

export const getArbitrageSettings = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/settings',
  summary: 'How the arbitrage engine trades by itself and when trades end.',
  response: SettingsAnswer,
});

export const putArbitrageSettings = defineRoute({
  method: 'PUT',
  path: '/api/arbitrage/settings',
  summary: 'Changes settings of the arbitrage engine; what is left out stays.',
  body: ArbitrageSettings.partial()
    .strict()
    .refine((body) => Object.keys(body).length > 0, { message: 'give at least one setting' }),
  response: SettingsAnswer.extend({ message: z.string() }),
});
