import { logout, me } from '@riptide/contracts/calls';
import { useEffect } from 'react';
import { ApiProblem } from '../../lib/api-problem.ts';
import { useRuntime } from '../../lib/runtime.tsx';
import { bearerToken, dropAccount, keepAccount, useAccount } from '../../shared/account.ts';
import { useCommand } from '../../shared/use-command.ts';

/** A token that is about to end is renewed by the next question, so an open page never falls out of its account. */
const CONFIRM_EVERY_MS = 10 * 60_000;

/** Confirms the stored user with the server, at the start and every ten minutes; mount once. What the server refuses ends the account session. */
export function useAccountCheck(): void {
  const { call, clock } = useRuntime();
  const isLoggedIn = useAccount() !== null;
  useEffect(() => {
    if (!isLoggedIn) return undefined;
    let cancel = (): void => {};
    const check = async (): Promise<void> => {
      try {
        const { user } = await call(me);
        const token = bearerToken();
        if (token !== null) keepAccount({ user, token });
      } catch (e) {
        // The renewal was refused too: the account session is over. A server that is away says nothing about it.
        if (e instanceof ApiProblem && e.facts.status === 403) dropAccount();
      }
      cancel = clock.after(CONFIRM_EVERY_MS, () => void check());
    };
    void check();
    return () => cancel();
  }, [call, clock, isLoggedIn]);
}

/** Ends the account session. */
export function useLogout() {
  return useCommand(logout, {
    done: () => 'Logged out successfully',
    failed: 'Could not sign out',
    onDone: dropAccount,
  });
}
