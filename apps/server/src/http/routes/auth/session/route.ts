import type { FastifyInstance } from 'fastify';
import { logout, me, refreshSession } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { ACCESS_TOKEN_S } from '../../../../access/accounts/access-tokens.ts';
import { accessRefusal } from '../../../access-refusal.ts';
import { accountSessionOf } from '../../../account-session.ts';
import { apiRefusal } from '../../../api-refusal.ts';
import { presentAccountUser } from '../../../presenters/account-user.ts';
import { clearRefreshCookie, refreshCookieOf, setRefreshCookie } from '../../../refresh-cookie.ts';
import { serve } from '../../../serve.ts';
import { sourceOf } from '../../../who-asks.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/auth/refresh`, `GET /api/auth/me`, `POST /api/auth/logout` */
export function addAccountSession(app: FastifyInstance, { accounts }: RouteDeps): void {
  serve(app, refreshSession, async ({ body, request, reply }) => {
    const given = body?.refresh_token;
    const token = given ?? refreshCookieOf(request);
    if (token === undefined) return err(apiRefusal('invalid_token', { text: 'Please log in' }));
    const pair = await accounts.sessions.refresh(token, request.ip);
    if (!pair.ok) {
      if (pair.error.kind === 'too-many-tries') return err(accessRefusal(pair.error));
      clearRefreshCookie(reply);
      const who = pair.error.reusedBy;
      if (who !== null) await accounts.note({ kind: 'refresh-reused', who, ...sourceOf(request) });
      return err(apiRefusal('invalid_token'));
    }
    if (given === undefined) setRefreshCookie(request, reply, pair.value);
    return ok({
      access_token: pair.value.accessToken,
      ...(given === undefined ? {} : { refresh_token: pair.value.refreshToken }),
      token_type: 'Bearer' as const,
      expires_in: ACCESS_TOKEN_S,
    });
  });
  serve(app, me, async ({ request }) => {
    const session = await accountSessionOf(request, accounts);
    if (session === null) return err(apiRefusal('account_required', { text: 'Please log in' }));
    return ok({ user: presentAccountUser(session.account) });
  });
  serve(app, logout, async ({ body, request, reply }) => {
    const session = await accountSessionOf(request, accounts);
    if (session !== null) {
      await accounts.sessions.end(session.sessionId);
      const who = session.account.email;
      await accounts.note({ kind: 'logout', who, ...sourceOf(request) });
    }
    const token = body?.refresh_token ?? refreshCookieOf(request);
    if (token !== undefined) await accounts.sessions.endByToken(token);
    clearRefreshCookie(reply);
    return ok({ message: 'Logged out successfully' });
  });
}
