import {
  decimal,
  toDecimalString,
  type Decimal,
  type ExitKind,
  type IntentSource,
  type Snipe,
  type SnipeMarket,
  type TradingFact,
} from '../../domain/index.ts';
import { planExit, type ExitPlan } from '../../strategies/index.ts';
import { closedFigures } from './closed-figures.ts';
import { closedReason, exitOf } from './closed-reason.ts';
import type { TrackedSnipe } from './snipe-book.ts';
import { newestOf, nextNumber, type SnipeOrders } from './snipe-orders.ts';
import { withFills } from './snipe-entry-desk.ts';
import { eventFact, marketNow, type SnipingContext } from './sniping-context.ts';
import { ORDERS_PER_KIND_MAX } from './sniping-ids.ts';

/** Pauses between targets, or closing orders, that were refused; the last one repeats. */
const PAUSES_MS = [250, 1_000, 5_000, 30_000] as const;
/** The best price is written when it is better by this much, or when the stop moves with it. */
const BEST_STEP_BPS = 1;
const BEST_PERIOD_MS = 1_000;
/** Closing at the market waits so long for the end of the resting target. */
const CANCEL_WITHIN_MS = 3_000;
/** Kill switch levels from which on nothing may rest, and from which on it closes everything itself. */
const KILL = { noResting: 2, closesAll: 3 } as const;

/** What is remembered of a trade's exits between two looks; all of it may be lost. */
interface ExitMemory {
  /** Best prices seen since the last written one. */
  best: { readonly bidPx: number; readonly askPx: number } | null;
  bestWrittenMs: number;
  targetDueMs: number;
  targetFails: number;
  closeDueMs: number;
  closes: number;
  exitingSinceMs: number | null;
}

/** The second part of a trade's life: target and stop of what is held, break-even, trail, time stop, and the end. */
export class SnipeExitDesk {
  private readonly context: SnipingContext;
  private readonly orders: SnipeOrders;
  private readonly memories = new Map<string, ExitMemory>();

  constructor(context: SnipingContext, orders: SnipeOrders) {
    this.context = context;
    this.orders = orders;
  }

  /** HOT: keeps the best price of a trade with fills; a look follows within a quarter of a second. */
  onTop(tracked: TrackedSnipe, top: Pick<SnipeMarket, 'bidPx' | 'askPx'>): void {
    if (tracked.firstFillMs === null || !(top.bidPx > 0 && top.bidPx < top.askPx)) return;
    const memory = this.memoryOf(tracked.snipe);
    const { best } = memory;
    const isLong = tracked.snipe.side === 'long';
    const isBetter =
      best === null ||
      (isLong ? top.bidPx + top.askPx > best.bidPx + best.askPx : top.bidPx + top.askPx < best.bidPx + best.askPx);
    if (isBetter) memory.best = { bidPx: top.bidPx, askPx: top.askPx };
  }

  /** While entries still rest: the part that is filled gets its target and its stop moves as one that is whole. */
  whileEntering(tracked: TrackedSnipe): void {
    if (decimal(tracked.entryBase).gt(0) && tracked.entryBase === tracked.snipe.filledQtyBase) this.manage(tracked);
  }

  /** Does what is due for an open trade. */
  stepOpen(tracked: TrackedSnipe): void {
    const held = this.orders.heldBase(tracked.snipe);
    if (held.eq(0)) {
      if (!this.orders.lacksFills(tracked)) this.finish(tracked);
      return;
    }
    if (tracked.entryBase !== tracked.snipe.filledQtyBase) {
      // WHY: the best price of before an addition is no gain of the new average.
      this.memoryOf(tracked.snipe).best = null;
      this.write([{ kind: 'snipe', snipe: { ...withFills(tracked), bestPx: null } }]);
      return;
    }
    this.manage(tracked);
  }

  /** Closes what is held at the market: first the resting orders end, then one reduce-only order at a time. */
  stepExiting(tracked: TrackedSnipe): void {
    const { snipe } = tracked;
    const held = this.orders.heldBase(snipe);
    if (held.eq(0)) {
      if (!this.orders.lacksFills(tracked)) this.finish(tracked);
      return;
    }
    if (this.context.core.risk.kill.level >= KILL.closesAll) return;
    const memory = this.memoryOf(snipe);
    const nowMs = this.context.core.clock.nowMs();
    memory.exitingSinceMs ??= nowMs;
    const resting = this.orders.live(tracked, 'take-profit', 'entry', 'addition');
    for (const order of resting) this.orders.cancel(order, 'the trade is being closed');
    if (resting.length > 0 && nowMs - memory.exitingSinceMs < CANCEL_WITHIN_MS) return;
    if (this.orders.live(tracked, 'exit').length > 0 || nowMs < memory.closeDueMs) return;
    this.close(tracked, held, memory);
  }

