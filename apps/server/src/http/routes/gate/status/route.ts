import type { FastifyInstance } from 'fastify';
import { gateStatus } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { gateTokenOf } from '../../../hooks/gate-hook.ts';
import { toEpochSecondsOrNull } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/gate/status` */
export function addGateStatus(app: FastifyInstance, { gate, facts }: RouteDeps): void {
  serve(app, gateStatus, ({ request }) => {
    const endMs = gate.use(gateTokenOf(request));
    return ok({
      authenticated: endMs !== null,
      expires_at: toEpochSecondsOrNull(endMs),
      version: facts.version,
      market: facts.market,
      execution: facts.execution,
    });
  });
}
