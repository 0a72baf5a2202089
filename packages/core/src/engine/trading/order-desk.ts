import {
  decimal,
  domainError,
  err,
  leastCommonMultiple,
  minOf,
  ok,
  quantize,
  toDecimalString,
  type AccountKey,
  type Decimal,
  type DomainError,
  type GateDecision,
  type Instrument,
  type OrderIntent,
  type OrderRole,
  type Result,
  type Venue,
} from '../../domain/index.ts';
import { quantisePx, qtyStepBase, type Submitted } from '../../execution/index.ts';
import { BASE_TIER_FEES } from '../../strategies/index.ts';
import type { OrderPreview, OrderView, OrderWish, SubmitAnswer, TradingCalls } from '../trading-views.ts';
import type { AccountDesk } from './account-desk.ts';
import { activeAccount, type CoreContext } from './core-context.ts';
import { orderView } from './order-view.ts';
import type { Judgement, RiskDesk } from './risk-desk.ts';

const PREVIEW_VALID_MS = 30_000;
const PREVIEWS_MAX = 1_000;
/** Leverage of a perp where neither the wish nor the venue says one. */
const LEVERAGE = 10;

interface KeptPreview {
  readonly wish: OrderWish;
  readonly account: AccountKey;
  readonly qtyBase: string | null;
  readonly expiresMs: number;
}

type Answer<T> = Promise<Result<T, DomainError>>;

/** Orders of people and programs: preview, execute, cancel, close. */
export class OrderDesk {
  private readonly context: CoreContext;
  private readonly risk: RiskDesk;
  private readonly previews = new Map<string, KeptPreview>();

  constructor(context: CoreContext, risk: RiskDesk) {
    this.context = context;
    this.risk = risk;
  }

  /** @errors INSTRUMENT_UNKNOWN, VENUE_NOT_READY, RISK_BOOK_STALE (a notional can't be turned into a quantity). */
  async preview(wish: OrderWish): Answer<OrderPreview> {
    const found = this.find(wish);
    if (!found.ok) return found;
    const { instrument, account } = found.value;
    await Promise.all([account.refreshModes(instrument), account.refreshFees(wish.market, instrument)]);
    const sized = this.sizeOf(wish, instrument);
    if (!sized.ok) return sized;
    const intent = this.intentOf(wish, instrument, { account, qtyBase: sized.value, role: roleOf(wish) });
    const judged = this.possible(this.risk.judge(intent, instrument, { account }), instrument, account);
    const nowMs = this.context.clock.nowMs();
    const previewId = intent.intentId;
    const expiresMs = nowMs + PREVIEW_VALID_MS;
    this.keep(previewId, { wish, account: account.account, qtyBase: sized.value, expiresMs }, nowMs);
    return ok(this.previewOf(previewId, expiresMs, { judged, instrument, account, wish }));
  }

  /** @errors PREVIEW_EXPIRED, the code of the first gate that blocks, the venue's refusal, ORDER_OUTCOME_UNKNOWN. */
  async execute(previewId: string): Answer<SubmitAnswer> {
    const kept = this.previews.get(previewId);
    const nowMs = this.context.clock.nowMs();
    if (kept === undefined || kept.expiresMs < nowMs) {
      return err(domainError('PREVIEW_EXPIRED', `previewId=${previewId}`, { outcome: 'not-sent' }));
    }
    // Once: a second click must not be a second order.
    this.previews.delete(previewId);
    const found = this.find(kept.wish);
    if (!found.ok) return found;
    const { instrument, account } = found.value;
    if (account.account !== kept.account) {
      const detail = `previewId=${previewId} was for ${kept.account}, orders go to ${account.account} now`;
      return err(domainError('PREVIEW_EXPIRED', detail, { outcome: 'not-sent' }));
    }
    await account.refreshModes(instrument);
    const intent = this.intentOf(kept.wish, instrument, { account, qtyBase: kept.qtyBase, role: roleOf(kept.wish) });
    return this.submit(intent, instrument, account);
  }

  /** Runs the gates and, when all agree, sends; what they said is remembered either way. */
  async submit(intent: OrderIntent, instrument: Instrument, account: AccountDesk): Answer<SubmitAnswer> {
    const judged = this.risk.judge(intent, instrument, { account });
    const sent = await this.send(intent, judged);
    if (!sent.ok) return sent;
    const { order, clientOrderId } = sent.value;
    return ok({
      intentId: intent.intentId,
      clientOrderId,
      account: account.account,
      order: orderView(order),
      gates: judged.gates,
    });
  }

  /** Asks every gate; sends nothing. */
  judge(intent: OrderIntent, instrument: Instrument, account: AccountDesk): Judgement {
    return this.risk.judge(intent, instrument, { account });
  }

  /** Sends what was judged. */
  async send(intent: OrderIntent, judged: Judgement): Answer<Submitted> {
    if (judged.approved === null) {
      this.context.facts.append([{ kind: 'intent', intent, gates: judged.gates, isApproved: false }]);
      return err(judged.refusal ?? blockedBy(judged.gates));
    }
    return this.context.executor.submit(judged.approved.intent, { order: judged.approved.order, gates: judged.gates });
  }