  private manage(tracked: TrackedSnipe): void {
    const { snipe } = tracked;
    const held = this.orders.heldBase(snipe);
    const instrument = this.orders.instrumentOf(snipe);
    const market = marketNow(this.context, snipe.instrumentId);
    if (held.eq(0) || instrument === null || market === null) return;
    const { core, state } = this.context;
    const memory = this.memoryOf(snipe);
    const settings = state.settingsOf(snipe.engine);
    const guard = core.risk.settings.guard;
    const nowMs = core.clock.nowMs();
    this.onTop(tracked, market);
    const request = { snipe, guard, settings, instrument, nowMs };
    const plan = planExit({ ...request, market: { ...market, ...memory.best } });
    if (plan === null) return;
    if (plan.exitNow !== null) return this.beginExit(tracked, plan);
    const next = this.withPlan(tracked, plan);
    this.keepTarget(next, held, plan.takeProfitPx);
  }

  /** Writes a stop that moves, and the best price as it grows. */
  private withPlan(tracked: TrackedSnipe, plan: ExitPlan): TrackedSnipe {
    const { snipe } = tracked;
    const memory = this.memoryOf(snipe);
    const nowMs = this.context.core.clock.nowMs();
    const moved: Snipe = {
      ...snipe,
      stopPx: plan.stopPx,
      ...(snipe.entryPx === null ? {} : { stopEntryPx: snipe.entryPx }),
      takeProfitPx: plan.takeProfitPx,
      bestPx: plan.bestPx,
      isBreakEven: plan.isBreakEven,
      stopMovedBy: plan.stopMovedBy,
    };
    const hasStopMoved = plan.stopPx !== snipe.stopPx;
    const isDue = nowMs - memory.bestWrittenMs >= BEST_PERIOD_MS && isBestWorthWriting(snipe, plan);
    const isMeasured = moved.stopEntryPx !== snipe.stopEntryPx;
    const isNews =
      hasStopMoved ||
      isMeasured ||
      plan.isBreakEven !== snipe.isBreakEven ||
      plan.takeProfitPx !== snipe.takeProfitPx ||
      isDue;
    if (!isNews) return tracked;
    const reason = hasStopMoved ? `the stop moved to ${plan.stopPx}` : snipe.reason;
    const facts: TradingFact[] = [{ kind: 'snipe', snipe: { ...moved, reason } }];
    const { account, instrumentId, side } = snipe;
    // WHY: the first fill of a later order puts the stop it was sent with in the place of the one wished since.
    const isWished = hasStopMoved || (isMeasured && snipe.stopEntryPx !== undefined);
    if (isWished) facts.unshift({ kind: 'stop-wish', account, instrumentId, stopPx: plan.stopPx, side });
    if (this.write(facts)) memory.bestWrittenMs = nowMs;
    return this.context.state.snipes.byId(snipe.snipeId) ?? tracked;
  }

  /** Keeps one resting reduce-only limit of what is held at the target; another one only after the former has ended. */
  private keepTarget(tracked: TrackedSnipe, held: Decimal, px: string): void {
    const { core } = this.context;
    const { snipe } = tracked;
    const memory = this.memoryOf(snipe);
    const live = this.orders.live(tracked, 'take-profit');
    if (core.risk.kill.level >= KILL.noResting) return;
    if (live.some((order) => this.isRight(order.clientOrderId, held, px))) return;
    for (const order of live) this.orders.cancel(order, 'the target is of another size or price now');
    if (live.length > 0 || core.clock.nowMs() < memory.targetDueMs) return;
    const n = nextNumber(tracked, 'take-profit');
    if (n > ORDERS_PER_KIND_MAX) return;
    const before = newestOf(tracked, 'take-profit');
    memory.targetFails = before === null || before.reason === null ? 0 : memory.targetFails + 1;
    memory.targetDueMs = core.clock.nowMs() + pauseMs(memory.targetFails);
    const isThroughAlready = before?.reason?.includes('ORDER_WOULD_TAKE') === true;
    const intent = this.orders.intentOf(
      snipe,
      { kind: 'take-profit', n },
      {
        role: 'take-profit',
        side: snipe.side === 'long' ? 'SELL' : 'BUY',
        type: 'limit',
        tif: isThroughAlready ? 'GTC' : 'POST_ONLY',
        qtyBase: toDecimalString(held),
        px,
        isReduceOnly: true,
        leverage: null,
        expectedNetBps: null,
        stopPx: null,
      },
    );
    this.orders.submit(snipe, intent).catch((e: unknown) => core.log.error('a target failed', { detail: String(e) }));
  }

