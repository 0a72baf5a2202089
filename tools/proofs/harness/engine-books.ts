import type { AccountKey } from '@riptide/core/domain';
import type { TradingCore } from '@riptide/core/engine';
import type { EngineBooks } from './engine-protocol.ts';

/** Reads everything the engine believes of one account. */
export function engineBooks(core: TradingCore, account: AccountKey): EngineBooks {
  const { context } = core;
  const books = context.ledger.account(account);
  const [venue] = account.split(':') as ['BINANCE'];
  const instruments = context.eyes.instrumentsOf(venue);
  const positions: Record<string, string> = {};
  for (const { instrumentId, kind, qtyBase } of books?.positions() ?? []) {
    const instrument = context.instrumentOf(instrumentId);
    if (kind === 'perp') positions[instrument?.wireSymbol ?? instrumentId] = qtyBase;
  }
  return {
    view: core.view(),
    isReady:
      context.reconciler.isReconciled(account) &&
      context.desks.get(account)?.stream.isLive === true &&
      context.eyes.clockOffsetMs(venue) !== null &&
      context.risk.dayStartEquityUsd('live', context.clock.nowMs()) !== null &&
      instruments.every(({ id }) => context.eyes.isBookLive(id)),
    positions,
    cash: books?.cash.totals().toTexts() ?? {},
    realised: books?.realised().toTexts() ?? {},
    orders: context.orders
      .all()
      .filter((order) => order.account === account)
      .map(({ clientOrderId, role, state, cumQtyBase, type }) => ({
        clientOrderId,
        role,
        state,
        cumQtyBase,
        isConditional: type === 'stop-market' || type === 'take-profit-market',
      })),
    midPx: Object.fromEntries(instruments.map(({ id, symbol }) => [symbol, context.eyes.midPx(id)])),
  };
}
