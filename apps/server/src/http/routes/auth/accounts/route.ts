import type { FastifyInstance } from 'fastify';
import { approveAccount, listAccounts } from '@riptide/contracts';
import { err, ok } from '@riptide/core/domain';
import { accessRefusal } from '../../../access-refusal.ts';
import { accountLack, accountSessionOf } from '../../../account-session.ts';
import { presentAccountUser } from '../../../presenters/account-user.ts';
import { serve } from '../../../serve.ts';
import { sourceOf } from '../../../who-asks.ts';
import type { RouteDeps } from '../../route-deps.ts';

/** `GET /api/auth/accounts`, `POST /api/auth/accounts/{id}/approve` */
export function addAccounts(app: FastifyInstance, { accounts }: RouteDeps): void {
  serve(app, listAccounts, async ({ request }) => {
    const lack = accountLack(await accountSessionOf(request, accounts));
    if (lack !== null) return err(lack);
    const listed = await accounts.desk.list();
    return ok({
      accounts: listed.map((each) => ({ ...presentAccountUser(each), id: each.id, is_approved: each.isApproved })),
    });
  });
  serve(app, approveAccount, async ({ params, request }) => {
    const session = await accountSessionOf(request, accounts);
    const lack = accountLack(session);
    if (lack !== null) return err(lack);
    const approved = await accounts.desk.approve(params.id);
    if (!approved.ok) return err(accessRefusal(approved.error));
    await accounts.note({ kind: 'approved', who: approved.value.email, ...sourceOf(request) });
    return ok({ message: `${approved.value.email} can trade now` });
  });
}
