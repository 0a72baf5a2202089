import { decimal, toDecimalString, type TradingFact } from '../../domain/index.ts';
import { isFinalState } from '../../execution/index.ts';
import type { AccountDesk } from './account-desk.ts';
import type { CoreContext } from './core-context.ts';
import { orderMinBase } from './order-min-base.ts';

type Sources = Pick<CoreContext, 'ledger' | 'holders' | 'orders' | 'eyes' | 'instrumentOf'>;

/**
 * Returns the rests of spot trades that no order can sell any more: recorded, they are dust and the trade that left them ends. What an
 * arbitrage holds is told by itself.
 */
export function spotDustOf(context: Sources, { account }: Pick<AccountDesk, 'account'>): readonly TradingFact[] {
  const books = context.ledger.account(account);
  if (books === null) return [];
  return books.positions().flatMap(({ kind, instrumentId, qtyBase, exitBase }): TradingFact[] => {
    if (kind !== 'spot' || decimal(exitBase).lte(0)) return [];
    const instrument = context.instrumentOf(instrumentId);
    const px = context.eyes.midPx(instrumentId);
    if (instrument === null || px === null || context.holders.find(account, instrumentId) !== null) return [];
    const held = decimal(qtyBase);
    if (held.abs().gte(orderMinBase(instrument, Number(px), true))) return [];
    const isBusy = context.orders
      .openOrders(account)
      .some((order) => order.instrumentId === instrumentId && !isFinalState(order.state));
    if (isBusy) return [];
    const all = toDecimalString(held.plus(books.dustOf(instrumentId).qtyBase));
    const text = `${all} is too little for an order`;
    return [{ kind: 'dust', dust: { account, instrumentId, qtyBase: all, fromArbId: null, text } }];
  });
}
