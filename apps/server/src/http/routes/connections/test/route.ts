import type { FastifyInstance } from 'fastify';
import { testConnection } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentTest } from '../../../presenters/connections.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/admin/connections/test`; what the venue refuses is an answer, a silent engine is a failure. */
export function addConnectionTest(app: FastifyInstance, { connections, clock }: RouteDeps): void {
  serve(app, testConnection, async ({ body: { exchange }, request }) => {
    const probed = await connections.test(exchange);
    if (!probed.ok && probed.error.code.startsWith('ENGINE_')) return probed;
    return ok(presentTest(exchange, probed, { nowMs: clock.nowMs(), requestId: request.id }));
  });
}
