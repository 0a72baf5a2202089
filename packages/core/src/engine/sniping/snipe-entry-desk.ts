import { decimal, toDecimalString, type OrderIntent, type Snipe, type TradingFact } from '../../domain/index.ts';
import { clientOrderId } from '../../execution/index.ts';
import { planReprice, type EntryPlan } from '../../strategies/index.ts';
import { leverageWithin } from '../../risk/index.ts';
import type { TrackedSnipe } from './snipe-book.ts';
import type { SnipePlan } from './plan-snipe.ts';
import { averageOf, type SnipeOrders } from './snipe-orders.ts';
import { snipeIntentId } from './sniping-ids.ts';
import { marketNow, type SnipingContext } from './sniping-context.ts';

/** Refusals after which the next attempt may do: the price ran away while the order was on its way. */
const PRICE_RAN_AWAY = 'ORDER_WOULD_TAKE';

/** The first part of a trade's life: entry orders, one after another, until something is held or the trade is given up. */
export class SnipeEntryDesk {
  private readonly context: SnipingContext;
  private readonly orders: SnipeOrders;

  constructor(context: SnipingContext, orders: SnipeOrders) {
    this.context = context;
    this.orders = orders;
  }

  /** Makes the intent of the attempt a trade stands at. */
  intentOf(snipe: Snipe, entry: EntryPlan, expectedNetBps: number | null): OrderIntent {
    const { core, state } = this.context;
    const leverage = leverageWithin(state.settingsOf(snipe.engine).leverage, core.risk.limits);
    return this.orders.intentOf(
      snipe,
      { kind: 'entry', n: snipe.attempts },
      {
        role: 'entry',
        side: entry.side,
        type: 'limit',
        tif: entry.tif,
        qtyBase: snipe.wantedQtyBase,
        px: entry.px,
        isReduceOnly: false,
        leverage,
        expectedNetBps,
        stopPx: snipe.stopPx,
      },
    );
  }

  /** HOT: writes the record of a trade behind the facts of `before`, and sends its first order. */
  begin({ snipe, entry }: SnipePlan, expectedNetBps: number | null, before: readonly TradingFact[]): void {
    const facts: readonly TradingFact[] = [...before, { kind: 'snipe', snipe }];
    if (this.orders.knowsModes(snipe)) this.send(snipe, this.intentOf(snipe, entry, expectedNetBps), facts);
    else this.write(facts);
  }

  /** Does what is due. Called again whenever something of the trade changed, and several times a second. */
  step(tracked: TrackedSnipe): void {
    const { snipe } = tracked;
    const nowMs = this.context.core.clock.nowMs();
    const isOver = nowMs >= (snipe.entryExpiresMs ?? 0) || !this.mayEnter(snipe);
    const order = tracked.orders.find(({ kind, n }) => kind === 'entry' && n === snipe.attempts);
    // Never journalled, so never sent: as after a crash between the trade's record and its order's.
    if (order === undefined) return isOver ? this.end(tracked, this.whyOver(snipe)) : this.sendAnew(tracked);
    if (this.orders.isLive(order)) {
      if (isOver) this.orders.cancel(order, this.whyOver(snipe));
      return this.noteFills(tracked);
    }
    if (this.orders.lacksFills(tracked)) return;
    this.afterEnd(tracked, order.isSent ? order.reason : `denied: ${String(order.reason)}`);
  }

  /** True while an engine may send entries: it runs, and the kill switch is off. */
  mayEnter(snipe: Pick<Snipe, 'engine' | 'account'>): boolean {
    const { core, state } = this.context;
    return state.runOf(snipe.engine).isRunning && core.risk.kill.level === 0;
  }

  private whyOver(snipe: Snipe): string {
    return this.mayEnter(snipe) ? 'the entry was not filled in time' : 'the engine does not run';
  }

  /** The attempt has ended and every fill of it is known. */
  private afterEnd(tracked: TrackedSnipe, refusal: string | null): void {
    const { snipe } = tracked;
    if (decimal(tracked.entryBase).gt(0)) return this.becomeOpen(tracked);
    const isPriceGone = refusal?.includes(PRICE_RAN_AWAY) === true;
    if (refusal !== null && !isPriceGone) return this.finish(snipe, 'failed', refusal);
    if (!this.mayEnter(snipe)) return this.finish(snipe, 'missed', 'the engine does not run');
    if (!this.orders.knowsModes(snipe)) return;
    this.reprice(tracked);
  }

