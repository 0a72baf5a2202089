import { z } from 'zod';
import { ArbExecution } from '../arbitrage/executions.ts';
import { CarryRoundRow } from '../arbitrage/rounds.ts';
import { defineRoute } from '../route.ts';
import {
  EpochSeconds,
  MarketName,
  Ok,
  SymbolInput,
  VENUE_NAMES,
  VenueInput,
  VenueName,
  VenuesInput,
} from '../shared.ts';

export const CARRY_NOTIONAL_USD = 100;
const positive = z.number().finite().positive();

/** One way to carry: long here, short there. bps of the notional. */
export const CarryCandidateRow = z.object({
  long_exchange: VenueName,
  long_market: MarketName,
  short_exchange: VenueName,
  short_market: MarketName,
  /** Predicted rates as fractions of their intervals; null for spot. The newest settled ones apart. */
  long_rate: z.number().nullable(),
  long_interval_hours: z.number().nullable(),
  long_next_at: EpochSeconds.nullable(),
  long_settled_rate: z.number().nullable(),
  short_rate: z.number().nullable(),
  short_interval_hours: z.number().nullable(),
  short_next_at: EpochSeconds.nullable(),
  short_settled_rate: z.number().nullable(),
  edge_per_hour_bps: z.number(),
  /** The intervals differ: the basis counts in the rates per hour. */
  blended: z.boolean(),
  next_settlement_at: EpochSeconds.nullable(),
  /** Settlements within the longest hold, and what they bring together. */
  long_settlements: z.number().int(),
  short_settlements: z.number().int(),
  hold_income_bps: z.number(),
  size_usd: z.number(),
  /** The books show less than the size asked for. */
  size_cut: z.boolean(),
  fees_bps: z.number(),
  entry_spread_bps: z.number(),
  exit_spread_bps: z.number(),
  cost_bps: z.number(),
  net_bps: z.number(),
  apr_gross_pct: z.number(),
  /** Net of costs over the longest hold. */
  apr_net_pct: z.number(),
  break_even_hours: z.number().nullable(),
  break_even_payments: z.number().nullable(),
  break_even_at: EpochSeconds.nullable(),
  /** 0..1: known periods in which the edge had today's sign. */
  same_sign_share: z.number().nullable(),
  periods: z.number().int(),
  variation: z.number().nullable(),
  capacity_usd: z.number(),
  worth_it: z.boolean(),
  reason: z.string(),
});
export type CarryCandidateRow = z.infer<typeof CarryCandidateRow>;

export const planCarry = defineRoute({
  method: 'POST',
  path: '/api/trading/carry/plan',
  summary: 'Every way to carry the funding of a symbol, net of four fees and spreads, and the best of them.',
  body: z
    .object({
      symbol: SymbolInput,
      venues: VenuesInput.default([...VENUE_NAMES]),
      notional_usd: positive.default(CARRY_NOTIONAL_USD),
    })
    .strict(),
  response: Ok.extend({
    symbol: z.string(),
    /** null when no candidate has a positive net. */
    best: z
      .object({
        venue: VenueName,
        suggested_side: z.enum(['long', 'short']),
        counter_venue: VenueName,
        counter_market: MarketName,
      })
      .nullable(),
    /** Best net first. */
    candidates: z.array(CarryCandidateRow),
    /** Listings nothing was planned with, and why. */
    excluded: z.array(z.object({ instrument_id: z.string(), reason: z.string() })),
    reason: z.string(),
    timestamp: EpochSeconds,
  }),
});

export const executeCarry = defineRoute({
  method: 'POST',
  path: '/api/trading/carry/execute',
  isOnce: true,
  summary:
    'Begins a carry round with this side at this venue against the best other one. 409 no_edge for an expected loss, or where the plan calls it not worth it and nobody accepts that.',
  body: z
    .object({
      symbol: SymbolInput,
      venue: VenueInput,
      side: z
        .string()
        .trim()
        .toLowerCase()
        .pipe(z.enum(['long', 'short'])),
      qty: positive.optional(),
      notional_usd: positive.optional().describe('100 when neither it nor qty is given.'),
      accept_negative: z
        .boolean()
        .default(false)
        .describe('Takes a carry that the plan calls not worth it; an expected loss on paper only.'),
    })
    // A misspelt field must not open risk.
    .strict()
    .refine(({ qty, notional_usd }) => qty === undefined || notional_usd === undefined, {
      path: ['qty'],
      message: 'give either qty or notional_usd',
    }),
  response: Ok.extend({
    round: CarryRoundRow,
    /** Its two legs as they stood when this was answered; null while they are being planned. */
    trade: ArbExecution.nullable(),
    message: z.string(),
  }),
});
