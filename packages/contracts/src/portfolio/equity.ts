import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { EpochSeconds, Ok, VENUE_NAMES, VenueName } from '../shared.ts';
import { ExecutionModeName } from './portfolio.ts';

export const EQUITY_RANGES = ['24h', '7d', '30d', '90d'] as const;
export type EquityRange = (typeof EQUITY_RANGES)[number];

const OverTime = z.array(z.number().nullable());

export const getEquityCourse = defineRoute({
  method: 'GET',
  path: '/api/portfolio/equity',
  summary: 'Equity over time, in total and by venue, beside what closed trades of each kind of engine earned in it.',
  query: z.object({ range: z.enum(EQUITY_RANGES).default('24h'), mode: ExecutionModeName.optional() }),
  response: Ok.extend({
    success: z.literal(true),
    mode: ExecutionModeName,
    range: z.enum(EQUITY_RANGES),
    since: EpochSeconds,
    /** Rising, at most 500; every list of the course is as long. */
    timestamps: z.array(EpochSeconds),
    /** null until every account was known. */
    equity: OverTime,
    /** Percent under the highest equity before, 0 or negative. */
    drawdown_pct: OverTime,
    by_venue: z.partialRecord(z.enum(VENUE_NAMES), OverTime),
    /** Net of trades closed since `since`, added up. */
    trading_pnl: z.array(z.number()),
    arbitrage_pnl: z.array(z.number()),
    /** UTC days, from the first to the last with a closed trade. */
    daily: z.array(
      z.object({
        day: EpochSeconds,
        trading_usd: z.number(),
        arbitrage_usd: z.number(),
        net_usd: z.number(),
        trades: z.number().int(),
      }),
    ),
    /** Of the UTC day. */
    today: z.object({
      /** Change of the equity without deposits; null while a price is unknown. */
      pnl_usd: z.number().nullable(),
      /** Of the equity at its start. */
      pnl_pct: z.number().nullable(),
      /** Closed trades, net. */
      realized_usd: z.number(),
      fees_usd: z.number(),
      funding_usd: z.number(),
      trades: z.number().int(),
    }),
  }),
});

export const getPortfolioOverview = defineRoute({
  method: 'GET',
  path: '/api/portfolio/overview',
  summary: 'The accounts of one mode, added up: by venue, by asset, and long against short of each asset.',
  response: Ok.extend({
    success: z.literal(true),
    /** Live where a venue trades live; totals never mix the two. */
    mode: ExecutionModeName,
    /** Equity of the venues that answer; null while none does. */
    known_usd: z.number().nullable(),
    unknown_venues: z.array(VenueName),
    venues: z.array(
      z.object({
        venue: VenueName,
        equity_usd: z.number().nullable(),
        /** Of `known_usd`, 0 to 1. */
        share: z.number().nullable(),
        spot_usd: z.number().nullable(),
        futures_usd: z.number().nullable(),
        free_usd: z.number().nullable(),
        margin_usd: z.number().nullable(),
        unrealized_usd: z.number().nullable(),
      }),
    ),
    margin_usd: z.number().nullable(),
    /** Notional of open positions at mark. */
    positions_usd: z.number().nullable(),
    assets: z.array(
      z.object({
        asset: z.string(),
        total: z.number(),
        free: z.number(),
        used: z.number(),
        usd: z.number().nullable(),
        venues: z.array(VenueName),
      }),
    ),
    exposure: z.array(
      z.object({
        asset: z.string(),
        /** Notionals at mark; null while a price is unknown. */
        long_usd: z.number().nullable(),
        short_usd: z.number().nullable(),
        net_usd: z.number().nullable(),
        venues: z.array(VenueName),
      }),
    ),
  }),
});