  private isRight(id: string, held: Decimal, px: string): boolean {
    const record = this.context.core.orders.byKey(id);
    if (record === null || record.isCancelAsked || record.px === null || record.qtyBase === null) return false;
    return decimal(record.px).eq(decimal(px)) && decimal(record.qtyBase).minus(decimal(record.filledQtyBase)).eq(held);
  }

  private beginExit({ snipe }: TrackedSnipe, { exitNow }: ExitPlan): void {
    if (exitNow === null) return;
    const { exit, reason } = exitNow;
    if (!this.write([{ kind: 'snipe', snipe: { ...snipe, state: 'exiting', exit, reason } }])) return;
    const tracked = this.context.state.snipes.byId(snipe.snipeId);
    if (tracked !== null) this.stepExiting(tracked);
  }

  private close(tracked: TrackedSnipe, held: Decimal, memory: ExitMemory): void {
    const { snipe } = tracked;
    const { core } = this.context;
    const n = nextNumber(tracked, 'exit');
    if (n > ORDERS_PER_KIND_MAX) return;
    memory.closes += 1;
    memory.closeDueMs = core.clock.nowMs() + pauseMs(memory.closes);
    const intent = this.orders.intentOf(
      snipe,
      { kind: 'exit', n },
      {
        role: 'exit',
        side: snipe.side === 'long' ? 'SELL' : 'BUY',
        type: 'market',
        tif: 'IOC',
        qtyBase: toDecimalString(held),
        px: null,
        isReduceOnly: true,
        leverage: null,
        expectedNetBps: null,
        stopPx: null,
      },
    );
    this.orders
      .submit(snipe, intent)
      .then((sent) => {
        if (sent.ok || sent.error.outcome === 'unknown') return;
        const text = `closing ${snipe.symbol} of trade ${snipe.snipeId} was refused: ${sent.error.code}`;
        core.facts.append([eventFact('snipe_exit_refused', 'ERROR', { text, symbol: snipe.symbol })]);
      })
      .catch((e: unknown) => core.log.error('an exit failed', { detail: String(e) }));
  }

  /** The position is gone: what still rests ends first, then the trade is closed with the ledger's figures. */
  private finish(tracked: TrackedSnipe): void {
    const live = this.orders.live(tracked, 'take-profit', 'entry', 'addition', 'exit');
    for (const order of live) this.orders.cancel(order, 'the position is closed');
    if (live.length > 0) return;
    const { core } = this.context;
    const { snipe } = tracked;
    const figures = closedFigures(tracked, core);
    const closed: Snipe = {
      ...withFills(tracked),
      ...figures,
      state: 'closed',
      openOrderIds: [],
      closedMs: core.clock.nowMs(),
      exit: exitOf(tracked.lastExit ?? snipe.exit ?? 'other', this.closerOf(tracked)),
    };
    const reason = this.whyClosed(tracked, closed.exit ?? 'other');
    const { account, instrumentId, side } = snipe;
    const isWritten = this.write([
      { kind: 'snipe', snipe: { ...closed, reason } },
      { kind: 'stop-wish', account, instrumentId, stopPx: null, side },
    ]);
    if (!isWritten) return;
    this.memories.delete(snipe.snipeId);
    this.orders.forget(tracked);
  }

  private whyClosed(tracked: TrackedSnipe, exit: ExitKind): string {
    const { kill } = this.context.core.risk;
    const source = this.closerOf(tracked);
    return closedReason({ exit, source, killReason: kill.level === 0 ? null : kill.reason });
  }

  private closerOf({ lastExitId = null }: TrackedSnipe): IntentSource | null {
    return lastExitId === null ? null : (this.context.core.orders.byKey(lastExitId)?.source ?? null);
  }

  private memoryOf({ snipeId }: Snipe): ExitMemory {
    const known = this.memories.get(snipeId);
    if (known !== undefined) return known;
    const memory: ExitMemory = {
      best: null,
      bestWrittenMs: 0,
      targetDueMs: 0,
      targetFails: 0,
      closeDueMs: 0,
      closes: 0,
      exitingSinceMs: null,
    };
    this.memories.set(snipeId, memory);
    return memory;
  }

  private write(facts: readonly TradingFact[]): boolean {
    return this.context.core.facts.append(facts).ok;
  }
}

function isBestWorthWriting(snipe: Snipe, { bestPx }: ExitPlan): boolean {
  if (bestPx === null || bestPx === snipe.bestPx) return false;
  if (snipe.bestPx === null) return true;
  const before = decimal(snipe.bestPx);
  return decimal(bestPx).minus(before).div(before).times(10_000).abs().gte(BEST_STEP_BPS);
}

function pauseMs(attempt: number): number {
  return PAUSES_MS[Math.max(0, Math.min(attempt, PAUSES_MS.length - 1))] as number;
}
