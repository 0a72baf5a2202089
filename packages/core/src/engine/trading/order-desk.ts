import {
  decimal,
  domainError,
  err,
  ok,
  toDecimalString,
  type AccountKey,
  type DomainError,
  type Instrument,
  type OrderRole,
  type Result,
} from '../../domain/index.ts';
import { BASE_TIER_FEES } from '../../strategies/index.ts';
import type { OrderPreview, OrderView, OrderWish, SubmitAnswer } from '../trading-views.ts';
import type { AccountDesk } from './account-desk.ts';
import type { CoreContext } from './core-context.ts';
import type { OrderSender } from './order-sender.ts';
import { orderView } from './order-view.ts';
import type { Judgement } from './risk-desk.ts';
import type { WishReader } from './wish-reader.ts';

const PREVIEW_VALID_MS = 30_000;
const PREVIEWS_MAX = 1_000;

interface KeptPreview {
  readonly wish: OrderWish;
  readonly account: AccountKey;
  readonly qtyBase: string | null;
  readonly expiresMs: number;
  readonly isUsed: boolean;
}

type Answer<T> = Promise<Result<T, DomainError>>;

/** Orders that people and programs call for: preview, execute, cancel. */
export class OrderDesk {
  private readonly context: CoreContext;
  private readonly sender: OrderSender;
  private readonly wishes: WishReader;
  private readonly previews = new Map<string, KeptPreview>();

  constructor(context: CoreContext, sender: OrderSender, wishes: WishReader) {
    this.context = context;
    this.sender = sender;
    this.wishes = wishes;
  }

  /** @errors INSTRUMENT_UNKNOWN, VENUE_NOT_READY, RISK_BOOK_STALE (a notional can't be turned into a quantity). */
  async preview(wish: OrderWish): Answer<OrderPreview> {
    const found = this.wishes.find(wish);
    if (!found.ok) return found;
    const { instrument, account } = found.value;
    await Promise.all([account.refreshModes(instrument), account.refreshFees(wish.market, instrument)]);
    const sized = this.wishes.sizeOf(wish, instrument);
    if (!sized.ok) return sized;
    const intent = this.wishes.intentOf(wish, instrument, { account, qtyBase: sized.value, role: roleOf(wish) });
    const judged = this.possible(this.sender.judge(intent, instrument, account), instrument, account);
    const nowMs = this.context.clock.nowMs();
    const previewId = intent.intentId;
    const expiresMs = nowMs + PREVIEW_VALID_MS;
    this.keep(previewId, { wish, account: account.account, qtyBase: sized.value, expiresMs, isUsed: false }, nowMs);
    return ok(this.previewOf(previewId, expiresMs, { judged, instrument, account, wish }));
  }

  /** @errors PREVIEW_EXPIRED, PREVIEW_USED, RISK_INSTRUMENT_IN_USE, the code of the first gate that blocks, the venue's refusal, ORDER_OUTCOME_UNKNOWN. */
  async execute(previewId: string): Answer<SubmitAnswer> {
    const kept = this.previews.get(previewId);
    const nowMs = this.context.clock.nowMs();
    if (kept === undefined || kept.expiresMs < nowMs) {
      return err(domainError('PREVIEW_EXPIRED', `previewId=${previewId}`, { outcome: 'not-sent' }));
    }
    // Once: a second click must not be a second order, nor be told to preview anew.
    if (kept.isUsed) return err(domainError('PREVIEW_USED', `previewId=${previewId}`, { outcome: 'not-sent' }));
    this.previews.set(previewId, { ...kept, isUsed: true });
    const found = this.wishes.find(kept.wish);
    if (!found.ok) return found;
    const { instrument, account } = found.value;
    if (account.account !== kept.account) {
      const detail = `previewId=${previewId} was for ${kept.account}, orders go to ${account.account} now`;
      return err(domainError('PREVIEW_EXPIRED', detail, { outcome: 'not-sent' }));
    }
    const inUse = this.inUse(account, instrument, kept.wish.isReduceOnly);
    if (inUse !== null) return err(inUse);
    await account.refreshModes(instrument);
    const intent = this.wishes.intentOf(kept.wish, instrument, {
      account,
      qtyBase: kept.qtyBase,
      role: roleOf(kept.wish),
    });
    return this.sender.submit(intent, instrument, account);
  }

  /** @errors ORDER_NOT_FOUND, ORDER_FINAL, or the venue's. The answer is the order as it stands then. */
  async cancel(account: AccountKey, orderId: string): Answer<OrderView> {
    const { orders, executor } = this.context;
    const order = orders
      .openOrders(account)
      .find((each) => each.clientOrderId === orderId || each.venueOrderId === orderId || each.key === orderId);
    if (order === undefined) return err(domainError('ORDER_NOT_FOUND', `orderId=${orderId}`, { outcome: 'not-sent' }));
    const cancelled = await executor.cancel(order.key, 'asked by the operator');
    if (!cancelled.ok) return cancelled;
    return ok(orderView(orders.byKey(order.key) ?? order));
  }

