import { refreshSession } from '@riptide/contracts/calls';
import type { ApiCall } from '../lib/api-client.ts';
import { ApiProblem } from '../lib/api-problem.ts';
import { bearerToken, dropAccount, keepToken, rereadAccount } from '../shared/account.ts';

const LOCK = 'riptide.refresh';

/**
 * Gets another access token by the refresh cookie: one tab for all, since each refresh token is good once.
 *
 * What the server refuses ends the account session; what did not arrive changes nothing.
 */
export async function renewBearer(call: ApiCall): Promise<boolean> {
  const before = bearerToken();
  const renew = async (): Promise<boolean> => {
    if (storedToken() !== before) return true;
    try {
      keepToken((await call(refreshSession)).access_token);
      return true;
    } catch (e) {
      if (e instanceof ApiProblem && e.facts.status === 403) dropAccount();
      return false;
    }
  };
  return 'locks' in navigator ? navigator.locks.request(LOCK, renew) : renew();
}

/** Another tab may have renewed it while this one waited for the lock. */
function storedToken(): string | null {
  rereadAccount();
  return bearerToken();
}
