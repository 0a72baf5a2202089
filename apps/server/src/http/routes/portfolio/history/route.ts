import type { FastifyInstance } from 'fastify';
import { getHistory } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { leadingMode } from '../../../presenters/accounts.ts';
import { presentTrade } from '../../../presenters/performance.ts';
import { resultsFor } from '../../../presenters/rated-trades.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/portfolio/history`, newest first */
export function addHistory(app: FastifyInstance, { link, history, clock }: RouteDeps): void {
  serve(app, getHistory, ({ query }) => {
    const { engine, days, limit, offset } = query;
    const mode = query.mode ?? leadingMode(link);
    const trades = history.closedTrades(mode);
    if (!trades.ok) return trades;
    const rated = resultsFor(link, trades.value, { mode, engine, days, nowMs: clock.nowMs() })
      .flatMap(({ legs }) => legs)
      .sort((a, b) => b.trade.closeMs - a.trade.closeMs);
    return ok({
      success: true as const,
      history: rated.slice(offset, offset + limit).map(presentTrade),
      total: rated.length,
    });
  });
}
