import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, SymbolInput, VENUE_NAMES, VenueInput, VenueName } from '../shared.ts';

export const RISK_LEVELS = ['low', 'medium', 'high'] as const;

const bps = (max: number) => z.number().finite().min(0).max(max);

/** The risk guard of document 2, with bounds. */
export const RiskGuard = z.object({
  sl_bps: z.number().finite().min(1).max(5_000),
  tp_bps: z.number().finite().min(1).max(10_000),
  breakeven_arm_bps: bps(10_000),
  trail_enable: z.boolean(),
  trail_step_bps: z.number().finite().min(1).max(5_000),
  trail_rearm_bps: bps(5_000),
  reentry_enable: z.boolean(),
  reentry_cooldown_sec: z.number().finite().min(0).max(86_400),
  reentry_edge_buffer_bps: bps(1_000),
  reentry_max_attempts: z.number().int().min(0).max(100),
  reentry_auto_execute: z.boolean(),
});
export type RiskGuard = z.infer<typeof RiskGuard>;

export const LossStreak = z.object({
  losses: z
    .number()
    .describe(
      'Results in a row that were losses so far: trades of one position, and arbitrages or carry rounds as one result of both legs.',
    ),
  losses_max: z.number().describe('So many begin a halt, and the count starts again.'),
  halts: z.number().describe('Halts since the last release of the kill switch.'),
  halts_max: z.number().describe('After so many only a release of the kill switch lifts it.'),
  is_halted: z.boolean(),
  halted_until: z.number().nullable().describe('When a halt ends by itself, epoch seconds; null when it does not.'),
  lifts: z.string().nullable().describe('In words what lifts the halt; null when none runs.'),
});
export type LossStreak = z.infer<typeof LossStreak>;

const RiskAnswer = Ok.extend({
  config: RiskGuard,
  risk_level: z.enum(RISK_LEVELS),
  loss_streak: z
    .object({ paper: LossStreak, live: LossStreak })
    .describe(
      'New risk of a mode halts after losses in a row. A halt ends at `halted_until`, the last permitted one does not; `POST /api/kill-switch/release` lifts each at once. Closing is never halted.',
    ),
});

export const getRisk = defineRoute({
  method: 'GET',
  path: '/api/trading/risk',
  summary: 'The risk guard, the risk level and halts after losses in a row.',
  response: RiskAnswer,
});

export const setRisk = defineRoute({
  method: 'POST',
  path: '/api/trading/risk',
  summary: 'Sets the risk level (`{risk_level}`) or fields of the risk guard.',
  body: RiskGuard.partial()
    .extend({ risk_level: z.enum(RISK_LEVELS).optional() })
    .strict()
    .refine((body) => Object.keys(body).length > 0, { message: 'give risk_level or fields of the guard' }),
  response: RiskAnswer.extend({
    message: z.string().describe('What the change applies to, and what of it to trades that are open.'),
  }),
});

/** The operator's limits, enforced before every order. */
export const RiskSettings = z.object({
  max_position_usd: z.number().finite().min(1).max(100_000_000),
  daily_loss_pct: z.number().finite().min(0.1).max(100),
  max_leverage: z.number().finite().min(1).max(125),
  stop_loss_pct: z.number().finite().min(0.05).max(50),
  /** Closes every position when the daily loss is reached. */
  flatten_on_daily_loss: z.boolean(),
});
export type RiskSettings = z.infer<typeof RiskSettings>;

export const getRiskSettings = defineRoute({
  method: 'GET',
  path: '/api/settings/risk',
  summary: 'Limits that are enforced before every order.',
  response: Ok.extend({ settings: RiskSettings }),
});

export const putRiskSettings = defineRoute({
  method: 'PUT',
  path: '/api/settings/risk',
  summary: 'Changes the limits; what is left out stays.',
  body: RiskSettings.partial()
    .strict()
    .refine((body) => Object.keys(body).length > 0, { message: 'give at least one setting' }),
  response: Ok.extend({ settings: RiskSettings, message: z.string() }),
});

export const AllocationSettings = z.object({
  balance_weight: z.number().finite().min(0).max(1),
  latency_weight: z.number().finite().min(0).max(1),
  fee_weight: z.number().finite().min(0).max(1),
  min_allocation: z.number().finite().min(0).max(1),
  max_allocation: z.number().finite().min(0).max(1),
});
export type AllocationSettings = z.infer<typeof AllocationSettings>;

/** How far the three weights may be off 1; with room for the dust of floating point. */
const WEIGHT_TOLERANCE = 0.01 + 1e-9;

const Allocations = z.partialRecord(z.enum(VENUE_NAMES), z.number());

/** The capital of one mode. Allocations and what the most per venue leaves over sum to the total, to the cent. */
const ModeCapital = z.object({ allocations: Allocations, total_capital: z.number(), unallocated: z.number() });

