import type { FastifyInstance, FastifyRequest } from 'fastify';
import { endGateSession, endOtherGateSessions, listGateSessions } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import type { GateCaller } from '../../../../access/gate-keeper.ts';
import { apiRefusal } from '../../../api-refusal.ts';
import { gateTokenOf } from '../../../hooks/gate-hook.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { serve } from '../../../serve.ts';
import type { RouteDeps } from '../../route-deps.ts';

function callerOf(request: FastifyRequest): GateCaller {
  return { token: gateTokenOf(request), address: request.ip };
}

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
    const ended = await gate.endOthers(callerOf(request));
    return ok({ message: 'All other sessions are signed out', sessions_ended: ended });
  });
  serve(app, endGateSession, async ({ params, request }) => {
    const isEnded = await gate.endSession(params.id, callerOf(request));
    return isEnded ? ok({ message: 'The session is signed out' }) : err(apiRefusal('session_not_found'));
  });
}
