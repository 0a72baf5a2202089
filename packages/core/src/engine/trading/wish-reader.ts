import {
  decimal,
  domainError,
  err,
  maxOf,
  ok,
  quantize,
  toDecimalString,
  type Decimal,
  type DomainError,
  type Instrument,
  type OrderIntent,
  type OrderRole,
  type Result,
} from '../../domain/index.ts';
import { quantisePx, qtyStepBase } from '../../execution/index.ts';
import { leverageWithin } from '../../risk/index.ts';
import type { OrderWish } from '../trading-views.ts';
import type { AccountDesk } from './account-desk.ts';
import { activeAccount, type CoreContext } from './core-context.ts';

/** Leverage of a perp where neither the wish nor the venue says one. */
const LEVERAGE = 10;

/** Turns what a person or a program wishes into what the core works with: instrument, account, quantity, intent. */
export class WishReader {
  private readonly context: CoreContext;

  constructor(context: CoreContext) {
    this.context = context;
  }

  /** @errors INSTRUMENT_UNKNOWN, VENUE_NOT_READY. */
  find(wish: OrderWish): Result<{ readonly instrument: Instrument; readonly account: AccountDesk }, DomainError> {
    const { eyes, desks } = this.context;
    const instrument = eyes.find(wish.venue, wish.market, wish.symbol);
    if (instrument === null) {
      const detail = `${wish.symbol} is not traded as ${wish.market} on ${wish.venue}`;
      return err(domainError('INSTRUMENT_UNKNOWN', detail, { outcome: 'not-sent' }));
    }
    const key = activeAccount(this.context, wish.venue);
    const account = desks.get(key);
    return account === undefined
      ? err(domainError('VENUE_NOT_READY', `account=${key}`, { outcome: 'not-sent' }))
      : ok({ instrument, account });
  }

  /** The wished quantity, or what the notional buys at the price it is measured by. */
  sizeOf(wish: OrderWish, instrument: Instrument): Result<string | null, DomainError> {
    if (wish.qtyBase !== null) return ok(wish.qtyBase);
    if (wish.notionalUsd === null) {
      return err(domainError('INPUT_INVALID', 'give either qty or notional_usd', { outcome: 'not-sent' }));
    }
    const px = wish.px ?? this.context.eyes.midPx(instrument.id);
    if (px === null) {
      return err(domainError('RISK_BOOK_STALE', `no price of ${instrument.id}`, { outcome: 'not-sent' }));
    }
    return ok(toDecimalString(decimal(wish.notionalUsd).div(decimal(px))));
  }

  /** The smallest quantity the venue takes of an entry at the price of now; its smallest notional counts where a price is known. */
  leastOf(instrument: Instrument): Decimal {
    const step = qtyStepBase(instrument);
    const least = maxOf(decimal(instrument.qtyMin).times(decimal(instrument.qtyScale)), step);
    const px = this.context.eyes.midPx(instrument.id);
    const isByQty = instrument.notionalMin === null || px === null;
    return quantize(isByQty ? least : maxOf(least, decimal(instrument.notionalMin).div(decimal(px))), step, 'up');
  }

  /** Builds the intent of a wish, with an id of its own. */
  intentOf(
    wish: OrderWish,
    instrument: Instrument,
    more: { readonly account: AccountDesk; readonly qtyBase: string | null; readonly role: OrderRole },
  ): OrderIntent {
    const isPerp = instrument.kind === 'perp';
    const leverage = wish.leverage ?? this.leverageOf(more.account, instrument);
    return {
      intentId: this.context.newIntentId(),
      source: 'operator',
      role: more.role,
      instrumentId: instrument.id,
      side: wish.side,
      type: wish.type,
      tif: wish.type === 'market' ? 'IOC' : wish.tif,
      qtyBase: more.qtyBase,
      px: wish.px,
      triggerPx: null,
      triggerBy: 'mark',
      isReduceOnly: isPerp && wish.isReduceOnly,
      closesPosition: false,
      leverage: isPerp ? leverage : null,
      expectedNetBps: null,
      stopPx: more.role === 'entry' && isPerp ? this.stopPxOf(wish, instrument) : null,
      createdMs: this.context.clock.nowMs(),
    };
  }

  /** What the account is set to, which an order has to match; where the order brings its own, no more than the limit. */
  private leverageOf(account: AccountDesk, instrument: Instrument): number {
    const known = knownLeverage(account, instrument);
    if (known !== null && account.mode === 'live') return known;
    return leverageWithin(known ?? LEVERAGE, this.context.risk.limits);
  }

  /** Where the position would be stopped: the operator's distance from the price of the order. */
  private stopPxOf(wish: OrderWish, instrument: Instrument): string | null {
    const px = wish.px ?? this.context.eyes.midPx(instrument.id);
    if (px === null) return null;
    const away = decimal(this.context.risk.limits.stopLossPct).div(100);
    const factor = wish.side === 'BUY' ? decimal(1).minus(away) : decimal(1).plus(away);
    const stop = quantisePx(decimal(px).times(factor), instrument, wish.side === 'BUY' ? 'up' : 'down');
    return stop.gt(0) ? toDecimalString(stop) : null;
  }
}

/** What the venue's account is set to; null where it keeps no leverage of its own. */
function knownLeverage(account: AccountDesk, { id }: Instrument): number | null {
  const leverage = account.modesOf(id)?.leverage ?? Number.NaN;
  return Number.isNaN(leverage) ? null : leverage;
}