const AllocationAnswer = Ok.extend({
  /** Dollars by venue, each of the capital of its venue's mode. */
  allocations: Allocations,
  total_capital: z.number().nullable().describe('null while it is unknown, and where paper and live would be one sum.'),
  mode: z.enum(['paper', 'live', 'mixed']),
  by_mode: z
    .object({ paper: ModeCapital.nullable(), live: ModeCapital.nullable() })
    .describe('null where no venue is in the mode, or the worth of an account of it is unknown.'),
  settings: AllocationSettings,
});

export const getAllocation = defineRoute({
  method: 'GET',
  path: '/api/trading/advanced/capital_allocation',
  summary: 'Capital of each venue by balance, latency and fees; paper money and real money are divided apart.',
  response: AllocationAnswer,
});

const AllocationWish = AllocationSettings.superRefine((settings, context) => {
  const total = Math.round((settings.balance_weight + settings.latency_weight + settings.fee_weight) * 1e6) / 1e6;
  if (Math.abs(total - 1) > WEIGHT_TOLERANCE) {
    const message = `Total Weight: ${total} (Must equal 1.0)`;
    for (const field of ['balance_weight', 'latency_weight', 'fee_weight'])
      context.addIssue({ code: 'custom', path: [field], message });
  }
  const { min_allocation: min, max_allocation: max } = settings;
  if (min > max) {
    const texts = {
      min_allocation: `${min} is over max_allocation, which is ${max}`,
      max_allocation: `${max} is under min_allocation, which is ${min}`,
    };
    for (const [field, message] of Object.entries(texts)) context.addIssue({ code: 'custom', path: [field], message });
  }
});

export const setAllocation = defineRoute({
  method: 'POST',
  path: '/api/trading/advanced/capital_allocation',
  summary: 'Sets the weights, which must sum to 1 within 0.01, and the bounds.',
  body: AllocationWish,
  response: AllocationAnswer,
});

export const previewAllocation = defineRoute({
  method: 'POST',
  path: '/api/trading/advanced/capital_allocation/preview',
  summary: 'What these weights and bounds would give each venue now. Changes nothing.',
  body: AllocationWish,
  response: AllocationAnswer.extend({
    unallocated: z.number().nullable().describe('What the most per venue leaves over; null where `total_capital` is.'),
  }),
});

/** One running cooldown. */
export const Cooldown = z.object({
  symbol: z.string(),
  venue: VenueName,
  action: z.enum(['trade', 'cancel']),
  remaining_seconds: z.number(),
  total_duration: z.number(),
  by: z.enum(['manual', 'engine']).describe('Who began it: a person, or the engine after a loss.'),
  reason: z.string(),
});

const CooldownAnswer = Ok.extend({
  /** By `SYMBOL:VENUE:action`. */
  active_cooldowns: z.record(z.string(), Cooldown),
  count: z.number().int(),
});

export const getCooldowns = defineRoute({
  method: 'GET',
  path: '/api/trading/advanced/cooldowns',
  summary: 'Cooldowns that run.',
  response: CooldownAnswer,
});

export const addCooldown = defineRoute({
  method: 'POST',
  path: '/api/trading/advanced/cooldowns',
  summary: 'Starts a cooldown; 0 seconds ends one.',
  body: z.object({
    symbol: SymbolInput,
    venue: VenueInput,
    action: z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.enum(['trade', 'cancel']))
      .default('trade'),
    duration_seconds: z.number().finite().min(0).max(604_800).default(60),
  }),
  response: CooldownAnswer,
});

export const KillSwitch = z.object({
  /** 0: off. 1: no new risk. 2: and resting entries cancelled. 3: and every position closed. */
  level: z.number().int().min(0).max(3),
  reason: z.string().nullable(),
  since: EpochSeconds.nullable(),
  /** Positions and orders that are still open, by venue. */
  venues: z.array(
    z.object({
      venue: VenueName,
      mode: z.enum(['paper', 'live']),
      open_positions: z.number().int(),
      open_orders: z.number().int(),
    }),
  ),
});

export const getKillSwitch = defineRoute({
  method: 'GET',
  path: '/api/kill-switch',
  summary: 'Whether the kill switch is on, and what is still open.',
  response: Ok.extend(KillSwitch.shape),
});

export const pullKillSwitch = defineRoute({
  method: 'POST',
  path: '/api/kill-switch',
  isOnce: true,
  summary: 'Stops new risk (1), cancels resting entries (2), closes every position (3). Stays on over restarts.',
  body: z.object({
    level: z.literal([1, 2, 3]),
    reason: z.string().trim().max(200).optional(),
  }),
  response: Ok.extend(KillSwitch.shape).extend({
    report: z.array(
      z.object({
        venue: VenueName,
        mode: z.enum(['paper', 'live']),
        cancelled: z.number().int(),
        closed: z.number().int(),
        failed: z.array(z.string()),
        open_positions: z.number().int(),
        open_orders: z.number().int(),
      }),
    ),
  }),
});

export const releaseKillSwitch = defineRoute({
  method: 'POST',
  path: '/api/kill-switch/release',
  summary: 'Ends the kill switch. Engines stay stopped until they are started.',
  body: z.object({}).optional(),
  response: Ok.extend(KillSwitch.shape),
});
