import { z } from 'zod';
import { DaysInput, ExecutionModeName, Performance } from '../portfolio/portfolio.ts';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, VenueName } from '../shared.ts';

/** Finished arbitrages of one execution mode, each pair counted once. price_pnl - fees + funding - borrow = total_pnl. */
export const ArbFigures = z.object({
  mode: ExecutionModeName,
  total_trades: z.number().int(),
  /** Of them those of which a part of the result is unknown (a fee in an asset without a price): they are in no sum. */
  unpriced_trades: z.number().int(),
  wins: z.number().int(),
  /** Fraction 0..1 of the trades of known result; null without one. */
  win_rate: z.number().nullable(),
  /** Percent 0..100 of the trades of known result; null without one. */
  success_rate: z.number().nullable(),
  total_pnl: z.number(),
  price_pnl: z.number(),
  fees: z.number(),
  funding: z.number(),
  borrow: z.number(),
  executed_today: z.number().int(),
  aborted: z.number().int(),
  naked: z.number().int(),
});
export type ArbFigures = z.infer<typeof ArbFigures>;

export const getArbitragePerformance = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/performance',
  summary: 'Results of the arbitrages of each mode; `ledger` is what their closed legs add up to in the period.',
  query: z.object({ days: DaysInput, mode: ExecutionModeName.optional() }),
  response: Ok.extend({
    success: z.literal(true),
    /** Of the mode asked for, of all times. */
    performance: ArbFigures,
    by_mode: z.object({ paper: ArbFigures, live: ArbFigures }),
    /** Of the closed legs in the ledger, each pair one trade; its net is the sum of the same certified results. */
    ledger: Performance,
  }),
});

/** One venue as arbitrage may use it: the account its orders go to. */
export const ArbBalanceRow = z.object({
  venue: VenueName,
  mode: ExecutionModeName,
  status: z.enum(['available', 'unavailable']),
  reason: z.string().nullable(),
  /** spot_usd + futures_usd; also the value of all assets + unrealized_pnl, within the cents that rounding takes. */
  equity_usd: z.number().nullable(),
  spot_usd: z.number().nullable(),
  /** A futures wallet of its own, else the margin in use; with the unrealised result. */
  futures_usd: z.number().nullable(),
  free_usd: z.number().nullable(),
  margin_usd: z.number().nullable(),
  unrealized_pnl: z.number().nullable(),
  /** Coins in all pockets, spot and futures wallet, with their value. */
  assets: z.array(
    z.object({
      asset: z.string(),
      free: z.number(),
      locked: z.number(),
      total: z.number(),
      usd: z.number().nullable(),
    }),
  ),
  updated_at: EpochSeconds.nullable(),
});

export const getArbitrageBalance = defineRoute({
  method: 'GET',
  path: '/api/arbitrage/balance',
  summary: 'What each venue holds in the account its orders go to. Totals never mix paper and live: null then.',
  response: Ok.extend({
    mode: z.enum(['paper', 'live', 'mixed']),
    total_usd: z.number().nullable(),
    free_usd: z.number().nullable(),
    balances: z.array(ArbBalanceRow),
    timestamp: EpochSeconds,
  }),
});
