import { z } from 'zod';
import { ExecutionModeName } from '../portfolio/portfolio.ts';
import { defineRoute } from '../route.ts';
import { EpochSeconds, MarketName, Ok, SymbolInput, VenueName } from '../shared.ts';

export const ARB_STATE_NAMES = [
  'planned',
  'gated',
  'sent',
  'hedged',
  'imbalanced',
  'unknown',
  'aborted',
  'exiting',
  'closed',
  'certified',
  'naked',
] as const;
export const ArbStateName = z.enum(ARB_STATE_NAMES);
export const ArbLegKey = z.enum(['buy', 'sell']);
export const SEQUENCING_NAMES = ['parallel', 'thin-first', 'maker-taker'] as const;
export const SequencingName = z.enum(SEQUENCING_NAMES);
export const BracketName = z.enum(['panic', 'none']);
export const ArbModeName = z.enum(['futures-futures', 'spot-futures']);

/** One side of an arbitrage. Quantities in base units; null is unknown. */
export const ArbLegRow = z.object({
  leg: ArbLegKey,
  venue: VenueName,
  mode: ExecutionModeName,
  market: MarketName,
  instrument_id: z.string(),
  /** Of the entry; the exit takes the other. */
  side: z.enum(['BUY', 'SELL']),
  planned_price: z.number(),
  limit_price: z.number(),
  fee_bps: z.number(),
  held_before: z.number(),
  entry_qty: z.number(),
  entry_price: z.number().nullable(),
  exit_qty: z.number(),
  exit_price: z.number().nullable(),
  /** Far stop at the venue; null on spot. */
  disaster_stop_price: z.number().nullable(),
  first_fill_at: EpochSeconds.nullable(),
  /** Orders sent so far. */
  entry_orders: z.number().int(),
  exit_orders: z.number().int(),
  /** Distance of the mark from the liquidation price, percent of the mark. */
  liquidation_pct: z.number().nullable(),
  adl_rank: z.number().nullable(),
});

export const LegRepairRow = z.object({
  kind: z.enum(['complete', 'trim', 'unwind']),
  leg: ArbLegKey,
  step: z.number().int(),
  qty: z.number(),
  completion_bps: z.number().nullable(),
  unwind_bps: z.number().nullable(),
  timestamp: EpochSeconds,
  reason: z.string(),
});

/** What the venues hold, read again, against what the trade should have left. */
export const CertificateRow = z.object({
  kind: z.enum(['hedged', 'flat']),
  ok: z.boolean(),
  timestamp: EpochSeconds,
  legs: z.array(
    z.object({
      leg: ArbLegKey,
      venue: VenueName,
      mode: ExecutionModeName,
      instrument_id: z.string(),
      before: z.number(),
      /** The venue's word; null when it could not be read. */
      after: z.number().nullable(),
      expected: z.number(),
      residual: z.number().nullable(),
    }),
  ),
  net_qty: z.number().nullable(),
  tolerance_qty: z.number(),
  text: z.string(),
});

/** Expected at the plan, in bps of the mid of both prices. */
export const ArbExpectationRow = z.object({
  gross_bps: z.number(),
  entry_net_bps: z.number(),
  round_trip_net_bps: z.number().nullable(),
  exit_spread_bps: z.number().nullable(),
  funding_bps: z.number().nullable(),
  borrow_bps: z.number().nullable(),
  latency_reserve_bps: z.number(),
  /** With what the learning agent expects; null without. */
  learned_net_bps: z.number().nullable(),
  fill_probability: z.number().nullable(),
});

/** What it earned; costs are positive: price_usd - fees_usd + funding_usd - borrow_usd = net_usd. */
export const ArbResultRow = z.object({
  /** null while a leg came in or went at its venue without a fill: its price is unknown, and the net with it. */
  price_usd: z.number().nullable(),
  /** Liquidation fees, rebates and adjustments are in it. null while a fee was taken in an asset whose price is unknown; the net is unknown with it. */
  fees_usd: z.number().nullable(),
  funding_usd: z.number(),
  borrow_usd: z.number(),
  net_usd: z.number().nullable(),
  net_bps: z.number().nullable(),
});

