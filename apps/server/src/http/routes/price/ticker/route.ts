import type { FastifyInstance } from 'fastify';
import { getTicker } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { momentOf } from '../../../presenters/moment.ts';
import { presentTickers } from '../../../presenters/ticker.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/price/ticker` */
export function addTicker(app: FastifyInstance, deps: RouteDeps): void {
  const { link } = deps;
  serve(app, getTicker, ({ query }) => {
    const tickers = link.isConnected ? presentTickers(link, query.symbol, momentOf(deps)) : null;
    return tickers === null ? err(apiRefusal('engine_unavailable')) : ok({ symbol: query.symbol, tickers });
  });
}
