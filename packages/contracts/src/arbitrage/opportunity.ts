import { z } from 'zod';
import { EpochSeconds, MarketName, VenueName } from '../shared.ts';

export const OpportunityPolicy = z.enum(['executable', 'evaluation_only', 'blocked']);
export type OpportunityPolicy = z.infer<typeof OpportunityPolicy>;

/** Which side of the trade a leg is, at the size of the opportunity. */
export const OpportunityLeg = z.object({
  venue: VenueName,
  market: MarketName,
  side: z.enum(['BUY', 'SELL']),
  /** Volume-weighted price at the quantity, from the live book. */
  vwap: z.number(),
  /** Best price on that side. */
  best: z.number(),
  /** Taker fee of the leg. */
  fee_bps: z.number(),
  /** account: read from the venue; tier: the venue's published base tier; assumed: neither known. */
  fee_source: z.enum(['account', 'tier', 'assumed']),
  /** Best price to VWAP at the size. */
  slippage_bps: z.number(),
  /**
   * Age of the book's data (venue time where its clock is known, else receive time) at the answer's `timestamp` or the
   * stream item's `ts`. It grows by itself: add the time since.
   */
  book_age_ms: z.number(),
  /** Of the coming settlement; null on spot and while unknown. */
  funding_rate: z.number().nullable().optional(),
  funding_interval_hours: z.number().nullable().optional(),
  next_funding_at: EpochSeconds.nullable().optional(),
});
export type OpportunityLeg = z.infer<typeof OpportunityLeg>;

/**
 * One way to buy here and sell there. The first eight fields are the specification's, the rest is where they come from.
 * All bps refer to the mid of the two VWAPs. Nothing is floored: a negative net is shown negative.
 */
export const Opportunity = z.object({
  asset: z.string(),
  buy_exchange: VenueName,
  sell_exchange: VenueName,
  /** Percent: gross_bps / 100. */
  spread_pct: z.number(),
  /** USD value of the quantity. */
  volume_usd: z.number(),
  /** Time of the data: of the older leg's book. */
  timestamp: EpochSeconds,
  /** 0..1: share of the last minute in which the net edge was over the minimum. */
  confidence: z.number(),
  id: z.string(),
  symbol: z.string(),
  mode: z.enum(['futures-futures', 'spot-futures']),
  policy: OpportunityPolicy,
  /** Always set unless executable. */
  policy_reason: z.string().nullable(),
  quantity: z.number(),
  buy: OpportunityLeg,
  sell: OpportunityLeg,
  gross_bps: z.number(),
  /** Gross minus the two entry fees and the latency reserve. */
  entry_net_bps: z.number(),
  /** Entry net minus the two exit fees and the usual exit spread. null while the exit spread is unknown. */
  round_trip_net_bps: z.number().nullable(),
  /** The compatibility figure of the specification: entry net floored at 0. null while the round trip is unknown. */
  net_bps: z.number().nullable(),
  latency_reserve_bps: z.number(),
  exit_spread_bps: z.number().nullable(),
  /** Samples gathered for the usual exit spread, 0..30, one a second; it is known from 30. Gathered anew after a restart. */
  exit_spread_samples: z.number().int().min(0).max(30).optional(),
  /** Funding over the expected hold, signed, positive = we earn. null where unknown. */
  funding_bps: z.number().nullable(),
  /** Loan over the expected hold; null where one is needed at an unknown rate. */
  borrow_bps: z.number().nullable().optional(),
  /** What filling is expected to cost and how likely it is, by the learning agent; null while not learned. */
  learned_cost_bps: z.number().nullable().optional(),
  fill_probability: z.number().nullable().optional(),
  /** Round trip with funding and loan, the learned cost in place of the latency reserve; null while a part is unknown. */
  learned_net_bps: z.number().nullable().optional(),
  /** Share of the largest possible size, 0..1. */
  size_frac: z.number().optional(),
  expected_usd: z
    .number()
    .describe(
      'volume_usd * (round_trip_net_bps + funding_bps - borrow_bps) / 10000; what is unknown of these counts as 0, and without a round trip it is entry_net_bps less both fees. Where learned_cost_bps is known it stands in for latency_reserve_bps, and the product is weighed with fill_probability.',
    ),
  /** Largest USD size whose entry net is still over the minimum. */
  capacity_usd: z.number(),
  /** Since the net edge last rose over the minimum. */
  alive_ms: z.number(),
  /** Median time an edge of this pair stays over the minimum; null before one ended. */
  alive_p50_ms: z.number().nullable().optional(),
  /** Crossings of the minimum in the last hour. */
  crossings_per_hour: z.number().optional(),
  /** Age of the older leg's book, as `book_age_ms`. */
  age_ms: z.number(),
  /** The failed check that is nearest to passing, as of when the row changed; null when all hold, and while the engine is silent. */
  nearest_miss: z
    .object({ check: z.string(), value: z.number().nullable(), bound: z.number().nullable() })
    .nullable()
    .optional(),
  /** How many checks it passes, and the failed one that is nearest to passing; the whole list is at `…/why-not`. */
  checks: z
    .object({ passed: z.number().int(), total: z.number().int(), nearest_miss: z.string().nullable() })
    .nullable()
    .optional(),
});
export type Opportunity = z.infer<typeof Opportunity>;
