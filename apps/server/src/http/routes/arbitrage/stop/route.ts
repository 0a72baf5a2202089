import type { FastifyInstance } from 'fastify';
import { stopArbitrage } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { momentOf } from '../../../presenters/moment.ts';
import { presentScanner } from '../../../presenters/scanner.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

const TIMEOUT_MS = 3_000;

/** `POST /api/arbitrage/stop`; stopping a stopped scanner is no error. */
export function addArbitrageStop(app: FastifyInstance, deps: RouteDeps): void {
  const { link } = deps;
  serve(app, stopArbitrage, async () => {
    const result = await link.send('stop-scanner', {}, TIMEOUT_MS);
    if (!result.ok) return result;
    return ok({
      ...presentScanner(link, momentOf(deps)),
      already_stopped: !result.value.wasRunning,
      message: result.value.wasRunning ? 'Arbitrage scanner stopped' : 'Arbitrage scanner is already stopped',
    });
  });
}
