import type { FastifyRequest } from 'fastify';
import type { AccountAccess } from '../access/accounts/account-access.ts';
import type { AccountSession } from '../access/accounts/account-sessions.ts';

/** Returns the bearer token a request carries. */
function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w.-]{1,2048})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Returns the account session of a request's bearer token; null without one, or where it opens none. */
export async function accountSessionOf(request: FastifyRequest, access: AccountAccess): Promise<AccountSession | null> {
  const token = bearerOf(request);
  return token === null ? null : access.sessions.read(token);
}
