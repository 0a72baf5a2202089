import type { BorrowRate } from '@riptide/core/domain';
import { isRecord, listOf, numberOf } from './json-values.ts';

/** How a venue's rows tell what borrowing costs. */
export interface BorrowFields {
  readonly asset: string;
  readonly rate: string;
  /** What one rate is for: 1, or 24 where the venue tells it per day. */
  readonly hours: number;
  /** Flag of what may be borrowed; absent where every row may. */
  readonly isLent?: string;
}

/** Returns the rates that a list of rows tells, per hour; null when it is none. Rows of what is not lent, or without a rate, are left out. */
export function readBorrowRows(
  body: unknown,
  fields: BorrowFields,
  canonicalOf: (wireAsset: string) => string,
): readonly BorrowRate[] | null {
  const rows = listOf(body);
  if (rows === null) return null;
  const rates: BorrowRate[] = [];
  for (const row of rows) {
    if (!isRecord(row)) return null;
    const asset = row[fields.asset];
    const rate = numberOf(row[fields.rate]);
    const isLent = fields.isLent === undefined || row[fields.isLent] === true;
    if (typeof asset !== 'string' || asset === '' || !isLent || !(rate >= 0)) continue;
    rates.push({ asset: canonicalOf(asset), perHourFrac: rate / fields.hours });
  }
  return rates;
}
