import { z } from 'zod';
import { ExecutionModeName } from '../portfolio/portfolio.ts';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, VenueName } from '../shared.ts';
import { ArbResultRow } from './executions.ts';

export const CARRY_STATE_NAMES = ['pending', 'opening', 'ready', 'closing', 'closed', 'failed'] as const;

const BothLegs = z.object({ buy: z.number().nullable(), sell: z.number().nullable() });

/** Funding carry as one thing with phases and its own result. */
export const CarryRoundRow = z.object({
  id: z.string(),
  /** Its orders are those of this arbitrage. */
  execution_id: z.string().nullable(),
  symbol: z.string(),
  venue: VenueName,
  side: z.enum(['long', 'short']),
  long_instrument: z.string(),
  short_instrument: z.string(),
  execution_mode: ExecutionModeName,
  notional_usd: z.number(),
  state: z.enum(CARRY_STATE_NAMES),
  plan: z.object({
    edge_per_hour_bps: z.number(),
    cost_bps: z.number(),
    exit_spread_bps: z.number(),
    break_even_hours: z.number().nullable(),
    apr_pct: z.number().nullable(),
  }),
  settlements: z.number().int(),
  funding_usd: z.number(),
  price_usd: z.number().nullable(),
  fees_usd: z.number().nullable(),
  borrow_usd: z.number().nullable(),
  net_usd: z.number().nullable(),
  next_settlement_at: EpochSeconds.nullable(),
  edge_per_hour_bps: z.number().nullable(),
  break_even_at: EpochSeconds.nullable(),
  /** Distance of each leg's mark from its liquidation price, percent of the mark. */
  liquidation_pct: BothLegs,
  /** What is left of the distance to liquidation that each leg had at its entry, percent. */
  margin_left_pct: BothLegs,
  adl_rank: BothLegs,
  /** What the exit rules wait for, in words. */
  warning: z.string().nullable(),
  /** Money that should go from one venue to the other, in words. */
  rebalance: z.string().nullable(),
  created_at: EpochSeconds,
  opened_at: EpochSeconds.nullable(),
  closed_at: EpochSeconds.nullable(),
  exit_reason: z.string().nullable(),
  result: ArbResultRow.nullable(),
  by: z.string(),
  reason: z.string(),
});
export type CarryRoundRow = z.infer<typeof CarryRoundRow>;

export const getRounds = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/rounds',
  summary: 'Funding carry rounds, open ones first, then those that ended, of all times and newest first.',
  query: z.object({
    before: z.coerce
      .number()
      .min(0)
      .max(1e11)
      .optional()
      .describe('Epoch seconds: only those that ended and were made before; the created_at of the last one.'),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(200)
      .default(100)
      .describe('Of those that ended; a page may be a few longer.'),
  }),
  response: Ok.extend({
    rounds: z.array(CarryRoundRow),
    count: z.number().int(),
    total: z.number().int(),
    timestamp: EpochSeconds,
  }),
});

export const closeRound = defineRoute({
  method: 'POST',
  path: '/api/arbitrage/rounds/:id/close',
  isOnce: true,
  summary: 'Closes both legs of a carry round; 409 when it has ended.',
  params: z.object({ id: z.string().regex(/^r[0-9a-z]{11}$/, 'is r and 11 of 0-9, a-z') }),
  body: z.object({}).strict().optional(),
  response: Ok.extend({ round: CarryRoundRow, message: z.string() }),
});
