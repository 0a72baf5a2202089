import type { FastifyRequest } from 'fastify';
import type { AccountAccess } from '../access/accounts/account-access.ts';
import type { SettingCaller } from '../settings/settings-desk.ts';
import { accountSessionOf } from './account-session.ts';

/** Returns who changes a setting: the account of the request, else the gate. */
export async function settingCallerOf(request: FastifyRequest, accounts: AccountAccess): Promise<SettingCaller> {
  const session = await accountSessionOf(request, accounts);
  return { who: session?.account.email ?? 'gate', requestId: request.id };
}
