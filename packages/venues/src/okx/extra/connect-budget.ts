import { WeightBudget, type VenueDeps } from '../../kit/index.ts';
import { OKX_LIMITS } from '../limits.ts';

/** Far more than the sockets one process opens. */
const CONNECTS_WAITING_MAX = 1_000;

/** Returns the pace at which sockets to the host of `url` may be opened: OKX counts public and private ones together, by address. */
export function connectBudget({ clock, budgets }: Pick<VenueDeps, 'clock' | 'budgets'>, url: string): WeightBudget {
  const make = (): WeightBudget =>
    new WeightBudget({
      clock,
      capacity: 1,
      windowMs: OKX_LIMITS.connectEveryMs,
      waitersMax: CONNECTS_WAITING_MAX,
    });
  return budgets?.get(`okx-connects ${new URL(url).host}`, make) ?? make();
}
