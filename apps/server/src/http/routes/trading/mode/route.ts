import type { FastifyInstance } from 'fastify';
import { setTradingMode } from '@riptide/contracts';
import { err, ok, SNIPING_ENGINES } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { readyEngines } from '../../../presenters/engines.ts';
import { serve } from '../../../serve.ts';
import { BY_API, callEngines } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/trading/mode`; locked while an engine runs. */
export function addTradingMode(app: FastifyInstance, { link }: RouteDeps): void {
  serve(app, setTradingMode, async ({ body: { mode } }) => {
    const engines = readyEngines(link);
    if (!engines.ok) return engines;
    const { pasTrader, oraculis } = engines.value;
    if (pasTrader.isRunning || oraculis.isRunning) {
      return err(apiRefusal('engine_running', { text: 'The mode is locked while an engine runs: stop it first' }));
    }
    for (const engine of SNIPING_ENGINES) {
      const set = await callEngines(link, 'set-engine-settings', { engine, value: { mode }, by: BY_API });
      if (!set.ok) return set;
    }
    return ok({ mode, message: `Mode is ${mode}` });
  });
}