  /** A leg of a pair is nobody else's to open; a reduced perp leg is followed by the other. Coins have no reduce-only. */
  private inUse({ account }: AccountDesk, { id, kind }: Instrument, isReduceOnly: boolean): DomainError | null {
    return kind !== 'spot' && isReduceOnly ? null : this.context.holders.refusalOf(account, id);
  }

  /** What can't be done is said at the preview: a sale of coins that are not there, a reduction of nothing. */
  private possible(judged: Judgement, instrument: Instrument, account: AccountDesk): Judgement {
    const { order } = judged;
    const inUse = this.inUse(account, instrument, order.isReduceOnly);
    if (inUse !== null) return { ...judged, approved: null, refusal: inUse };
    const qty = decimal(order.qtyBase ?? '0');
    const refuse = (code: DomainError['code'], detail: string): Judgement => ({
      ...judged,
      approved: null,
      refusal: judged.refusal ?? domainError(code, detail, { outcome: 'not-sent' }),
    });
    if (instrument.kind === 'spot' && order.side === 'SELL') {
      const free = account.balances
        .filter(({ asset, scope }) => asset === instrument.baseAsset && scope !== 'futures')
        .reduce((sum, row) => sum.plus(decimal(row.free)), decimal(0));
      if (free.lt(qty))
        return refuse(
          'MARGIN_INSUFFICIENT',
          `sells ${order.qtyBase ?? ''} ${instrument.baseAsset}, free are ${toDecimalString(free)}`,
        );
    }
    if (order.isReduceOnly) {
      const held = this.context.ledger
        .account(account.account)
        ?.positions()
        .find(({ instrumentId }) => instrumentId === instrument.id);
      const signed = decimal(held?.qtyBase ?? '0');
      if (signed.eq(0) || signed.gt(0) === (order.side === 'BUY'))
        return refuse('ORDER_REDUCE_ONLY', `there is no position in ${instrument.id} that a ${order.side} reduces`);
    }
    return judged;
  }

  private previewOf(
    previewId: string,
    expiresMs: number,
    from: {
      readonly judged: Judgement;
      readonly instrument: Instrument;
      readonly account: AccountDesk;
      readonly wish: OrderWish;
    },
  ): OrderPreview {
    const { judged, instrument, account, wish } = from;
    const { eyes } = this.context;
    const qtyBase = judged.order.qtyBase;
    const fill = qtyBase === null ? null : eyes.expectedFill(instrument.id, wish.side, Number(qtyBase));
    const px = wish.px ?? fill?.avgPx ?? null;
    const notional = qtyBase === null || px === null ? null : decimal(qtyBase).times(decimal(px));
    const own = account.feeView(wish.market);
    const rates = own ?? BASE_TIER_FEES[account.venue][wish.market];
    const feeBps = wish.tif === 'POST_ONLY' && wish.type === 'limit' ? rates.makerBps : rates.takerBps;
    const leverage = judged.order.leverage;
    return {
      previewId,
      expiresMs,
      account: account.account,
      instrumentId: instrument.id,
      qtyBase,
      notionalUsd: notional === null ? null : toDecimalString(notional),
      expectedPx: fill?.avgPx ?? null,
      slippageBps: fill?.slippageBps ?? null,
      feeBps,
      feeUsd: notional === null ? null : toDecimalString(notional.times(decimal(feeBps)).div(10_000)),
      feeSource: own === null ? 'tier' : 'account',
      marginUsd: notional === null ? null : toDecimalString(notional.div(leverage ?? 1)),
      gates: judged.gates,
      isAllowed: judged.approved !== null,
      refusal: judged.refusal === null ? null : `${judged.refusal.code} ${judged.refusal.detail}`,
    };
  }

  private keep(id: string, preview: KeptPreview, nowMs: number): void {
    for (const [key, { expiresMs }] of this.previews) if (expiresMs < nowMs) this.previews.delete(key);
    if (this.previews.size >= PREVIEWS_MAX) {
      const oldest = this.previews.keys().next();
      if (oldest.done !== true) this.previews.delete(oldest.value);
    }
    this.previews.set(id, preview);
  }
}

/** An order that only reduces is an exit, everything else is new risk; a spot sale gives up what is held. */
function roleOf(wish: OrderWish): OrderRole {
  const isReducing = wish.market === 'spot' ? wish.side === 'SELL' : wish.isReduceOnly;
  return isReducing ? 'exit' : 'entry';
}
