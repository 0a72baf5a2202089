import type { Clock } from '@riptide/core/kernel';
import type { SimAccounts, SimOrder, SimOrderRequest } from '../../account/model.ts';

/** Take-profits and stop-losses sent along with futures orders: they are placed once their order has filled. */
export class KucoinAttached {
  private readonly accounts: SimAccounts;
  private readonly clock: Clock;
  private readonly waiting = new Map<number, readonly SimOrderRequest[]>();

  constructor(accounts: SimAccounts, clock: Clock) {
    this.accounts = accounts;
    this.clock = clock;
  }

  /** Keeps stops until the first fill of an order. */
  attach(order: SimOrder, stops: readonly SimOrderRequest[]): void {
    if (stops.length === 0) return;
    this.waiting.set(order.id, stops);
    this.follow(order);
  }

  /** Places what waits for an order once it has filled; forgets it when the order ends without. */
  follow(order: SimOrder): void {
    const id = order.parentOrderId ?? order.id;
    const stops = this.waiting.get(id);
    const isOver = order.status !== 'open' && order.status !== 'untriggered' && order.firedOrderId === null;
    if (stops === undefined || (order.cumLots === 0 && !isOver)) return;
    this.waiting.delete(id);
    if (order.cumLots === 0) return;
    // Not within the accounts' own news: the position is complete only after it.
    this.clock.after(0, () => {
      for (const stop of stops) this.accounts.place(order.accountId, stop);
    });
  }
}
