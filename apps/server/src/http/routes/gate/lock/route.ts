import type { FastifyInstance } from 'fastify';
import { gateLock } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { GATE_COOKIE } from '../../../hooks/gate-hook.ts';
import { serve } from '../../../serve.ts';
import { gateCallerOf } from '../../../who-asks.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/gate/lock`; locking without a session is no error. */
export function addGateLock(app: FastifyInstance, { gate }: RouteDeps): void {
  serve(app, gateLock, async ({ request, reply }) => {
    await gate.lock(gateCallerOf(request));
    reply.clearCookie(GATE_COOKIE, { path: '/', httpOnly: true, sameSite: 'strict' });
    return ok({});
  });
}
