import type { FastifyInstance } from 'fastify';
import { addArbitrageExchanges } from './arbitrage/exchanges/route.ts';
import { addArbitrageMetrics } from './arbitrage/metrics/route.ts';
import { addOpportunities } from './arbitrage/opportunities/route.ts';
import { addSpotFutures } from './arbitrage/spot-futures/route.ts';
import { addArbitrageStart } from './arbitrage/start/route.ts';
import { addArbitrageStatus } from './arbitrage/status/route.ts';
import { addArbitrageStop } from './arbitrage/stop/route.ts';
import { addGateLock } from './gate/lock/route.ts';
import { addGateStatus } from './gate/status/route.ts';
import { addGateUnlock } from './gate/unlock/route.ts';
import { addHealth } from './health/health/route.ts';
import { addTicker } from './price/ticker/route.ts';
import type { RouteDeps } from './route-deps.ts';
import { addChartData } from './trading/chart-data/route.ts';
import { addLivePrices } from './trading/live-prices/route.ts';

/** Puts every call of the contract on the server. */
export function addRoutes(app: FastifyInstance, deps: RouteDeps): void {
  addGateStatus(app, deps);
  addGateUnlock(app, deps);
  addGateLock(app, deps);
  addOpportunities(app, deps);
  addArbitrageStatus(app, deps);
  addArbitrageMetrics(app, deps);
  addArbitrageExchanges(app, deps);
  addSpotFutures(app, deps);
  addArbitrageStart(app, deps);
  addArbitrageStop(app, deps);
  addTicker(app, deps);
  addLivePrices(app, deps);
  addChartData(app, deps);
  addHealth(app, deps);
}
