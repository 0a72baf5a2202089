import { decimal, toDecimalString, type RadarReading, type Snipe, type SnipeMarket } from '../../domain/index.ts';
import { planAddition, positionSide } from '../../strategies/index.ts';
import { leverageWithin } from '../../risk/index.ts';
import type { TrackedSnipe } from './snipe-book.ts';
import { averageOf, type SnipeOrders } from './snipe-orders.ts';
import type { SnipingContext } from './sniping-context.ts';

/** Additions to trades that stand against us (liquidation DCA), and the end of additions that were not filled in time. */
export class SnipeAdditionDesk {
  private readonly context: SnipingContext;
  private readonly orders: SnipeOrders;

  constructor(context: SnipingContext, orders: SnipeOrders) {
    this.context = context;
    this.orders = orders;
  }

  /** Looks at every trade of the symbol that a new cluster may add to. Returns the one that was added to; null for none. */
  onReading(reading: RadarReading): Snipe | null {
    const { core, state } = this.context;
    if (core.risk.kill.level > 0) return null;
    let added: Snipe | null = null;
    for (const tracked of state.snipes.open()) {
      const { snipe } = tracked;
      if (snipe.symbol !== reading.symbol || !state.settingsOf(snipe.engine).dcaEnabled) continue;
      if (positionSide(snipe.arm.direction, reading.liquidatedSide) !== snipe.side) continue;
      if (state.runOf(snipe.engine).isRunning && core.permit.mayActOn(snipe.account))
        added ??= this.consider(tracked, reading);
    }
    return added;
  }

  /** Ends what rests for too long, and sends what was planned and never journalled: as after a crash between the two. */
  step(tracked: TrackedSnipe): void {
    const { core, state } = this.context;
    const { snipe, orders } = tracked;
    const { entryTtlMs } = state.settingsOf(tracked.snipe.engine);
    const isStopped = !state.runOf(tracked.snipe.engine).isRunning || core.risk.kill.level > 0;
    const isUnsent = snipe.additions > 0 && !orders.some(({ kind, n }) => kind === 'addition' && n === snipe.additions);
    const isInTime = core.clock.nowMs() < (snipe.addition?.expiresMs ?? 0);
    if (isUnsent && isInTime && !isStopped && this.orders.knowsModes(snipe)) this.send(snipe);
    for (const order of this.orders.live(tracked, 'addition')) {
      if (isStopped || core.clock.nowMs() - order.createdMs >= entryTtlMs) {
        this.orders.cancel(order, isStopped ? 'the engine does not run' : 'the addition was not filled in time');
      }
    }
  }

  private consider(tracked: TrackedSnipe, reading: RadarReading): Snipe | null {
    const { core, state, radar } = this.context;
    const { snipe } = tracked;
    const instrument = this.orders.instrumentOf(snipe);
    const ix = core.eyes.ixOf(snipe.instrumentId);
    const first = firstEntry(tracked);
    if (instrument === null || ix === null || first === null) return null;
    if (this.orders.live(tracked, 'addition', 'entry').length > 0 || !this.orders.knowsModes(snipe)) return null;
    const nowMs = core.clock.nowMs();
    const market: SnipeMarket = radar.marketOf(ix, nowMs);
    const now = state.settingsOf(snipe.engine);
    const settings = { ...now, riskLevel: snipe.riskLevel ?? now.riskLevel };
    const { clusterId, startedMs } = reading.cascade;
    const lastClusterId = snipe.lastClusterId === `${clusterId}@${startedMs}` ? clusterId : '';
    const plan = planAddition({ snipe, reading, market, settings, instrument, ...first, lastClusterId, nowMs });
    if (!plan.ok) return null;
    const { qtyBase, px, stopPx, level } = plan.value;
    const next: Snipe = {
      ...snipe,
      additions: level,
      lastAdditionMs: nowMs,
      lastClusterId: `${clusterId}@${startedMs}`,
      stopPx,
      ...(stopPx === snipe.stopPx ? {} : { stopMovedBy: null }),
      addition: { qtyBase, px, expiresMs: nowMs + settings.entryTtlMs },
      reason: `addition ${level} of ${qtyBase} at ${px}`,
    };
    const { account, instrumentId, side } = snipe;
    const written = core.facts.append([
      { kind: 'stop-wish', account, instrumentId, side, stopPx },
      { kind: 'snipe', snipe: next },
    ]);
    if (!written.ok) return null;
    this.send(next);
    return next;
  }

  /** Sends the newest addition as it was planned. */
  private send(snipe: Snipe): void {
    const { core, state } = this.context;
    const { addition, side, arm, additions: n } = snipe;
    if (addition === undefined) return;
    const { qtyBase, px } = addition;
    const intent = this.orders.intentOf(
      snipe,
      { kind: 'addition', n },
      {
        role: 'entry',
        side: side === 'long' ? 'BUY' : 'SELL',
        type: 'limit',
        tif: arm.execution === 'ioc' ? 'IOC' : 'POST_ONLY',
        qtyBase,
        px,
        isReduceOnly: false,
        leverage: leverageWithin(state.settingsOf(snipe.engine).leverage, core.risk.limits),
        expectedNetBps: null,
        stopPx: snipe.stopPx,
      },
    );
    this.orders
      .submit(snipe, intent)
      .catch((e: unknown) => core.log.error('an addition failed', { detail: String(e) }));
  }
}

/** Average and quantity of the first entry, without additions; null before it was filled. */
function firstEntry({ orders }: TrackedSnipe): { readonly firstEntryPx: string; readonly firstQtyBase: string } | null {
  let base = decimal(0);
  let quote = decimal(0);
  for (const order of orders) {
    if (order.kind !== 'entry') continue;
    base = base.plus(decimal(order.filledQtyBase));
    quote = quote.plus(decimal(order.filledQuote));
  }
  const average = averageOf(toDecimalString(base), toDecimalString(quote));
  return average === null ? null : { firstEntryPx: toDecimalString(average), firstQtyBase: toDecimalString(base) };
}
