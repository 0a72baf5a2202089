import type { FastifyInstance } from 'fastify';
import { getTradingStatus } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { readyEngines } from '../../../presenters/engines.ts';
import { presentTradingStatus } from '../../../presenters/trading-status.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/trading/status` */
export function addTradingStatus(app: FastifyInstance, deps: RouteDeps): void {
  serve(app, getTradingStatus, () => {
    const engines = readyEngines(deps.link);
    if (!engines.ok) return engines;
    const trades = deps.history.closedTrades(engines.value.pasTrader.executionMode);
    if (!trades.ok) return trades;
    return ok(presentTradingStatus({ ...deps, egressIp: deps.egress.latest(), trades: trades.value }, engines.value));
  });
}
