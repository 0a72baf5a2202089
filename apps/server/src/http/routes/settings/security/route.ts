import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { getSecuritySettings, putSecuritySettings } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { accessRefusal } from '../../../access-refusal.ts';
import { accountLack, accountSessionOf } from '../../../account-session.ts';
import { apiRefusal } from '../../../api-refusal.ts';
import { serve } from '../../../serve.ts';
import { sourceOf } from '../../../who-asks.ts';
import type { AccountSession } from '../../../../access/accounts/account-sessions.ts';
import type { RouteDeps } from '../../route-deps.ts';

type Given = Pick<z.output<NonNullable<(typeof putSecuritySettings)['body']>>, 'password' | 'otp'>;

/** `GET` and `PUT /api/settings/security` */
export function addSecuritySettings(app: FastifyInstance, { accounts }: RouteDeps): void {
  const shown = () => {
    const settings = { require_account_for_trading: accounts.isAccountRequired };
    return { settings, ...settings };
  };
  /** A stolen session alone must not switch protection off. */
  const confirmed = async (session: AccountSession | null, given: Given, address: string) => {
    const text = 'Please enter the password of your account';
    if (session === null || given.password === undefined)
      return apiRefusal('invalid_credentials', { text, fields: { password: text } });
    const checked = await accounts.login.confirm(session.account, given.password, address, given.otp);
    if (checked.ok) return null;
    if (checked.error.kind !== 'wrong-login') return accessRefusal(checked.error);
    const wrong = 'Current password is incorrect';
    return apiRefusal('invalid_credentials', { text: wrong, fields: { password: wrong } });
  };
  serve(app, getSecuritySettings, () => ok(shown()));
  serve(app, putSecuritySettings, async ({ body, request }) => {
    const isRequired = body.require_account_for_trading;
    const session = await accountSessionOf(request, accounts);
    if (accounts.isAccountRequired && !isRequired) {
      const refusal = accountLack(session) ?? (await confirmed(session, body, request.ip));
      if (refusal !== null) return err(refusal);
    }
    await accounts.requireAccount(isRequired);
    await accounts.note({
      kind: isRequired ? 'account-required' : 'account-not-required',
      who: session?.account.email ?? 'gate',
      ...sourceOf(request),
    });
    return ok({ message: 'Security settings saved', ...shown() });
  });
}
