import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { ArbExpectationRow } from '../arbitrage/executions.ts';
import { ExecutionModeName } from '../portfolio/portfolio.ts';
import {
  EpochSeconds,
  MarketName,
  Ok,
  PAIR_NEEDS_TWO,
  SymbolInput,
  VenueInput,
  VenueName,
  VenuesInput,
} from '../shared.ts';

const positive = z.number().finite().positive();

export const Gate = z.object({
  gate: z.string(),
  ok: z.boolean(),
  /** null while ok. */
  code: z.string().nullable(),
  detail: z.string(),
  value: z.number().nullable(),
  bound: z.number().nullable(),
  venue: VenueName.nullable(),
});
export type Gate = z.infer<typeof Gate>;

export const OrderInput = z
  .object({
    venue: VenueInput,
    market: MarketName.default('perp'),
    symbol: SymbolInput,
    side: z
      .string()
      .trim()
      .toUpperCase()
      .pipe(z.enum(['BUY', 'SELL'])),
    type: z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.enum(['market', 'limit'])),
    qty: positive.optional(),
    notional_usd: positive.optional(),
    price: positive.optional(),
    reduce_only: z.boolean().default(false),
    tif: z
      .string()
      .trim()
      .toUpperCase()
      .pipe(z.enum(['GTC', 'IOC', 'FOK', 'POST_ONLY']))
      .optional(),
    leverage: z.number().int().min(1).max(125).optional(),
  })
  // A misspelt `reduce_only` must not open risk.
  .strict()
  .refine(({ qty, notional_usd }) => (qty === undefined) !== (notional_usd === undefined), {
    path: ['qty'],
    message: 'give either qty or notional_usd',
  })
  .refine(({ market, reduce_only }) => market === 'perp' || !reduce_only, {
    path: ['reduce_only'],
    message: 'spot has no positions to reduce',
  })
  .refine(({ market, leverage }) => market === 'perp' || leverage === undefined, {
    path: ['leverage'],
    message: 'spot has no leverage',
  })
  .refine(({ type, price }) => (type === 'limit') === (price !== undefined), {
    path: ['price'],
    message: 'a limit order needs a price, a market order has none',
  });

export const previewOrder = defineRoute({
  method: 'POST',
  path: '/api/trading/order/preview',
  summary: 'What an order would be and cost, and what every risk gate says of it. Places nothing.',
  body: OrderInput,
  response: Ok.extend({
    preview_id: z.string(),
    /** 30 s after the answer. */
    expires_at: EpochSeconds,
    verdict: z.enum(['PASS', 'BLOCK']),
    /** The first reason of a BLOCK in words. */
    reason: z.string().nullable(),
    venue: VenueName,
    mode: ExecutionModeName,
    market: MarketName,
    symbol: z.string(),
    side: z.enum(['BUY', 'SELL']),
    type: z.enum(['market', 'limit']),
    qty: z.number().nullable(),
    notional_usd: z.number().nullable(),
    price: z.number().nullable(),
    expected_price: z.number().nullable(),
    expected_slippage_bps: z.number().nullable(),
    fee_bps: z.number().nullable(),
    fee_usd: z.number().nullable(),
    fee_source: z.enum(['account', 'tier']),
    margin_usd: z.number().nullable(),
    gates: z.array(Gate),
  }),
});

/** One order as it stands. */
export const OrderRow = z.object({
  order_id: z.string(),
  client_order_id: z.string().nullable(),
  venue: VenueName,
  mode: ExecutionModeName,
  market: MarketName,
  symbol: z.string(),
  side: z.enum(['BUY', 'SELL']),
  type: z.string(),
  tif: z.string(),
  role: z.string().nullable(),
  status: z.string(),
  qty: z.number().nullable(),
  price: z.number().nullable(),
  trigger_price: z.number().nullable(),
  filled_qty: z.number(),
  avg_price: z.number().nullable(),
  reduce_only: z.boolean(),
  /** False for orders that were not given here. */
  ours: z.boolean(),
  created_at: EpochSeconds,
  updated_at: EpochSeconds,
});
export type OrderRow = z.infer<typeof OrderRow>;

export const executeOrder = defineRoute({
  method: 'POST',
  path: '/api/trading/order/execute',
  isOnce: true,
  summary: 'Places a previewed order. 504 order_outcome_unknown says that it is being checked, never that it failed.',
  body: z.object({ preview_id: z.string().trim().min(1).max(64) }).strict(),
  response: Ok.extend({ order: OrderRow, gates: z.array(Gate), message: z.string() }),
});

export const getOrders = defineRoute({
  method: 'GET',
  path: '/api/trading/orders',
  summary: 'Orders that rest or are being asked about.',
  response: Ok.extend({ orders: z.array(OrderRow) }),
});

export const cancelOrder = defineRoute({
  method: 'POST',
  path: '/api/trading/orders/cancel',
  isOnce: true,
  summary: 'Cancels one order. The answer is the order as it stands afterwards.',
  body: z
    .object({ venue: VenueInput, order_id: z.string().trim().min(1).max(80), mode: ExecutionModeName.optional() })
    .strict(),
  response: Ok.extend({ order: OrderRow }),
});