  /** Asks the gates for every venue of a trade; the quantity is what all venues can take. */
  async precheck(request: TradingCalls['precheck']['request']): Answer<TradingCalls['precheck']['answer']> {
    const decisions: (GateDecision & { venue: Venue | null })[] = [];
    const legs = request.venues.map((venue, at) => ({
      venue,
      side: at % 2 === 0 ? ('BUY' as const) : ('SELL' as const),
    }));
    const legQtys: Decimal[] = [];
    const steps: Decimal[] = [];
    for (const { venue, side } of legs) {
      const wish = precheckWish(request, venue, side);
      const found = this.find(wish);
      if (!found.ok) {
        decisions.push({ ...symbolGate(found.error), venue });
        continue;
      }
      const { instrument, account } = found.value;
      await Promise.all([account.refreshModes(instrument), account.refreshFees('perp', instrument)]);
      const sized = this.sizeOf(wish, instrument);
      if (!sized.ok) {
        decisions.push({ ...symbolGate(sized.error), gate: 'book-age', venue });
        continue;
      }
      const intent = this.intentOf(wish, instrument, { account, qtyBase: sized.value, role: 'entry' });
      const judged = this.risk.judge(intent, instrument, { account });
      decisions.push(...judged.gates.map((gate) => ({ ...gate, venue })));
      const qty = judged.quantised?.order.qtyBase ?? null;
      if (qty === null) continue;
      legQtys.push(decimal(qty));
      steps.push(qtyStepBase(instrument));
    }
    const suggested =
      legQtys.length === 0 ? null : quantize(legQtys.reduce(minOf), steps.reduce(leastCommonMultiple), 'down');
    const isAllowed = decisions.length > 0 && decisions.every(({ ok: isOk }) => isOk);
    return ok({ isAllowed, suggestedQtyBase: suggested === null ? null : toDecimalString(suggested), decisions });
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

  /** What can't be done is said at the preview: a sale of coins that are not there, a reduction of nothing. */
  private possible(judged: Judgement, instrument: Instrument, account: AccountDesk): Judgement {
    const { order } = judged;
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

  private find(
    wish: OrderWish,
  ): Result<{ readonly instrument: Instrument; readonly account: AccountDesk }, DomainError> {
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
  private sizeOf(wish: OrderWish, instrument: Instrument): Result<string | null, DomainError> {
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

  private intentOf(
    wish: OrderWish,
    instrument: Instrument,
    more: { readonly account: AccountDesk; readonly qtyBase: string | null; readonly role: OrderRole },
  ): OrderIntent {
    const isPerp = instrument.kind === 'perp';
    const leverage = wish.leverage ?? knownLeverage(more.account, instrument) ?? LEVERAGE;
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

  /** Where the position would be stopped: the operator's distance from the price of the order. */
  private stopPxOf(wish: OrderWish, instrument: Instrument): string | null {
    const px = wish.px ?? this.context.eyes.midPx(instrument.id);
    if (px === null) return null;
    const away = decimal(this.context.risk.limits.stopLossPct).div(100);
    const factor = wish.side === 'BUY' ? decimal(1).minus(away) : decimal(1).plus(away);
    const stop = quantisePx(decimal(px).times(factor), instrument, wish.side === 'BUY' ? 'up' : 'down');
    return stop.gt(0) ? toDecimalString(stop) : null;
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

/** What the venue's account is set to; null where it keeps no leverage of its own. */
function knownLeverage(account: AccountDesk, { id }: Instrument): number | null {
  const leverage = account.modesOf(id)?.leverage ?? Number.NaN;
  return Number.isNaN(leverage) ? null : leverage;
}

/** An order that only reduces is an exit, everything else is new risk; a spot sale gives up what is held. */
function roleOf(wish: OrderWish): OrderRole {
  const isReducing = wish.market === 'spot' ? wish.side === 'SELL' : wish.isReduceOnly;
  return isReducing ? 'exit' : 'entry';
}

function blockedBy(gates: readonly GateDecision[]): DomainError {
  const blocks = gates.filter(({ ok: isOk }) => !isOk);
  const [first] = blocks;
  if (first?.code === undefined || first.code === null)
    throw new Error('Invariant: not approved, and no gate says why');
  const detail = blocks.map(({ gate, detail: text }) => `${gate}: ${text}`).join('; ');
  return domainError(first.code, detail, { outcome: 'not-sent' });
}

function symbolGate(error: DomainError): GateDecision {
  return { gate: 'symbol-support', ok: false, code: error.code, detail: error.detail, value: null, bound: null };
}

function precheckWish(request: TradingCalls['precheck']['request'], venue: Venue, side: 'BUY' | 'SELL'): OrderWish {
  return {
    venue,
    market: 'perp',
    symbol: request.symbol,
    side,
    type: 'market',
    qtyBase: request.qtyBase,
    notionalUsd: request.qtyBase === null ? (request.notionalUsd ?? '120') : null,
    px: null,
    isReduceOnly: false,
    tif: 'IOC',
    leverage: null,
  };
}
