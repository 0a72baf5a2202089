import type { FastifyInstance } from 'fastify';
import { startTrading, stopTrading } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { startSnipingEngine, unreadyVenue } from '../../../engine-calls.ts';
import { presentEngine, readyEngines } from '../../../presenters/engines.ts';
import { withCoreNames } from '../../../presenters/wire-names.ts';
import { serve } from '../../../serve.ts';
import { symbolRefusal } from '../../../symbol-refusal.ts';
import { BY_API, callEngines, callTrading } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

const LOCKED = 'Trading engine is already running; its settings are locked until it is stopped';

/** `POST /api/trading/start` and `/stop`: PAS Trader. */
export function addTradingStart(app: FastifyInstance, deps: RouteDeps): void {
  const { link } = deps;
  serve(app, startTrading, async ({ body }) => {
    const engines = readyEngines(link);
    if (!engines.ok) return engines;
    const { pasTrader } = engines.value;
    if (pasTrader.isRunning) {
      return ok({ already_running: true, message: LOCKED, engine: presentEngine(link, pasTrader) });
    }
    const { venue, symbols, auto_pick: autoPick } = body;
    const refusal =
      unreadyVenue(deps, venue ?? pasTrader.settings.venue) ??
      symbolRefusal(link, pasTrader.settings, { venue, symbols, autoPick });
    if (refusal !== null) return err(refusal);
    if (body.risk_level !== undefined) {
      const value = { level: body.risk_level };
      const set = await callTrading(link, 'set-setting', { name: 'risk-level', value, by: BY_API });
      if (!set.ok) return set;
    }
    const started = await startSnipingEngine(deps, 'pas-trader', withCoreNames(body));
    if (!started.ok) return started;
    const { isAlready, view } = started.value;
    const message = isAlready ? LOCKED : 'Trading engine started successfully!';
    return ok({ already_running: isAlready, message, engine: presentEngine(link, view) });
  });
  serve(app, stopTrading, async () => {
    const stopped = await callEngines(link, 'stop-engine', { engine: 'pas-trader', by: BY_API });
    if (!stopped.ok) return stopped;
    const { isAlready, view } = stopped.value;
    const message = isAlready ? 'Trading engine is already stopped' : 'Trading engine stopped';
    return ok({ already_stopped: isAlready, message, engine: presentEngine(link, view) });
  });
}