export const precheckTrade = defineRoute({
  method: 'POST',
  path: '/api/trading/precheck',
  summary:
    'Says what every gate says of a trade: of both legs of the better direction and of the pair (ARB), or of one leg at each venue (SCALP). Places nothing.',
  body: z
    .object({
      symbol: SymbolInput,
      mode: z
        .string()
        .trim()
        .toUpperCase()
        .pipe(z.enum(['ARB', 'SCALP']))
        .default('ARB'),
      venues: VenuesInput,
      qty: positive.optional(),
      notional_usd: positive.optional(),
    })
    .refine(({ mode, venues }) => mode !== 'ARB' || venues.length >= 2, { path: ['venues'], message: PAIR_NEEDS_TWO }),
  response: z.object({
    /** The verdict: true is PASS. */
    ok: z.boolean(),
    verdict: z.enum(['PASS', 'BLOCK']),
    suggestion: z.object({ suggested_qty_quantized: z.number().nullable() }),
    decisions: z.array(
      Gate.extend({
        /** Of checks of the pair: a failed `soft` one leaves it for evaluation, it blocks no order. */
        weight: z.enum(['hard', 'soft', 'trade']).optional(),
        /** Of checks of the pair: unit of value and bound. */
        unit: z.string().optional(),
        /** Of checks of the pair: the setting that would change it; null when none does. */
        setting: z.string().nullable().optional(),
      }),
    ),
    /** One row a venue; of an ARB the two it would be traded on. */
    venues: z.array(
      z.object({
        venue: VenueName,
        market: MarketName,
        side: z.enum(['BUY', 'SELL']),
        ok: z.boolean(),
        verdict: z.enum(['PASS', 'BLOCK']),
        /** The first gate that blocks, in words; null while none does. */
        reason: z.string().nullable(),
        gates: z.number().int(),
        blocked_gates: z.array(z.string()),
      }),
    ),
    /** What an ARB was expected to earn; null where no pair could be planned, and for SCALP. */
    expected: ArbExpectationRow.nullable(),
    pair_id: z.string().nullable(),
  }),
});

export const managePositions = defineRoute({
  method: 'POST',
  path: '/api/trading/engine/position_management',
  isOnce: true,
  summary:
    'Closes one position, every one in profit, or all. A leg of an arbitrage or a carry round is closed with the other.',
  body: z
    .object({
      action: z.enum(['close', 'close_profitable', 'close_all']),
      position_id: z.string().trim().min(1).max(120).optional(),
      /** Of clients that send more; nothing of it is used. */
      extras: z.record(z.string(), z.unknown()).nullable().optional(),
    })
    .refine(({ action, position_id }) => action !== 'close' || position_id !== undefined, {
      path: ['position_id'],
      message: 'close needs the position_id',
    }),
  response: Ok.extend({
    success: z.literal(true),
    submitted: z.number().int(),
    failed: z.array(z.string()),
    message: z.string(),
  }),
});

export const getTradingAccount = defineRoute({
  method: 'GET',
  path: '/api/trading/account',
  summary: 'Equity, free margin and unrealised PnL of the accounts orders go to.',
  query: z.object({ scope: z.enum(['futures', 'spot', 'all']).default('futures'), venue: VenueInput.optional() }),
  response: Ok.extend({
    mode: z.enum(['paper', 'live', 'mixed']),
    account: z.object({
      equity: z.number().nullable(),
      available: z.number().nullable(),
      unrealized_pnl: z.number().nullable(),
      margin_used: z.number().nullable(),
    }),
    venues: z.array(
      z.object({
        venue: VenueName,
        mode: ExecutionModeName,
        equity: z.number().nullable(),
        available: z.number().nullable(),
        unrealized_pnl: z.number().nullable(),
        margin_used: z.number().nullable(),
        connected: z.boolean(),
        /** When the account was last proven equal to its venue. */
        reconciled_at: EpochSeconds.nullable(),
      }),
    ),
  }),
});

export const getModes = defineRoute({
  method: 'GET',
  path: '/api/trading/modes',
  summary: "How a perp's account is set up, as its venue tells: at most a few minutes old.",
  query: z.object({ venue: VenueInput, symbol: SymbolInput }),
  response: Ok.extend({
    venue: VenueName,
    symbol: z.string(),
    /** null where the venue takes it with each order, or while it has not told. */
    leverage: z.number().nullable(),
    /** null while the venue has not told. */
    margin_mode: z.enum(['isolated', 'cross']).nullable(),
    position_mode: z.string().nullable(),
    /** Why the venue has not told. */
    reason: z.string().nullable(),
  }),
});

export const fixModes = defineRoute({
  method: 'POST',
  path: '/api/trading/modes/fix',
  summary: "Brings a perp's account to one-way, isolated, and the leverage orders use.",
  body: z.object({ venue: VenueInput, symbol: SymbolInput }),
  response: Ok.extend({
    venue: VenueName,
    symbol: z.string(),
    /** null where the venue takes it with each order. */
    leverage: z.number().nullable(),
    margin_mode: z.enum(['isolated', 'cross']),
    position_mode: z.string(),
  }),
});

export const getExecution = defineRoute({
  method: 'GET',
  path: '/api/trading/execution',
  summary: 'Where the orders of each venue go.',
  response: Ok.extend({
    market: z.enum(['sim', 'replay', 'live', 'testnet']),
    /** `live` only permits live orders. */
    execution: ExecutionModeName,
    venues: z.array(z.object({ venue: VenueName, mode: ExecutionModeName })),
  }),
});

export const setExecution = defineRoute({
  method: 'POST',
  path: '/api/trading/execution',
  summary:
    'Switches one venue between paper and live. Live on a real market needs the typed confirmation `GO LIVE <VENUE>`.',
  body: z.object({
    venue: VenueInput,
    mode: ExecutionModeName,
    confirmation: z.string().trim().max(64).optional(),
  }),
  response: Ok.extend({ venue: VenueName, mode: ExecutionModeName }),
});
