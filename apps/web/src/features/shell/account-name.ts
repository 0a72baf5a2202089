import type { AccountFacts } from '../../shared/account.ts';

/** The part of the email before the @, else `User`. */
export function nameOf(account: AccountFacts | null): string {
  return account?.user.email.split('@')[0] || 'User';
}

/** What stood in this browser is marked until the server has confirmed it. */
export function wordAccount(account: AccountFacts | null): string {
  if (account === null) return 'Gate session';
  const state = account.user.is_verified ? 'Verified' : 'Unverified';
  return account.isConfirmed ? state : `${state}, not confirmed yet`;
}

/** Two letters for the button. */
export function initialsOf(account: AccountFacts | null): string {
  return nameOf(account).slice(0, 2).toUpperCase();
}
