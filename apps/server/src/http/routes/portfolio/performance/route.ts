import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { getPortfolioPerformance, getTradingPerformance, type Performance } from '@riptide/contracts';
import { ok, type Result } from '@riptide/core/domain';
import { leadingMode } from '../../../presenters/accounts.ts';
import { presentPerformance } from '../../../presenters/performance.ts';
import type { TradeFilter } from '../../../presenters/rated-trades.ts';
import { bookOf } from '../../../presenters/result-books.ts';
import { serve } from '../../../serve.ts';
import type { RouteError } from '../../../to-problem.ts';
import type { RouteDeps } from '../../route-deps.ts';

const DAY_MS = 86_400_000;

type Query = z.output<typeof getPortfolioPerformance.query>;

/** `GET /api/portfolio/performance` and `/api/trading/performance`, the second with its figures also at the top. */
export function addPerformance(app: FastifyInstance, deps: RouteDeps): void {
  serve(app, getPortfolioPerformance, ({ query }) => {
    const performance = performanceOf(deps, query);
    return performance.ok ? ok({ success: true as const, performance: performance.value }) : performance;
  });
  serve(app, getTradingPerformance, ({ query }) => {
    const performance = performanceOf(deps, query);
    if (!performance.ok) return performance;
    return ok({ ...performance.value, success: true as const, performance: performance.value });
  });
}

function performanceOf(
  { link, history, clock }: RouteDeps,
  query: Query,
): Result<z.input<typeof Performance>, RouteError> {
  const filter: TradeFilter = { ...query, mode: query.mode ?? leadingMode(link), nowMs: clock.nowMs() };
  const trades = history.closedTrades(filter.mode);
  if (!trades.ok) return trades;
  const points = history.equity({ mode: filter.mode, sinceMs: filter.nowMs - filter.days * DAY_MS });
  if (!points.ok) return points;
  return ok(presentPerformance(link, { book: bookOf(link, trades.value, filter), points: points.value }, filter));
}
