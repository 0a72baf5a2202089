import type { FastifyInstance } from 'fastify';
import { getEquityCourse } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { leadingMode } from '../../../presenters/accounts.ts';
import { presentEquityCourse, RANGE_MS } from '../../../presenters/equity-course.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/portfolio/equity` */
export function addEquityCourse(app: FastifyInstance, { link, history, clock }: RouteDeps): void {
  serve(app, getEquityCourse, ({ query }) => {
    const { range, mode = leadingMode(link) } = query;
    const nowMs = clock.nowMs();
    const points = history.equity({ mode, sinceMs: nowMs - RANGE_MS[range], spanMs: RANGE_MS[range] });
    if (!points.ok) return points;
    const trades = history.closedTrades(mode);
    if (!trades.ok) return trades;
    return ok(presentEquityCourse(link, { mode, range, nowMs, points: points.value, trades: trades.value }));
  });
}
