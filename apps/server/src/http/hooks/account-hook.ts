import type { FastifyInstance } from 'fastify';
import type { AccountAccess } from '../../access/accounts/account-access.ts';
import { accountSessionOf } from '../account-session.ts';
import { apiRefusal } from '../api-refusal.ts';
import { callClassOf } from '../call-classes.ts';
import { sendProblem } from '../send-problem.ts';

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Asks for an account session on every call that can move money, while the setting wants it. A call without a class counts as one that can.
 */
export function addAccountHook(app: FastifyInstance, accounts: AccountAccess): void {
  app.addHook('onRequest', async (request, reply) => {
    const path = request.routeOptions.url;
    if (!accounts.isAccountRequired || path === undefined || READING.has(request.method)) return;
    if ((callClassOf(request.method, path) ?? 'money') !== 'money') return;
    if ((await accountSessionOf(request, accounts)) === null)
      await sendProblem(request, reply, apiRefusal('account_required'));
  });
}
