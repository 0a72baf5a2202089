import type { InstrumentId, OrderIntent, RadarReading, Snipe, TradingFact, TradingRecord } from '../../domain/index.ts';
import { parseClientOrderId } from '../../execution/index.ts';
import type { TimerHandle } from '../../kernel/index.ts';
import { StepQueue } from '../trading/step-queue.ts';
import { isFinished, type TrackedSnipe } from './snipe-book.ts';
import type { SnipePlan } from './plan-snipe.ts';
import { SnipeAdditionDesk } from './snipe-addition-desk.ts';
import { SnipeEntryDesk } from './snipe-entry-desk.ts';
import { SnipeExitDesk } from './snipe-exit-desk.ts';
import { SnipeOrders } from './snipe-orders.ts';
import { parseSnipeIntent } from './sniping-ids.ts';
import { eventFact, type SnipingContext } from './sniping-context.ts';

const STEP_MS = 250;

/**
 * The life of the engines' trades. Every look works out from records alone what is due next, so that a restart at any moment goes on where
 * it was: nothing that was journalled is sent again, nothing that was not is forgotten.
 */
export class SnipeDesk {
  private readonly context: SnipingContext;
  private readonly orders: SnipeOrders;
  private readonly entries: SnipeEntryDesk;
  private readonly exits: SnipeExitDesk;
  private readonly additions: SnipeAdditionDesk;
  private readonly onFinished: (tracked: TrackedSnipe) => void;
  private readonly queue: StepQueue;
  private timer: TimerHandle | null = null;

  /** `onFinished` hears of every trade that ended, once its record is written; it may hear of one twice. */
  constructor(context: SnipingContext, onFinished: (tracked: TrackedSnipe) => void) {
    this.context = context;
    this.onFinished = onFinished;
    this.orders = new SnipeOrders(context);
    this.entries = new SnipeEntryDesk(context, this.orders);
    this.exits = new SnipeExitDesk(context, this.orders);
    this.additions = new SnipeAdditionDesk(context, this.orders);
    this.queue = new StepQueue({
      clock: context.core.clock,
      step: (snipeId) => this.stepOne(snipeId),
      onFailed: (snipeId, cause) => this.tellFailure(snipeId, cause),
    });
  }

  start(): void {
    this.timer ??= this.context.core.clock.every(STEP_MS, () => this.stepAll());
    this.stepAll();
  }

  stop(): void {
    this.timer?.cancel();
    this.queue.stop();
    this.timer = null;
  }

  /**
   * HOT: writes the record of a trade, behind the facts of `before`, and sends its first order. False: nothing could be written, and
   * nothing was sent.
   */
  begin(plan: SnipePlan, expectedNetBps: number | null, before: readonly TradingFact[] = []): boolean {
    this.entries.begin(plan, expectedNetBps, before);
    return this.context.state.snipes.byId(plan.snipe.snipeId) !== null;
  }

  /** The intent of a trade's first order. */
  intentOf({ snipe, entry }: SnipePlan): OrderIntent {
    return this.entries.intentOf(snipe, entry, null);
  }

  /** Returns the trade that was added to; null for none. */
  onReading(reading: RadarReading): Snipe | null {
    return this.additions.onReading(reading);
  }

  /** HOT: called for every move of a best price; most are of instruments without a trade. */
  onTop(instrumentId: InstrumentId, bidPx: number, askPx: number): void {
    if (this.context.state.snipes.openCount === 0) return;
    for (const tracked of this.context.state.snipes.open()) {
      if (tracked.snipe.instrumentId === instrumentId) this.exits.onTop(tracked, { bidPx, askPx });
    }
  }

  /** For the fold: a trade whose record, order or fill came is looked at as soon as the records are folded. */
  onRecord(record: TradingRecord): void {
    if (this.timer === null) return;
    if (record.kind === 'snipe') return isFinished(record.snipe) ? this.queue.stir(record.snipe.snipeId) : undefined;
    if (record.kind === 'engine-run' || record.kind === 'kill-switch') return this.stirAll();
    if (record.kind === 'fill') {
      for (const { snipe } of this.context.state.snipes.open()) {
        if (snipe.instrumentId === record.fill.instrumentId) this.queue.stir(snipe.snipeId);
      }
      return;
    }
    const orderId =
      record.kind === 'order-report'
        ? record.report.clientOrderId
        : record.kind === 'order-failed' || record.kind === 'order-absent'
          ? record.clientOrderId
          : null;
    const intentId =
      record.kind === 'intent' ? record.intent.intentId : (parseClientOrderId(orderId ?? '')?.intentId ?? '');
    const about = parseSnipeIntent(intentId);
    if (about !== null) this.queue.stir(about.snipeId);
  }

  /** Looks at every open trade. */
  stepAll(): void {
    this.queue.stepAll(this.context.state.snipes.open().map(({ snipe }) => snipe.snipeId));
  }

  private stirAll(): void {
    for (const { snipe } of this.context.state.snipes.open()) this.queue.stir(snipe.snipeId);
  }

  /** The stop of a trade that can't be managed stands at the venue. */
  private tellFailure(snipeId: string, cause: unknown): void {
    const { core } = this.context;
    const detail = cause instanceof Error ? cause.stack : String(cause);
    core.log.error('a trade could not be managed', { snipeId, detail });
    const text = `trade ${snipeId} could not be managed: ${String(cause)}`;
    core.facts.append([eventFact('snipe_failed', 'CRITICAL', { text })]);
  }

  private stepOne(snipeId: string): void {
    const tracked = this.context.state.snipes.byId(snipeId);
    if (tracked === null) return;
    if (isFinished(tracked.snipe)) return this.onFinished(tracked);
    const { core } = this.context;
    const { account, state } = tracked.snipe;
    if (!core.permit.mayActOn(account) || !core.reconciler.isReconciled(account)) return;
    if (state === 'entering') {
      this.entries.step(tracked);
      const now = this.context.state.snipes.byId(snipeId);
      if (now?.snipe.state === 'entering') this.exits.whileEntering(now);
    } else if (state === 'open') {
      this.additions.step(tracked);
      this.exits.stepOpen(tracked);
    } else this.exits.stepExiting(tracked);
    const after = this.context.state.snipes.byId(snipeId);
    if (after !== null && isFinished(after.snipe)) this.onFinished(after);
  }
}
