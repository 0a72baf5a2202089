import type { FastifyInstance } from 'fastify';
import { gateUnlock } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { GATE_COOKIE } from '../../../hooks/gate-hook.ts';
import { serve } from '../../../serve.ts';
import { gateCallerOf } from '../../../who-asks.ts';
import type { RouteDeps } from '../../route-deps.ts';

const COOKIE_MAX_AGE_S = 7 * 24 * 3_600;

/** `POST /api/gate/unlock` */
export function addGateUnlock(app: FastifyInstance, { gate }: RouteDeps): void {
  serve(app, gateUnlock, async ({ body, request, reply }) => {
    const result = await gate.unlock(body.password, gateCallerOf(request));
    if (!result.ok) {
      if (result.error.kind === 'not-ready') return err(apiRefusal('not_ready', { retryAfterMs: 1_000 }));
      if (result.error.kind === 'wrong-password') return err(apiRefusal('invalid_password'));
      return err(apiRefusal('too_many_tries', { retryAfterMs: result.error.retryAfterMs }));
    }
    reply.setCookie(GATE_COOKIE, result.value, {
      path: '/',
      httpOnly: true,
      sameSite: 'strict',
      secure: request.protocol === 'https',
      maxAge: COOKIE_MAX_AGE_S,
    });
    return ok({});
  });
}
