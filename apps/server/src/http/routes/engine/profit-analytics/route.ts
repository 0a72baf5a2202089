import type { FastifyInstance } from 'fastify';
import { getProfitAnalytics } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { readyEngines } from '../../../presenters/engines.ts';
import { presentProfitAnalytics } from '../../../presenters/profit-analytics.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/trading/engine/smart_profit_analytics` */
export function addProfitAnalytics(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, getProfitAnalytics, () => {
    const engines = readyEngines(link);
    return engines.ok ? ok({ analytics: presentProfitAnalytics(link, engines.value) }) : engines;
  });
}
