import { z } from 'zod';
import { ExecutionModeName } from '../portfolio/portfolio.ts';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, SymbolInput, VENUE_NAMES, VenueName } from '../shared.ts';

export const VenueTicker = z.object({
  ok: z.boolean(),
  price: z.number().nullable(),
  /** Age of the newest data of the symbol at the answer; null before the first. Over 2 s `ok` is false. */
  age_ms: z.number().nullable().optional(),
  latency_ms: z.number().nullable(),
  error: z.string().nullable(),
  fees_bps: z.object({ maker_bps: z.number(), taker_bps: z.number() }),
  /** USDT of the account the venue's orders go to; null while it has not told. */
  balance: z.object({ free: z.number().nullable(), total: z.number().nullable() }),
  /** Which account that is. */
  mode: ExecutionModeName,
  /** What the price is of: a perp, or spot where the venue has no perp of the symbol; null where it has neither. */
  market: z.enum(['perp', 'spot']).nullable(),
  /** Smallest step of a price there. */
  tick_size: z.number().nullable(),
  /** The venue's clock against ours; null before it was measured. */
  clock_offset_ms: z.number().nullable(),
  /** The fullest of the request limits we keep at the venue, by its share used; null while none is told. */
  api_weight: z
    .object({
      pool: z.string(),
      used: z.number(),
      /** What we allow ourselves, below what the venue allows. */
      capacity: z.number(),
      /** 0 to 1. */
      used_frac: z.number(),
    })
    .nullable(),
});
export type VenueTicker = z.infer<typeof VenueTicker>;

export const getTicker = defineRoute({
  method: 'GET',
  path: '/api/price/ticker',
  summary: 'Price, delay, fees and balance of one symbol on every venue.',
  query: z.object({ symbol: SymbolInput.default('BTCUSDT') }),
  response: Ok.extend({ symbol: z.string(), tickers: z.record(z.enum(VENUE_NAMES), VenueTicker) }),
});

export const LivePrice = z.object({
  symbol: z.string(),
  price: z.number(),
  /** Percent. */
  change_24h: z.number().nullable(),
  /** USD. */
  volume_24h: z.number().nullable(),
  /** When the newest data of the symbol arrived. */
  last_updated: EpochSeconds,
  /** The venue the price is read from. */
  venue: VenueName,
  /** Smallest step of a price there. */
  tick_size: z.number().nullable().optional(),
});
export type LivePrice = z.infer<typeof LivePrice>;

export const getLivePrices = defineRoute({
  method: 'GET',
  path: '/api/trading/engine/live_prices',
  summary: 'Last price of every symbol.',
  response: Ok.extend({ prices: z.array(LivePrice) }),
});

export const CHART_TIMEFRAMES = ['1m', '3m', '5m', '15m', '30m', '1h', '4h', '1d'] as const;

export const ChartCandle = z.object({
  timestamp: EpochSeconds,
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
});

export const getChartData = defineRoute({
  method: 'GET',
  path: '/api/trading/engine/trading_chart_data',
  summary: 'Candles of one symbol, oldest first.',
  query: z.object({
    symbol: SymbolInput.default('BTCUSDT'),
    timeframe: z.enum(CHART_TIMEFRAMES).default('1m'),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    venue: z.string().trim().toUpperCase().pipe(VenueName).optional(),
  }),
  response: Ok.extend({
    symbol: z.string(),
    timeframe: z.enum(CHART_TIMEFRAMES),
    venue: VenueName,
    data: z.array(ChartCandle),
  }),
});
