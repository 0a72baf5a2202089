import type { FastifyInstance } from 'fastify';
import { startEngine, stopEngine } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { engineMessage, startSnipingEngine, unreadyVenue } from '../../../engine-calls.ts';
import { coreEngine, presentEngine, readyEngines } from '../../../presenters/engines.ts';
import { serve } from '../../../serve.ts';
import { BY_API, callEngines } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/trading/engine/pas_trader/start`, `/stop`, and the same for `oraculis`. */
export function addEngineRun(app: FastifyInstance, deps: RouteDeps): void {
  const { link } = deps;
  serve(app, startEngine, async ({ params }) => {
    const engine = coreEngine(params.engine);
    const engines = readyEngines(link);
    if (!engines.ok) return engines;
    const view = engine === 'oraculis' ? engines.value.oraculis : engines.value.pasTrader;
    const refusal = view.isRunning ? null : unreadyVenue(deps, view.settings.venue);
    if (refusal !== null) return err(refusal);
    const started = await startSnipingEngine(deps, engine, {});
    if (!started.ok) return started;
    return ok({
      success: true as const,
      message: engineMessage(started.value, 'started'),
      already_running: started.value.isAlready,
      engine: presentEngine(link, started.value.view),
    });
  });
  serve(app, stopEngine, async ({ params }) => {
    const stopped = await callEngines(link, 'stop-engine', { engine: coreEngine(params.engine), by: BY_API });
    if (!stopped.ok) return stopped;
    return ok({
      success: true as const,
      message: engineMessage(stopped.value, 'stopped'),
      already_stopped: stopped.value.isAlready,
      engine: presentEngine(link, stopped.value.view),
    });
  });
}
