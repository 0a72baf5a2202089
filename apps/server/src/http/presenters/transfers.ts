import type { z } from 'zod';
import type { Transfer } from '@riptide/contracts';
import { decimal } from '@riptide/core/domain';
import type { TransferRow } from '../../storage/trading-db/read-transfers.ts';
import { partsOfAccount } from './accounts.ts';
import { exact } from './money.ts';
import { toEpochSeconds } from './numbers.ts';

const POCKET = /^transfer-(spot|futures|unified)-/;
const RESET = 'paper-reset-';

/** Returns a transfer as it was noticed: the id of one that a balance told names the pocket. */
export function presentTransfer({ account, incomeId, asset, amount, venueMs }: TransferRow): z.input<typeof Transfer> {
  const pocket = POCKET.exec(incomeId)?.[1] as 'spot' | 'futures' | 'unified' | undefined;
  return {
    id: `${account}|${incomeId}`,
    timestamp: toEpochSeconds(venueMs),
    ...partsOfAccount(account),
    kind: incomeId.startsWith(RESET) ? 'paper_reset' : decimal(amount).lt(0) ? 'withdrawal' : 'deposit',
    asset,
    amount: exact(amount),
    seen_in: pocket ?? null,
  };
}
