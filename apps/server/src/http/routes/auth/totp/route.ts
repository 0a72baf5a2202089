import type { FastifyInstance } from 'fastify';
import { confirmTotp, disableTotp, enrolTotp } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { accessRefusal } from '../../../access-refusal.ts';
import { accountSessionOf } from '../../../account-session.ts';
import { apiRefusal } from '../../../api-refusal.ts';
import { serve } from '../../../serve.ts';
import { sourceOf } from '../../../who-asks.ts';
import type { RouteDeps } from '../../route-deps.ts';

const LOG_IN = apiRefusal('account_required', { text: 'Please log in' });
const ON_ALREADY = apiRefusal('conflict', { text: 'Two-factor authentication is on already' });

/** `POST /api/auth/totp/enrol`, `confirm`, `disable` */
export function addTotp(app: FastifyInstance, { accounts }: RouteDeps): void {
  serve(app, enrolTotp, async ({ body, request }) => {
    const account = (await accountSessionOf(request, accounts))?.account;
    if (account === undefined) return err(LOG_IN);
    if (account.isTotpOn) return err(ON_ALREADY);
    const confirmed = await accounts.login.confirm(account, body.password, request.ip);
    if (!confirmed.ok) return err(accessRefusal(confirmed.error));
    const enrolment = await accounts.secondFactor.enrol(account);
    if (enrolment === null) return err(ON_ALREADY);
    return ok({ secret: enrolment.secret, otpauth_uri: enrolment.uri });
  });
  serve(app, confirmTotp, async ({ body, request }) => {
    const account = (await accountSessionOf(request, accounts))?.account;
    if (account === undefined) return err(LOG_IN);
    const confirmed = await accounts.login.confirmCode(account, body.otp, request.ip);
    if (!confirmed.ok) return err(accessRefusal(confirmed.error));
    await accounts.note({ kind: 'totp-on', who: account.email, ...sourceOf(request) });
    return ok({ message: 'Two-factor authentication is on', recovery_codes: [...confirmed.value] });
  });
  serve(app, disableTotp, async ({ body, request }) => {
    const account = (await accountSessionOf(request, accounts))?.account;
    if (account === undefined) return err(LOG_IN);
    if (!account.isTotpOn) return err(apiRefusal('conflict', { text: 'Two-factor authentication is off already' }));
    const confirmed = await accounts.login.confirm(account, body.password, request.ip, body.otp);
    if (!confirmed.ok) return err(accessRefusal(confirmed.error));
    await accounts.secondFactor.disable(account);
    await accounts.note({ kind: 'totp-off', who: account.email, ...sourceOf(request) });
    return ok({ message: 'Two-factor authentication is off' });
  });
}
