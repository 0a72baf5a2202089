import { z } from 'zod';
import { ArbModeName, ArbStateName } from '../arbitrage/executions.ts';
import { ExecutionModeName, PositionRow } from '../portfolio/portfolio.ts';
import { defineRoute } from '../route.ts';
import { EpochSeconds, MarketName, Ok, SymbolInput, VenueName } from '../shared.ts';
import { SnipeRow } from '../trading/decisions.ts';
import { EngineModeName, EngineName } from '../trading/engine-settings.ts';
import { Gate, OrderRow } from '../trading/orders.ts';
import { LossStreak, RISK_LEVELS, RiskGuard, RiskSettings } from '../trading/risk.ts';

/** Epoch seconds in a query; milliseconds count. */
const Moment = z.coerce.number().finite().min(0).max(100_000_000_000);
const Seq = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/** A record of the engine as a person steps through them. */
export const FlightStep = z.object({
  seq: z.number().int().describe('Number of the record; grows by one with each, for ever.'),
  at: EpochSeconds,
  kind: z.string().describe('Kind of the record, e.g. `intent`, `fill`, `decision`, `arb`.'),
  title: z.string().describe('What happened, in words.'),
  symbol: z.string().nullable(),
  venues: z.array(VenueName),
});
export type FlightStep = z.infer<typeof FlightStep>;

const BookLevel = z.object({ price: z.number(), size: z.number().describe('Base units.') });

/** Levels that were copied in the very moment of a decision, a plan of an arbitrage or an order. */
export const FlightDepth = z.object({
  seq: z.number().int().describe('The record it was copied at.'),
  at: EpochSeconds,
  bids: z.array(BookLevel).describe('At most ten, the best first.'),
  asks: z.array(BookLevel).describe('At most ten, the best first.'),
});
export type FlightDepth = z.infer<typeof FlightDepth>;

/** The market of one instrument as it was known at the moment. null: not known then. */
export const FlightBook = z.object({
  instrument_id: z.string(),
  venue: VenueName,
  market: MarketName,
  symbol: z.string(),
  at: EpochSeconds.describe('When these figures were taken from the engine: the last change up to the moment.'),
  live: z.boolean().describe('False while the book was not in step with its venue.'),
  reset_reason: z.string().nullable().describe('Why it was not live; null while live.'),
  book_age_seconds: z.number().nullable().describe("Age of the book's own data at the moment."),
  bid_price: z.number().nullable(),
  bid_size: z.number().nullable(),
  ask_price: z.number().nullable(),
  ask_size: z.number().nullable(),
  last_price: z.number().nullable(),
  mark_price: z.number().nullable().describe('To a hundredth of the price step.'),
  funding_rate: z.number().nullable().describe('Fraction for the coming settlement, to 1e-9.'),
  next_funding_at: EpochSeconds.nullable(),
  spread_bps: z.number().nullable(),
  depth: FlightDepth.nullable().describe('null: no levels were copied of it at this record.'),
});
export type FlightBook = z.infer<typeof FlightBook>;

/** What the gates said of one wish or trigger, each value beside its limit. */
export const FlightGates = z.object({
  of: z.enum(['order', 'decision']).describe('`order`: the gates before an order. `decision`: the gates of a trigger.'),
  seq: z.number().int(),
  at: EpochSeconds,
  symbol: z.string(),
  venue: VenueName.nullable(),
  text: z.string().describe('What was judged, and what came of it.'),
  gates: z.array(Gate).describe('`code` and `venue` are null in those of a trigger.'),
});
export type FlightGates = z.infer<typeof FlightGates>;

/** An arm of the sniping engines as it stood: totals on record, and what the learner believed. */
export const FlightArm = z.object({
  arm: z.string(),
  pulls: z.number().int(),
  outcomes: z.number().int(),
  fills: z.number().int(),
  mean_net_bps: z.number().nullable(),
  belief: z
    .object({
      mean_bps: z.number(),
      low_bps: z.number(),
      high_bps: z.number(),
      best_chance: z.number().describe('That no other arm, and not doing nothing, was better.'),
      evidence: z.number(),
    })
    .nullable()
    .describe(
      'Of the learner at the context of the record when it is a decision, else at the usual one; 90 % interval.',
    ),
  offer: z
    .object({
      eligible: z.boolean(),
      reason: z.string().nullable(),
      propensity: z.number(),
      chosen: z.boolean(),
    })
    .nullable()
    .describe('How it stood in the decision that the record is; null for any other record.'),
});
export type FlightArm = z.infer<typeof FlightArm>;

export const FlightEngine = z.object({
  engine: EngineName,
  running: z.boolean(),
  mode: EngineModeName,
  since: EpochSeconds.nullable(),
  by: z.string(),
  reason: z.string(),
  settings: z.record(z.string(), z.unknown()),
});
export type FlightEngine = z.infer<typeof FlightEngine>;

export const FlightArbitrage = z.object({
  id: z.string(),
  symbol: z.string(),
  mode: ArbModeName,
  execution: ExecutionModeName,
  state: ArbStateName,
  buy_venue: VenueName,
  sell_venue: VenueName,
  entry_net_bps: z.number().nullable().describe('Expected when it was planned.'),
  started_at: EpochSeconds,
});
export type FlightArbitrage = z.infer<typeof FlightArbitrage>;

