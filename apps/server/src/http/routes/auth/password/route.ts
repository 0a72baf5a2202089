import type { FastifyInstance } from 'fastify';
import { forgotPassword, resetPassword } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { accessRefusal } from '../../../access-refusal.ts';
import { serve } from '../../../serve.ts';
import { sourceOf } from '../../../who-asks.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `POST /api/auth/forgot-password`, `reset-password` */
export function addPasswordReset(app: FastifyInstance, { accounts }: RouteDeps): void {
  serve(app, forgotPassword, async ({ body, request }) => {
    const done = await accounts.desk.forgot(body.email, request.ip);
    if (!done.ok) return err(accessRefusal(done.error));
    await accounts.note({ kind: 'password-forgotten', who: body.email, ...sourceOf(request) });
    return ok({ message: 'Password reset link sent to your email' });
  });
  serve(app, resetPassword, async ({ body, request }) => {
    const done = await accounts.desk.reset(body.token, body.password, request.ip);
    if (!done.ok)
      await accounts.note({ kind: `reset-refused: ${done.error.kind}`, who: 'unknown', ...sourceOf(request) });
    if (!done.ok) return err(accessRefusal(done.error));
    await accounts.note({ kind: 'password-reset', who: done.value, ...sourceOf(request) });
    return ok({ message: 'Password reset successful! You can now log in.' });
  });
}
