import type { FastifyInstance } from 'fastify';
import { getArbitragePerformance } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { leadingMode } from '../../../presenters/accounts.ts';
import { presentArbFigures, readyArbitrage } from '../../../presenters/arbitrage.ts';
import { presentPerformance } from '../../../presenters/performance.ts';
import type { TradeFilter } from '../../../presenters/rated-trades.ts';
import { bookOf } from '../../../presenters/result-books.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

const DAY_MS = 86_400_000;

/** `GET /api/arbitrage/performance` */
export function addArbitragePerformance(app: FastifyInstance, { link, history, clock }: RouteDeps): void {
  serve(app, getArbitragePerformance, ({ query }) => {
    const view = readyArbitrage(link);
    if (!view.ok) return view;
    const mode = query.mode ?? leadingMode(link);
    const filter: TradeFilter = { mode, engine: 'arbitrage', days: query.days, nowMs: clock.nowMs() };
    const trades = history.closedTrades(mode);
    if (!trades.ok) return trades;
    const points = history.equity({ mode, sinceMs: filter.nowMs - query.days * DAY_MS });
    if (!points.ok) return points;
    const paper = presentArbFigures(view.value.performance.paper, 'paper');
    const live = presentArbFigures(view.value.performance.live, 'live');
    const book = bookOf(link, trades.value, filter);
    return ok({
      success: true as const,
      performance: mode === 'live' ? live : paper,
      by_mode: { paper, live },
      ledger: presentPerformance(link, { book, points: points.value }, filter),
    });
  });
}
