import { ok, type Result, type Venue } from '@riptide/core/domain';
import type { VenueSim } from '../faults-public.ts';
import { badField, type ControlRefusal } from './control-answer.ts';
import { optional, text, whole } from './fields.ts';

export const KEY = optional(
  text(128, 'a key of the account; the account of the first key when key and account are absent'),
);
export const ACCOUNT = optional(whole({ min: 1, max: 1_000_000 }, 'number of the account, instead of a key'));

/** Returns the account that a call names by a key or a number; the first key's when it names none. */
export function accountOf(
  sim: VenueSim,
  venue: Venue,
  by: { readonly key: string | null; readonly account: number | null },
): Result<number, ControlRefusal> {
  const control = sim.control(venue);
  if (by.key !== null) {
    const found = control.keys().find(({ apiKey }) => apiKey === by.key);
    if (found === undefined) return badField('key', by.key, `a key that ${venue} has issued and not revoked`);
    if (by.account !== null && by.account !== found.accountId) {
      return badField('account', by.account, `${found.accountId}, the account of the key, or none`);
    }
    return ok(found.accountId);
  }
  if (by.account === null) return ok(sim.firstKey(venue).accountId);
  const known = control.accountIds();
  return known.includes(by.account)
    ? ok(by.account)
    : badField('account', by.account, `an account of ${venue}: ${known.slice(0, 20).join(', ')}`);
}