  private reprice(tracked: TrackedSnipe): void {
    const { snipe } = tracked;
    const { core, state } = this.context;
    const settings = state.settingsOf(snipe.engine);
    const market = marketNow(this.context, snipe.instrumentId);
    const instrument = this.orders.instrumentOf(snipe);
    const firstPx = tracked.orders.find(({ kind, n }) => kind === 'entry' && n === 1)?.px ?? null;
    if (market === null || instrument === null || firstPx === null) {
      return this.finish(snipe, 'missed', 'the market of the entry is unknown');
    }
    const nowMs = core.clock.nowMs();
    const { arm, side, reprices } = snipe;
    const step = planReprice({ arm, side, market, instrument, settings, firstPx, reprices, expiresMs: nowMs, nowMs });
    if (step.kind !== 'reprice') {
      return this.finish(snipe, 'missed', step.kind === 'give-up' ? step.reason : 'the entry ended');
    }
    const attempts = snipe.attempts + 1;
    const next: Snipe = {
      ...snipe,
      attempts,
      reprices: reprices + 1,
      openOrderIds: [clientOrderId(snipeIntentId(snipe.snipeId, 'entry', attempts), 0, 0)],
      entryExpiresMs: nowMs + settings.entryTtlMs,
      entryLimitPx: step.px,
      reason: `repriced to ${step.px}`,
    };
    if (!this.write([{ kind: 'snipe', snipe: next }])) return;
    this.send(
      next,
      this.intentOf(next, { side: side === 'long' ? 'BUY' : 'SELL', tif: 'POST_ONLY', px: step.px }, null),
    );
  }

  /** At the limit that was planned: a market that came through it meanwhile refuses a resting order, which is then repriced. */
  private sendAnew({ snipe }: TrackedSnipe): void {
    const { entryLimitPx: px, side, arm } = snipe;
    if (px === undefined || !this.orders.knowsModes(snipe)) return;
    const tif = arm.execution === 'ioc' ? 'IOC' : 'POST_ONLY';
    this.send(snipe, this.intentOf(snipe, { side: side === 'long' ? 'BUY' : 'SELL', tif, px }, null));
  }

  /** What is refused before it is journalled leaves no order behind: the trade ends, but for an account that is not ready yet. */
  private send(snipe: Snipe, intent: OrderIntent, before: readonly TradingFact[] = []): void {
    this.orders
      .submit(snipe, intent, before)
      .then((sent) => {
        if (sent.ok || sent.error.code === 'ENGINE_NOT_READY' || sent.error.code === 'ORDER_DUPLICATE_ID') return;
        const tracked = this.context.state.snipes.byId(snipe.snipeId);
        const id = clientOrderId(intent.intentId, 0, 0);
        const isKnown = tracked?.orders.some((order) => order.clientOrderId === id) ?? true;
        if (isKnown || tracked === null || tracked.snipe.state !== 'entering') return;
        this.end(tracked, `${sent.error.code} ${sent.error.detail}`);
      })
      .catch((e: unknown) => this.context.core.log.error('an entry failed', { detail: String(e) }));
  }

  private end(tracked: TrackedSnipe, reason: string): void {
    if (decimal(tracked.entryBase).gt(0)) this.becomeOpen(tracked);
    else this.finish(tracked.snipe, 'missed', reason);
  }

  private becomeOpen(tracked: TrackedSnipe): void {
    this.write([
      { kind: 'snipe', snipe: { ...withFills(tracked), state: 'open', openOrderIds: [], reason: 'in the market' } },
    ]);
  }

  /** A part that is filled is protected and shown at once. */
  private noteFills(tracked: TrackedSnipe): void {
    if (tracked.entryBase === tracked.snipe.filledQtyBase) return;
    this.write([{ kind: 'snipe', snipe: { ...withFills(tracked), reason: 'filled in part' } }]);
  }

  private finish(snipe: Snipe, state: 'missed' | 'failed', reason: string): void {
    const closedMs = this.context.core.clock.nowMs();
    this.write([{ kind: 'snipe', snipe: { ...snipe, state, closedMs, openOrderIds: [], exit: 'none', reason } }]);
  }

  private write(facts: readonly TradingFact[]): boolean {
    return this.context.core.facts.append(facts).ok;
  }
}

/** Returns the trade with what its entries have filled so far. */
export function withFills(tracked: TrackedSnipe): Snipe {
  const { snipe, entryBase, entryQuote, firstFillMs } = tracked;
  const average = averageOf(entryBase, entryQuote);
  return {
    ...snipe,
    filledQtyBase: entryBase,
    entryPx: average === null ? null : toDecimalString(average),
    openedMs: snipe.openedMs ?? firstFillMs,
  };
}
