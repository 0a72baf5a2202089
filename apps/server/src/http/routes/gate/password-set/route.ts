import type { FastifyInstance } from 'fastify';
import { gatePasswordSet } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { serve } from '../../../serve.ts';
import { gateCallerOf } from '../../../who-asks.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/gate/password/set` */
export function addGatePasswordSet(app: FastifyInstance, { gate }: RouteDeps): void {
  serve(app, gatePasswordSet, async ({ body, request }) => {
    const set = await gate.setPassword(gateCallerOf(request), body.new_password, body.current_password ?? null);
    if (!set.ok) {
      if (set.error.kind === 'too-many-tries')
        return err(apiRefusal('too_many_tries', { retryAfterMs: set.error.retryAfterMs }));
      if (set.error.kind === 'no-session') return err(apiRefusal('gate_required'));
      const text = 'Current password is incorrect';
      return err(apiRefusal('invalid_credentials', { text, fields: { current_password: text } }));
    }
    const message = 'Gate password changed successfully!';
    return ok({ message, detail: message, sessions_ended: set.value });
  });
}
