import type { Opportunity } from '@riptide/contracts/calls';
import { formatAge } from '../../lib/format-time.ts';

/** Older than this a book is not traded on; the server blocks at the same age. */
export const QUOTE_LIMIT_MS = 2000;

/** The age of the row's data at a moment of the server's clock: from their own time, so it grows without any message. */
export function rowAgeMs(row: Opportunity, serverNowMs: number): number {
  return Math.max(0, serverNowMs - row.timestamp * 1000);
}

/** Tells whether the quotes of a row are too old to act on. */
export function isRowOld(row: Opportunity, serverNowMs: number): boolean {
  return rowAgeMs(row, serverNowMs) > QUOTE_LIMIT_MS;
}

/** The row as it may be acted on: with old quotes it is blocked, whatever it said when it was sent. */
export function rowInEffect(row: Opportunity, isOld: boolean): Opportunity {
  if (!isOld || row.policy === 'blocked') return row;
  return { ...row, policy: 'blocked', policy_reason: `Quotes older than ${formatAge(QUOTE_LIMIT_MS)}` };
}
