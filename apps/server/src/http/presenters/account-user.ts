import type { AccountUser } from '@riptide/contracts';
import type { AccountRow } from '../../storage/app-db/account-repository.ts';
import { toEpochSeconds } from './numbers.ts';

/** Returns an account as its owner sees it. */
export function presentAccountUser(account: AccountRow): AccountUser {
  return {
    email: account.email,
    is_verified: account.isVerified,
    two_factor_enabled: account.isTotpOn,
    created_at: toEpochSeconds(account.createdMs),
  };
}
