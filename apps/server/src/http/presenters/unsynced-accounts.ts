import { accountKey, VENUES, type ExecutionMode } from '@riptide/core/domain';
import type { EngineLink } from '../../link/engine-link.ts';
import { toEpochSecondsOrNull } from './numbers.ts';

/** Accounts are compared with their venue every 30 s; after four of these their newest fills may be missing. */
const LATE_MS = 120_000;

/** Returns the accounts of a mode that were not compared with their venue lately: what they filled since is not known to be all. */
export function unsyncedAccounts(link: EngineLink, mode: ExecutionMode, nowMs: number) {
  return VENUES.flatMap((venue) => {
    const account = link.values('account').get(accountKey(venue, mode));
    if (account === undefined) return [];
    const { reconciledMs } = account;
    if (reconciledMs !== null && nowMs - reconciledMs <= LATE_MS) return [];
    return [{ venue, since: toEpochSecondsOrNull(reconciledMs) }];
  });
}
