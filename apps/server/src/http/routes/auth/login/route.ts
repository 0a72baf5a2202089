import type { FastifyInstance } from 'fastify';
import { login } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { ACCESS_TOKEN_S } from '../../../../access/accounts/access-tokens.ts';
import { accessRefusal } from '../../../access-refusal.ts';
import { presentAccountUser } from '../../../presenters/account-user.ts';
import { setRefreshCookie } from '../../../refresh-cookie.ts';
import { serve } from '../../../serve.ts';
import { sourceOf } from '../../../who-asks.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/auth/login` */
export function addLogin(app: FastifyInstance, { accounts }: RouteDeps): void {
  serve(app, login, async ({ body, request, reply }) => {
    const who = body.email ?? body.email_or_username ?? '';
    const result = await accounts.login.logIn({
      who,
      password: body.password,
      otp: body.otp ?? null,
      isRemembered: body.rememberMe ?? false,
      address: request.ip,
    });
    const kind = result.ok ? 'login' : `login-refused: ${result.error.kind}`;
    await accounts.note({ kind, who: result.ok ? result.value.account.email : tried(who), ...sourceOf(request) });
    if (!result.ok) return err(accessRefusal(result.error));
    const { account, pair } = result.value;
    setRefreshCookie(request, reply, pair);
    return ok({
      message: 'Welcome back to Riptide!',
      access_token: pair.accessToken,
      refresh_token: pair.refreshToken,
      token_type: 'Bearer' as const,
      expires_in: ACCESS_TOKEN_S,
      user: presentAccountUser(account),
    });
  });
}

/** What is no email may be a password in the wrong field: it is kept nowhere. */
function tried(who: string): string {
  return who.includes('@') ? who : 'a name';
}
