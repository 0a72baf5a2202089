import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, MarketName, Ok, SymbolInput, VenueName } from '../shared.ts';
import { DecisionActionName, DecisionGateRow, DecisionTrade, LiquidatedSideName } from './decisions.ts';
import { EngineName } from './engine-settings.ts';

/** A forced liquidation, whichever the venue's own words for it. */
export const LiquidationItem = z.object({
  /** The same event has the same id everywhere; an item that comes again replaces the one before. */
  id: z.string(),
  venue: VenueName,
  market: MarketName,
  symbol: z.string(),
  liquidated_side: LiquidatedSideName,
  price: z.number(),
  quantity: z.number(),
  usd: z.number(),
  lower_bound: z.boolean(),
  inferred: z.boolean(),
  timestamp: EpochSeconds,
  /** What was decided on it; null while it made no trigger. */
  decision: z
    .object({
      id: z.string(),
      engine: EngineName.nullable(),
      action: DecisionActionName,
      arm: z.string(),
      reason: z.string(),
      trade: DecisionTrade.nullable(),
    })
    .nullable(),
});
export type LiquidationItem = z.infer<typeof LiquidationItem>;

/** A symbol and side with liquidations in the window: how near to a trigger, and what stands in its way. */
export const CandidateRow = z.object({
  symbol: z.string(),
  liquidated_side: LiquidatedSideName,
  venue: VenueName,
  timestamp: EpochSeconds,
  window_usd: z.number(),
  count: z.number().int(),
  lower_bound: z.boolean(),
  threshold_usd: z.number().nullable(),
  /** Percent of the threshold. */
  progress_pct: z.number().nullable(),
  /** How far the price stands from its average in the direction of the forced flow. */
  stretch_bps: z.number().nullable(),
  gates_passed: z.number().int(),
  gates_total: z.number().int(),
  failed_gates: z.array(DecisionGateRow),
  blocked_by: z.string().nullable(),
  eligible_arms: z.number().int(),
});
export type CandidateRow = z.infer<typeof CandidateRow>;

export const CascadeItem = z.object({
  cluster_id: z.string(),
  symbol: z.string(),
  liquidated_side: LiquidatedSideName,
  started_at: EpochSeconds,
  last_at: EpochSeconds,
  running: z.boolean(),
  events: z.number().int(),
  usd: z.number(),
  usd_per_second: z.number(),
  lower_bound: z.boolean(),
  venues: z.array(VenueName),
  lead_venue: VenueName,
  lead_ms: z.number().nullable(),
  start_price: z.number().nullable(),
  /** Farthest move of the mid with the forced flow; signed. */
  extreme_bps: z.number().nullable(),
  /** Move until 60 s after the last event; null before. */
  after_bps: z.number().nullable(),
});

export const LeadLagItem = z.object({
  lead_venue: VenueName,
  lag_venue: VenueName,
  median_ms: z.number(),
  /** Fraction of the shared cascades that began at the lead venue. */
  first_share: z.number(),
  cascades: z.number().int(),
});

export const getRadar = defineRoute({
  method: 'GET',
  path: '/api/trading/radar',
  summary: 'The liquidation radar: windows near a trigger, cascades, lead between venues, and the tape.',
  query: z.object({
    symbol: SymbolInput.optional(),
    limit: z.coerce.number().int().min(1).max(500).default(100).describe('Of the tape.'),
  }),
  response: Ok.extend({
    /** The nearest to a trigger first. */
    windows: z.array(CandidateRow),
    cascades: z.array(CascadeItem),
    lead_lag: z.array(LeadLagItem),
    /** Newest first. */
    liquidations: z.array(LiquidationItem),
    counters: z.record(z.string(), z.number()),
    decisions_made: z.number().int(),
    shadows: z.object({
      followed: z.number().int(),
      begun: z.number().int(),
      told: z.number().int(),
      closed_early: z.number().int(),
      /** Lost to restarts. */
      interrupted: z.number().int(),
    }),
    timestamp: EpochSeconds,
  }),
});
