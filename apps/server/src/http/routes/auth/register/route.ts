import type { FastifyInstance } from 'fastify';
import { registerAccount, resendVerification, verifyEmail } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { accessRefusal } from '../../../access-refusal.ts';
import { accountSessionOf } from '../../../account-session.ts';
import { apiRefusal } from '../../../api-refusal.ts';
import { serve } from '../../../serve.ts';
import { sourceOf } from '../../../who-asks.ts';
import type { RouteDeps } from '../../route-deps.ts';

const NO_EMAIL = apiRefusal('invalid_input', { text: 'email: is missing', fields: { email: 'is missing' } });

/** `POST /api/auth/register`, `verify-email`, `resend-verification` */
export function addRegistration(app: FastifyInstance, { accounts }: RouteDeps): void {
  serve(app, registerAccount, async ({ body, request }) => {
    const done = await accounts.desk.register(body.email, body.password, request.ip);
    if (!done.ok) return err(accessRefusal(done.error));
    await accounts.note({ kind: 'register', who: body.email, ...sourceOf(request) });
    return ok({ message: 'Registration successful! Please check your email to verify your account.' });
  });
  serve(app, verifyEmail, async ({ body, request }) => {
    const account = (await accountSessionOf(request, accounts))?.account ?? body.email;
    if (account === undefined) return err(NO_EMAIL);
    const done = await accounts.desk.verify(account, body.code, request.ip);
    const who = typeof account === 'string' ? account : account.email;
    const kind = done.ok ? 'email-verified' : 'email-not-verified';
    await accounts.note({ kind, who, ...sourceOf(request) });
    if (!done.ok && done.error.kind === 'wrong-code')
      return err(apiRefusal('invalid_code', { text: 'Email verification failed' }));
    return done.ok ? ok({ message: 'Email verified successfully!' }) : err(accessRefusal(done.error));
  });
  serve(app, resendVerification, async ({ body, request }) => {
    const account = (await accountSessionOf(request, accounts))?.account ?? body?.email;
    if (account === undefined) return err(NO_EMAIL);
    const done = await accounts.desk.resend(account, request.ip);
    const who = typeof account === 'string' ? account : account.email;
    if (done.ok) await accounts.note({ kind: 'verification-asked', who, ...sourceOf(request) });
    return done.ok ? ok({ message: 'Verification code sent to your email' }) : err(accessRefusal(done.error));
  });
}
