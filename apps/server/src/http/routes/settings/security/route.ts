import type { FastifyInstance } from 'fastify';
import { getSecuritySettings, putSecuritySettings } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { accountSessionOf } from '../../../account-session.ts';
import { apiRefusal } from '../../../api-refusal.ts';
import { serve } from '../../../serve.ts';
import { sourceOf } from '../../../who-asks.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET` and `PUT /api/settings/security` */
export function addSecuritySettings(app: FastifyInstance, { accounts }: RouteDeps): void {
  const shown = () => {
    const settings = { require_account_for_trading: accounts.isAccountRequired };
    return { settings, ...settings };
  };
  serve(app, getSecuritySettings, () => ok(shown()));
  serve(app, putSecuritySettings, async ({ body, request }) => {
    const isRequired = body.require_account_for_trading;
    const session = await accountSessionOf(request, accounts);
    if (accounts.isAccountRequired && !isRequired && session === null) return err(apiRefusal('account_required'));
    await accounts.requireAccount(isRequired);
    await accounts.note({
      kind: isRequired ? 'account-required' : 'account-not-required',
      who: session?.account.email ?? 'gate',
      ...sourceOf(request),
    });
    return ok({ message: 'Security settings saved', ...shown() });
  });
}
