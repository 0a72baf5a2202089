import type { Database } from 'better-sqlite3';
import type { AccountKey } from '@riptide/core/domain';
import { prepared } from './prepared.ts';

export interface TransferFilter {
  readonly accounts: readonly AccountKey[];
  readonly limit: number;
  readonly offset: number;
}

/** Money that came to an account or left it without a fill or a payment. */
export interface TransferRow {
  readonly account: string;
  readonly incomeId: string;
  readonly asset: string;
  /** Positive: came in. */
  readonly amount: string;
  readonly venueMs: number;
}

/** Reads transfers of accounts, newest first, and how many there are in all. */
export function readTransfers(
  db: Database,
  { accounts, limit, offset }: TransferFilter,
): { readonly rows: readonly TransferRow[]; readonly total: number } {
  const where = `where kind = 'transfer' and account in (${accounts.map(() => '?').join()})`;
  const rows = prepared(
    db,
    `select account, income_id as incomeId, asset, amount, venue_ms as venueMs from income_row ${where}
       order by venue_ms desc, seq desc limit ? offset ?`,
  ).all(...accounts, limit, offset) as TransferRow[];
  const counted = prepared(db, `select count(*) as total from income_row ${where}`).get(...accounts);
  return { rows, total: (counted as { readonly total: number }).total };
}