/** One arbitrage, from the plan to the certificate. */
export const ArbExecution = z.object({
  id: z.string(),
  source: z.enum(['operator', 'auto', 'carry']),
  round_id: z.string().nullable(),
  pair_id: z.string(),
  symbol: z.string(),
  mode: ArbModeName,
  execution_mode: ExecutionModeName,
  sequencing: SequencingName,
  state: ArbStateName,
  phase: z.enum(['entry', 'exit']),
  /** Of the state of now. True: flat or hedged by the venues' word. False: naked, or the venues say otherwise. null: not looked at yet. */
  certified: z.boolean().nullable(),
  buy_exchange: VenueName,
  sell_exchange: VenueName,
  quantity: z.number(),
  /** Of the quantity at the planned buy price. */
  notional_usd: z.number(),
  legs: z.array(ArbLegRow),
  expected: ArbExpectationRow,
  repair_max_bps: z.number(),
  with_bracket: BracketName,
  tp_bps: z.number().nullable(),
  sl_bps: z.number().nullable(),
  exit_spread_bps: z.number().nullable(),
  max_hold_seconds: z.number(),
  repairs: z.array(LegRepairRow),
  certificates: z.array(CertificateRow),
  started_at: EpochSeconds,
  hedged_at: EpochSeconds.nullable(),
  exit_started_at: EpochSeconds.nullable(),
  closed_at: EpochSeconds.nullable(),
  exit_reason: z.string().nullable(),
  /** null until closed. */
  result: ArbResultRow.nullable(),
  /** If it were closed at the books of now, all costs in. */
  open_net_usd: z.number().nullable(),
  open_net_bps: z.number().nullable(),
  exit_spread_now_bps: z.number().nullable(),
  by: z.string(),
  reason: z.string(),
});
export type ArbExecution = z.infer<typeof ArbExecution>;

export const ArbIdParams = z.object({ id: z.string().regex(/^a[0-9a-z]{11}$/, 'is a and 11 of 0-9, a-z') });

export const getExecutions = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/executions',
  summary:
    'Arbitrages that were executed, of all times and newest first, each with its legs, repairs and certificates.',
  query: z.object({
    state: ArbStateName.optional(),
    symbol: SymbolInput.optional(),
    before: z.coerce
      .number()
      .min(0)
      .max(1e11)
      .optional()
      .describe('Epoch seconds: only those begun before; the started_at of the last one.'),
    limit: z.coerce.number().int().min(1).max(200).default(50).describe('A page may be a few longer.'),
  }),
  response: Ok.extend({ executions: z.array(ArbExecution), total: z.number().int(), timestamp: EpochSeconds }),
});

const ExecutionAnswer = Ok.extend({ execution: ArbExecution });
const ExecutionDone = ExecutionAnswer.extend({ message: z.string() });

export const getExecutionById = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/executions/:id',
  summary: 'One arbitrage, whole.',
  params: ArbIdParams,
  response: ExecutionAnswer,
});

export const closeExecution = defineRoute({
  method: 'POST',
  path: '/api/arbitrage/executions/:id/close',
  isOnce: true,
  summary:
    'Closes both legs of an arbitrage, what stands alone of a NAKED one as far as the market; 409 when it has ended.',
  params: ArbIdParams,
  body: z.object({}).strict().optional(),
  response: ExecutionDone,
});

export const flattenExecution = defineRoute({
  method: 'POST',
  path: '/api/arbitrage/executions/:id/flatten',
  isOnce: true,
  summary: 'Closes at the market what stands alone of an arbitrage, and looks at the venues again.',
  params: ArbIdParams,
  body: z.object({}).strict().optional(),
  response: ExecutionDone,
});
