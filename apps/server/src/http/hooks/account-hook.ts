import type { FastifyInstance } from 'fastify';
import type { AccountAccess } from '../../access/accounts/account-access.ts';
import { accountLack, accountSessionOf } from '../account-session.ts';
import { callClassOf, NEEDS_ACCOUNT } from '../call-classes.ts';
import { sendProblem } from '../send-problem.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Asks for an account that is verified and approved on every call that can move money or lowers protection, while the setting wants it.
 * A call without a class counts as one that can.
 */
export function addAccountHook(app: FastifyInstance, accounts: AccountAccess): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = request.routeOptions.url;
    if (!accounts.isAccountRequired || path === undefined || READING.has(request.method)) return;
    if (!NEEDS_ACCOUNT.has(callClassOf(request.method, path) ?? 'money')) return;
    const lack = accountLack(await accountSessionOf(request, accounts));
    if (lack !== null) await sendProblem(request, reply, lack);
  });
}
