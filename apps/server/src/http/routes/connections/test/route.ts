import type { FastifyInstance } from 'fastify';
import { testConnection } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { presentTest } from '../../../presenters/connections.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/admin/connections/test`; what the venue refuses is an answer, a silent engine is a failure. */
export function addConnectionTest(app: FastifyInstance, { connections, clock }: RouteDeps): void {
  serve(app, testConnection, async ({ body, request }) => {
    const { exchange, api_key: apiKey, api_secret: apiSecret } = body;
    const passphrase = body.passphrase === undefined || body.passphrase === '' ? null : body.passphrase;
    const probed =
      apiKey === undefined || apiSecret === undefined
        ? await connections.test(exchange)
        : await connections.tryKey(exchange, { apiKey, apiSecret, passphrase });
    if (!probed.ok && probed.error.code.startsWith('ENGINE_')) return probed;
    return ok(presentTest(exchange, probed, { nowMs: clock.nowMs(), requestId: request.id }));
  });
}