export const FlightRisk = z.object({
  kill_switch: z.object({ level: z.number().int(), reason: z.string().nullable(), since: EpochSeconds.nullable() }),
  conditions: z
    .array(z.object({ key: z.string(), kind: z.string(), text: z.string(), since: EpochSeconds }))
    .describe('What stopped new risk until it is settled.'),
  cooldowns: z.array(
    z.object({
      symbol: z.string(),
      venue: VenueName,
      action: z.enum(['trade', 'cancel']),
      ends_at: EpochSeconds,
    }),
  ),
  risk_level: z.enum(RISK_LEVELS),
  limits: RiskSettings,
  guard: RiskGuard,
  loss_streak: z.object({ paper: LossStreak, live: LossStreak }),
  day_pnl_usd: z
    .object({ paper: z.number().nullable(), live: z.number().nullable() })
    .describe('Realised in the UTC day; null where the price of an asset was not recorded.'),
  day_start_equity_usd: z.object({ paper: z.number().nullable(), live: z.number().nullable() }),
  disabled_venues: z.array(VenueName),
  gates: z
    .array(FlightGates)
    .describe('Of the record itself, else the newest of each kind before it that the journal still has nearby.'),
});
export type FlightRisk = z.infer<typeof FlightRisk>;

export const FLIGHT_PARTS = [
  'time',
  'record',
  'books',
  'depth',
  'marks',
  'positions',
  'orders',
  'risk',
  'gates',
  'arms',
  'engines',
  'arbitrages',
] as const;

/** What can't be told of a moment, and why. */
export const FlightUnknown = z.object({ part: z.enum(FLIGHT_PARTS), reason: z.string() });
export type FlightUnknown = z.infer<typeof FlightUnknown>;

/** A part is null when it can't be rebuilt; `unknown` then says why. */
export const FlightMoment = Ok.extend({
  at: EpochSeconds.describe('The moment that is shown.'),
  record: FlightStep.extend({
    data: z.record(z.string(), z.unknown()).describe('The record as it stands in the journal.'),
  })
    .nullable()
    .describe('The last one up to the moment: everything but the books is as it left it. null: the journal has none.'),
  previous_seq: z.number().int().nullable(),
  next_seq: z.number().int().nullable(),
  books: z.array(FlightBook).nullable().describe('By symbol, market and venue; `symbol` narrows them. At most 2,000.'),
  books_total: z.number().int().nullable().describe('Books at the moment, whatever is shown of them.'),
  market_since: EpochSeconds.nullable().describe('Since when the market is recorded; null: it is not.'),
  positions: z.array(PositionRow).nullable(),
  orders: z.array(OrderRow).nullable().describe('Resting, or being asked about.'),
  risk: FlightRisk.nullable(),
  arms: z.array(FlightArm).nullable(),
  engines: z.array(FlightEngine).nullable(),
  trades: z.array(SnipeRow).nullable().describe('Open trades of the sniping engines.'),
  arbitrages: z.array(FlightArbitrage).nullable().describe('Open ones.'),
  unknown: z.array(FlightUnknown),
});
export type FlightMoment = z.infer<typeof FlightMoment>;

/** Names exactly one moment: `at`, or `seq`, or `kind` with `id`, or `decision_id`. */
export const FlightMomentQuery = z.strictObject({
  at: Moment.optional().describe('A time: the last record and the last prices up to it.'),
  seq: Seq.optional().describe('A record by its number, as `steps` tells them.'),
  kind: z.enum(['trade', 'event']).optional().describe('Kind of a row of the audit log, with `id`.'),
  id: Seq.optional().describe('Row of the audit log, with `kind`.'),
  decision_id: z.string().trim().min(1).max(64).optional(),
  symbol: SymbolInput.optional().describe('Only books of this symbol.'),
});

export const getFlightMoment = defineRoute({
  method: 'GET',
  path: '/api/flight/moment',
  summary:
    'Books, positions, orders, gates, arms and engines as they were at a record or a time, rebuilt from the journal and the recorded market.',
  query: FlightMomentQuery,
  response: FlightMoment,
});

export const getFlightSteps = defineRoute({
  method: 'GET',
  path: '/api/flight/steps',
  summary: 'Records before and after a record or a time, oldest first, to step from moment to moment.',
  query: z.strictObject({
    around: Seq.optional().describe('A record by its number; it is among the steps.'),
    at: Moment.optional().describe('A time instead: the last record up to it.'),
    symbol: SymbolInput.optional().describe('Only records of this symbol, and the one asked for.'),
    limit: z.coerce.number().int().min(1).max(200).default(20).describe('Most steps to each side.'),
  }),
  response: Ok.extend({
    steps: z.array(FlightStep),
    around_seq: z.number().int(),
    has_before: z.boolean().describe('Older records of the journal were left off.'),
    has_after: z.boolean().describe('Newer records were left off.'),
    first_seq: z.number().int().describe('Oldest record that the journal still has.'),
    last_seq: z.number().int().describe('Newest record.'),
  }),
});
