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

type Answer<T> = Promise<Result<T, DomainError>>;

/** Closes positions at market, reduce-only. */
export class CloseDesk {
  private readonly context: CoreContext;
  private readonly sender: OrderSender;
  private readonly worth: AccountWorthDesk;

  constructor(context: CoreContext, sender: OrderSender, worth: AccountWorthDesk) {
    this.context = context;
    this.sender = sender;
    this.worth = worth;
  }

  /** Closes a position at market, reduce-only. @errors POSITION_NOT_FOUND, or as `execute`. */
  async close(positionId: string, role: OrderRole = 'exit'): Answer<SubmitAnswer> {
    const position = this.positionOf(positionId);
    if (position === null) {
      return err(domainError('POSITION_NOT_FOUND', `positionId=${positionId}`, { outcome: 'not-sent' }));
    }
    const account = this.context.desks.get(position.account);
    const instrument = this.context.instrumentOf(position.instrumentId);
    if (account === undefined || instrument === null) {
      return err(domainError('VENUE_NOT_READY', `account=${position.account}`, { outcome: 'not-sent' }));
    }
    return this.sender.submit(this.closingIntent(position, role), instrument, account);
  }

  /** Closes every perp position of the accounts orders go to. */
  async closeAll(): Answer<TradingCalls['close-all']['answer']> {
    const failed: string[] = [];
    let submitted = 0;
    const accounts = [...this.context.desks.values()].filter(
      (desk) => desk.account === activeAccount(this.context, desk.venue),
    );
    const positions = accounts.flatMap((desk) => this.worth.perpsOf(desk.account));
    await Promise.all(
      positions.map(async ({ account, instrumentId }) => {
        const sent = await this.close(`${account}|${instrumentId}`);
        if (sent.ok) submitted += 1;
        else failed.push(`${account} ${instrumentId}: ${sent.error.code} ${sent.error.detail}`);
      }),
    );
    return ok({ submitted, failed });
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
