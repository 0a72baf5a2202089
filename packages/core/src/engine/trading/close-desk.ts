import {
  decimal,
  domainError,
  err,
  ok,
  toDecimalString,
  type DomainError,
  type OrderIntent,
  type OrderRole,
  type Result,
} from '../../domain/index.ts';
import type { LedgerPosition } from '../../ledger/index.ts';
import type { SubmitAnswer, TradingCalls } from '../trading-views.ts';
import type { AccountWorthDesk } from './account-worth-desk.ts';
import { activeAccount, type CoreContext } from './core-context.ts';
import { marketExit } from './market-exit.ts';
import type { OrderSender } from './order-sender.ts';
import { orderView } from './order-view.ts';
import { UnfilledClosings } from './unfilled-closings.ts';

type Answer<T> = Promise<Result<T, DomainError>>;
type Held = ReturnType<CoreContext['holders']['find']>;

/** Closes positions at market, reduce-only. A leg of a pair is closed with the other, by its engine. */
export class CloseDesk {
  private readonly context: CoreContext;
  private readonly sender: OrderSender;
  private readonly worth: AccountWorthDesk;
  private readonly unfilled: UnfilledClosings;

  constructor(context: CoreContext, sender: OrderSender, worth: AccountWorthDesk) {
    this.context = context;
    this.sender = sender;
    this.worth = worth;
    this.unfilled = new UnfilledClosings(context);
  }

  /** Tells which closings have ended without closing. */
  everySecond(): void {
    this.unfilled.everySecond();
  }

  /**
   * Closes a position at market, reduce-only; what belongs to a pair is closed whole. The kill switch (`flatten`) leaves no one between it
   * and the venue: it closes each position by itself, and the pair's engine what then stands alone.
   *
   * @errors POSITION_NOT_FOUND, ARBITRAGE_BUSY (the pair is being closed, an order of this leg could not be sent yet), or as `execute`.
   */
  async close(positionId: string, role: OrderRole = 'exit'): Answer<SubmitAnswer> {
    const position = this.positionOf(positionId);
    if (position === null) {
      return err(domainError('POSITION_NOT_FOUND', `positionId=${positionId}`, { outcome: 'not-sent' }));
    }
    return this.closeAs(position, role, role === 'flatten' ? null : this.holderOf(position));
  }

  private async closeAs(position: LedgerPosition, role: OrderRole, held: Held): Answer<SubmitAnswer> {
    if (held !== null) return this.closeWhole(position, held);
    const account = this.context.desks.get(position.account);
    const instrument = this.context.instrumentOf(position.instrumentId);
    if (account === undefined || instrument === null) {
      return err(domainError('VENUE_NOT_READY', `account=${position.account}`, { outcome: 'not-sent' }));
    }
    const sent = await this.sender.submit(this.closingIntent(position, role), instrument, account);
    if (sent.ok) this.unfilled.watch(sent.value.clientOrderId);
    return sent;
  }

  /** Closes every perp position of the accounts orders go to. */
  async closeAll(): Answer<TradingCalls['close-all']['answer']> {
    const failed: string[] = [];
    let submitted = 0;
    const accounts = [...this.context.desks.values()].filter(
      (desk) => desk.account === activeAccount(this.context, desk.venue),
    );
    // Who holds what is read before anything is closed: the first leg of a pair closes the other.
    const positions = accounts
      .flatMap((desk) => this.worth.perpsOf(desk.account))
      .map((position) => ({ position, held: this.holderOf(position) }));
    await Promise.all(
      positions.map(async ({ position, held }) => {
        const { account, instrumentId } = position;
        const sent = await this.closeAs(position, 'exit', held);
        if (sent.ok) submitted += 1;
        else failed.push(`${account} ${instrumentId}: ${sent.error.code} ${sent.error.detail}`);
      }),
    );
    return ok({ submitted, failed });
  }

  private holderOf({ account, instrumentId }: LedgerPosition): Held {
    return this.context.holders.find(account, instrumentId);
  }

  private async closeWhole(
    { account, instrumentId }: LedgerPosition,
    { holder, holding }: NonNullable<Held>,
  ): Answer<SubmitAnswer> {
    const closed = await holder.closeWhole(holding, { account, instrumentId }, 'the operator');
    if (!closed.ok) return closed;
    const clientOrderId = closed.value;
    const order = clientOrderId === null ? null : this.context.orders.byKey(clientOrderId);
    if (clientOrderId === null || order === null) {
      const detail = `${holding.by} is being closed; its order for ${instrumentId} could not be sent yet`;
      return err(domainError('ARBITRAGE_BUSY', detail, { outcome: 'unknown' }));
    }
    return ok({ intentId: order.intentId ?? '', clientOrderId, account, order: orderView(order), gates: [] });
  }

  private closingIntent(position: LedgerPosition, role: OrderRole): OrderIntent {
    const qty = decimal(position.qtyBase);
    return marketExit({
      intentId: this.context.newIntentId(),
      source: role === 'flatten' ? 'kill-switch' : 'operator',
      role,
      instrumentId: position.instrumentId,
      side: qty.gt(0) ? 'SELL' : 'BUY',
      qtyBase: toDecimalString(qty.abs()),
      createdMs: this.context.clock.nowMs(),
    });
  }

  private positionOf(positionId: string): LedgerPosition | null {
    for (const account of this.context.desks.keys()) {
      const found = this.worth.perpsOf(account).find(({ instrumentId }) => `${account}|${instrumentId}` === positionId);
      if (found !== undefined) return found;
    }
    return null;
  }
}
