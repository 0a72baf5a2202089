import { z } from 'zod';
import { defineRoute } from '../route.ts';
import { Ok } from '../shared.ts';
import { AccountUser } from './auth.ts';

const ListedAccount = AccountUser.extend({
  id: z.string(),
  /** Counts where trading needs an account. */
  is_approved: z.boolean(),
});

export const listAccounts = defineRoute({
  method: 'GET',
  path: '/api/auth/accounts',
  summary: 'Lists the accounts, for one that counts for trading itself.',
  response: Ok.extend({ accounts: z.array(ListedAccount) }),
});

export const approveAccount = defineRoute({
  method: 'POST',
  path: '/api/auth/accounts/:id/approve',
  summary: 'Lets a verified account count for trading; only one that counts itself can say so.',
  params: z.object({ id: z.string().min(1).max(64) }),
  response: Ok.extend({ message: z.string() }),
});
