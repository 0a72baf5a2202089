import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TokenPair } from '../access/accounts/account-sessions.ts';

const REFRESH_COOKIE = 'riptide_refresh';
const PATH = '/api/auth';

/** Returns the refresh token of a request's cookie. */
export function refreshCookieOf(request: FastifyRequest): string | undefined {
  return request.cookies[REFRESH_COOKIE];
}

/** Sets the refresh token where no script reads it; one that is not to be remembered goes with the browser. */
export function setRefreshCookie(request: FastifyRequest, reply: FastifyReply, pair: TokenPair): void {
  reply.setCookie(REFRESH_COOKIE, pair.refreshToken, {
    path: PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: request.protocol === 'https',
    ...(pair.isRemembered ? { expires: new Date(pair.endMs) } : {}),
  });
}

export function clearRefreshCookie(reply: FastifyReply): void {
  reply.clearCookie(REFRESH_COOKIE, { path: PATH, httpOnly: true, sameSite: 'strict' });
}
