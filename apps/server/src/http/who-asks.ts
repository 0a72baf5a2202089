import type { FastifyRequest } from 'fastify';
import type { AccountEventSource } from '../access/accounts/account-access.ts';
import type { GateCaller } from '../access/gate-keeper.ts';
import { sessionIdOf } from '../access/gate-sessions.ts';
import { gateTokenOf } from './hooks/gate-hook.ts';

/** Returns who asks something of the gate. */
export function gateCallerOf(request: FastifyRequest): GateCaller {
  return { token: gateTokenOf(request), address: request.ip, requestId: request.id };
}

/** Returns where an event of an account comes from. The gate has let the request through: its cookie is that of a session. */
export function sourceOf(request: FastifyRequest): AccountEventSource {
  const token = gateTokenOf(request);
  return {
    address: request.ip,
    requestId: request.id,
    sessionId: token === undefined ? null : sessionIdOf(token),
  };
}
