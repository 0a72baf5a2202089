import type { FastifyRequest } from 'fastify';
import type { AccountAccess } from '../access/accounts/account-access.ts';
import type { AccountSession } from '../access/accounts/account-sessions.ts';
import { apiRefusal, type ApiRefusal } from './api-refusal.ts';

/** Returns the bearer token a request carries. */
function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w.-]{1,2048})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

/** Returns why a session is not enough where an account is needed: none, not verified, or not approved; null when it is. */
export function accountLack(session: AccountSession | null): ApiRefusal | null {
  if (session === null) return apiRefusal('account_required');
  if (!session.account.isVerified)
    return apiRefusal('account_required', { text: 'Please verify your email to access trading features' });
  if (session.account.isApproved) return null;
  return apiRefusal('account_required', { text: 'Another account has to approve this one before it can trade' });
}

/** Returns the account session of a request's bearer token; null without one, or where it opens none. */
export async function accountSessionOf(request: FastifyRequest, access: AccountAccess): Promise<AccountSession | null> {
  const token = bearerOf(request);
  return token === null ? null : access.sessions.read(token);
}
