import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, MarketName, Ok, VenueName } from '../shared.ts';

/** What is known of one venue pair and size class. */
const PairEstimate = z.object({
  buy_exchange: VenueName,
  buy_market: MarketName,
  sell_exchange: VenueName,
  sell_market: MarketName,
  size_up_to_usd: z.number(),
  samples: z.number(),
  real_samples: z.number(),
  /** 0..1: both legs within their limits. */
  fill_probability: z.number().nullable(),
  slippage_bps: z.number().nullable(),
  latency_cost_bps: z.number().nullable(),
  adverse_bps: z.number().nullable(),
  latency_ms: z.number().nullable(),
});

const SampleRow = z.object({
  timestamp: EpochSeconds,
  execution_id: z.string().nullable(),
  pair_id: z.string(),
  symbol: z.string(),
  mode: z.enum(['futures-futures', 'spot-futures']),
  notional_usd: z.number(),
  shadow: z.boolean(),
  predicted_bps: z.number(),
  learned_bps: z.number().nullable(),
  realised_bps: z.number().nullable(),
});

/** The arbitrage learning agent: what really fills, and how well it foretold it. */
export const ArbLearner = z.object({
  running: z.boolean(),
  frozen: z.boolean(),
  samples: z.number(),
  real_samples: z.number(),
  estimates: z.array(PairEstimate),
  /** Predicted against realised, in classes of the prediction. */
  calibration: z.array(
    z.object({
      from_bps: z.number().nullable(),
      to_bps: z.number().nullable(),
      trades: z.number(),
      predicted_bps: z.number(),
      learned_bps: z.number().nullable(),
      realised_bps: z.number(),
    }),
  ),
  /** Realised less predicted, before learning and with it; null without a trade. */
  mean_error_bps: z.number().nullable(),
  mean_learned_error_bps: z.number().nullable(),
  mean_abs_error_bps: z.number().nullable(),
  mean_abs_learned_error_bps: z.number().nullable(),
  /** Newest first. */
  last_samples: z.array(SampleRow),
});
export type ArbLearner = z.infer<typeof ArbLearner>;

export const getArbitrageAiMetrics = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/ai-metrics',
  summary: 'What the arbitrage learning agent knows, and how sure the scanner is of what it lists.',
  response: Ok.extend({
    metrics: ArbLearner.extend({
      ai_enabled: z.boolean(),
      confidence_threshold: z.number(),
      /** Pairs whose spread history is kept. */
      pairs: z.number().int(),
      opportunities: z.number().int(),
      confident: z.number().int(),
      /** Of the live rows; null without any. */
      mean_confidence: z.number().nullable(),
      opportunities_found: z.number().int().nullable(),
      best_entry_net_bps: z.number().nullable(),
    }),
  }),
});

export const LEARNER_CHANGES = ['reset', 'freeze', 'unfreeze'] as const;

export const changeArbitrageLearner = defineRoute({
  method: 'POST',
  path: '/api/arbitrage/learner',
  summary: 'Lets the arbitrage learning agent forget everything, learn no more, or learn again.',
  body: z.object({ change: z.string().trim().toLowerCase().pipe(z.enum(LEARNER_CHANGES)) }).strict(),
  response: Ok.extend({ learner: ArbLearner, message: z.string() }),
});
