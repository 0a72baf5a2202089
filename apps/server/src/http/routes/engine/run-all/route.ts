import type { FastifyInstance } from 'fastify';
import { startAllEngines, stopAllEngines } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import type { EngineAnswer } from '@riptide/core/engine';
import type { EngineLink } from '../../../../link/engine-link.ts';
import { engineMessage, unreadyVenue } from '../../../engine-calls.ts';
import { ENGINE_TITLES, presentEnginePair, readyEngines, type EngineViews } from '../../../presenters/engines.ts';
import { serve } from '../../../serve.ts';
import { BY_API, callEngines } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/trading/engine/start_all` and `/stop_all`; the engine keeps the pauses between the two. */
export function addEngineRunAll(app: FastifyInstance, deps: RouteDeps): void {
  const { link } = deps;
  serve(app, startAllEngines, async () => {
    const engines = readyEngines(link);
    if (!engines.ok) return engines;
    for (const { engine, isRunning, settings } of [engines.value.pasTrader, engines.value.oraculis]) {
      const refusal = isRunning ? null : unreadyVenue(deps, settings.venue);
      if (refusal !== null)
        return err({ ...refusal, detail: `${ENGINE_TITLES[engine]}, ${refusal.detail ?? settings.venue}` });
    }
    const started = await callEngines(link, 'start-all', { by: BY_API });
    if (!started.ok) return started;
    const answer = both(link, engines.value, { answers: started.value, verb: 'started' });
    return ok({ ...answer, already_running: started.value.every(({ isAlready }) => isAlready) });
  });
  serve(app, stopAllEngines, async () => {
    const engines = readyEngines(link);
    if (!engines.ok) return engines;
    const stopped = await callEngines(link, 'stop-all', { by: BY_API });
    if (!stopped.ok) return stopped;
    const answer = both(link, engines.value, { answers: stopped.value, verb: 'stopped' });
    return ok({ ...answer, already_stopped: stopped.value.every(({ isAlready }) => isAlready) });
  });
}

function both(
  link: EngineLink,
  before: EngineViews,
  { answers, verb }: { readonly answers: readonly EngineAnswer[]; readonly verb: 'started' | 'stopped' },
) {
  const viewOf = (engine: EngineAnswer['engine']) => answers.find((answer) => answer.engine === engine)?.view;
  const views = {
    pasTrader: viewOf('pas-trader') ?? before.pasTrader,
    oraculis: viewOf('oraculis') ?? before.oraculis,
  };
  return {
    success: true as const,
    message: answers.map((answer) => engineMessage(answer, verb)).join('; '),
    engines: presentEnginePair(link, views),
  };
}
