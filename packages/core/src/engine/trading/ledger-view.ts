import { decimal, toDecimalString } from '../../domain/index.ts';
import type { LedgerView } from '../../execution/index.ts';
import type { Ledger } from '../../ledger/index.ts';

/** Returns the ledger as execution compares it with the venues. */
export function ledgerViewOf(ledger: Ledger): LedgerView {
  return {
    positionQtyOf: (account, instrumentId) => {
      const books = ledger.account(account);
      return books?.positions().find((position) => position.instrumentId === instrumentId)?.qtyBase ?? '0';
    },
    openedMs: (account) => ledger.account(account)?.openedMs ?? null,
    hasBalances: (account, balances) => {
      const rows = ledger.account(account)?.cash.rows() ?? [];
      return balances.every(({ scope, asset, total }) => {
        const row = rows.find((each) => each.scope === scope && each.asset === asset);
        // A word that differs and is older than our bookings is told again: only a newer one lets the difference count as a transfer.
        return row?.venueTotal === total && (decimal(row.total).eq(decimal(total)) || !row.isWordOlder);
      });
    },
    cashTotalOf: (account, asset) => {
      const books = ledger.account(account);
      return books === null || books.openedMs === null ? null : toDecimalString(books.cash.totals().get(asset));
    },
    openPositions: (account) =>
      (ledger.account(account)?.positions() ?? [])
        .filter(({ kind }) => kind === 'perp')
        .map(({ instrumentId }) => instrumentId),
  };
}
