import { toDecimalString, type AccountKey } from '../../domain/index.ts';
import { isFinalState, reportOfOpen, type PaperClient } from '../../execution/index.ts';
import type { CoreState } from './core-state.ts';

/** Gives a paper account what it had: no venue remembers it, our records are its memory. */
export function seedPaper(client: PaperClient, { orders, ledger, wishes }: CoreState, account: AccountKey): void {
  const books = ledger.account(account);
  if (books === null) return;
  const open = orders.openOrders(account).filter((order) => order.venueOrderId !== null && !isFinalState(order.state));
  const balances = books.cash.totals().entries();
  if (balances.length === 0) return;
  client.seed({
    openOrders: open.map((order) => {
      const { leverage, triggerBy } = order;
      return { ...reportOfOpen(order), leverage, triggerBy };
    }),
    positions: books
      .positions()
      .filter(({ kind }) => kind === 'perp')
      .map((position) => ({
        instrumentId: position.instrumentId,
        qtyBase: position.qtyBase,
        entryPx: position.avgPx,
        markPx: null,
        unrealisedUsd: null,
        leverage: wishes.leverage(account, position.instrumentId),
        marginMode: 'isolated',
        liquidationPx: null,
        marginUsd: null,
        adlRank: null,
        updatedMs: position.openMs,
      })),
    balances: balances.map(([asset, total]) => ({
      scope: 'unified',
      asset,
      total: toDecimalString(total),
      free: toDecimalString(total),
      locked: '0',
      borrowed: '0',
      updatedMs: 0,
    })),
  });
}
