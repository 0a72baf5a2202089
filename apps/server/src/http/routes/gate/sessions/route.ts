import type { FastifyInstance } from 'fastify';
import { endGateSession, endOtherGateSessions, listGateSessions } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { apiRefusal } from '../../../api-refusal.ts';
import { gateTokenOf } from '../../../hooks/gate-hook.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import { gateCallerOf } from '../../../who-asks.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/gate/sessions`, `POST /api/gate/sessions/end-others`, `DELETE /api/gate/sessions/{id}` */
export function addGateSessions(app: FastifyInstance, { gate }: RouteDeps): void {
  serve(app, listGateSessions, ({ request }) =>
    ok({
      sessions: gate.sessions(gateTokenOf(request)).map((session) => ({
        id: session.id,
        is_current: session.isCurrent,
        created_at: toEpochSeconds(session.createdMs),
        last_used_at: toEpochSeconds(session.usedMs),
        expires_at: toEpochSeconds(session.endMs),
        address: session.address,
      })),
    }),
  );
  serve(app, endOtherGateSessions, async ({ request }) => {
    const ended = await gate.endOthers(gateCallerOf(request));
    return ok({ message: 'All other sessions are signed out', sessions_ended: ended });
  });
  serve(app, endGateSession, async ({ params, request }) => {
    const isEnded = await gate.endSession(params.id, gateCallerOf(request));
    return isEnded ? ok({ message: 'The session is signed out' }) : err(apiRefusal('session_not_found'));
  });
}
