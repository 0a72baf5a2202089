import {
  decimal,
  domainError,
  err,
  toDecimalString,
  type AccountKey,
  type DecimalString,
  type DomainError,
  type InstrumentId,
  type OrderIntent,
  type Result,
  type Severity,
  type TradingRecord,
  type Venue,
} from '../domain/index.ts';
import type { TimerHandle } from '../kernel/index.ts';
import type { ExecutionDeps } from './execution-deps.ts';
import type { Submitted } from './executor.ts';
import { isUnproven, type OrderRecord } from './order-record.ts';
import type { OpenPosition } from './open-position.ts';
import { isProtectiveStop, planProtection, type ProtectionPlan } from './plan-protection.ts';
import { newGuard, type ProtectionGuard } from './protection-guard.ts';
import { quantisePx } from './quantise-order.ts';

/** A stop that is not acknowledged by then counts as failed. */
const ACK_WITHIN_MS = 3_000;
/** Placements for one need before the position is flattened instead. */
const PLACEMENTS_MAX = 2;
const CHECK_PERIOD_MS = 1_000;
/** Pauses between attempts to flatten, and between attempts to replace a stop that still covers a part. The last one repeats. */
const PAUSES_MS = [1_000, 2_000, 5_000, 10_000, 30_000] as const;
/** A cancel of a surplus stop is asked for again after this long. */
const CANCEL_AGAIN_MS = 5_000;

/** Records that move a position, or the stop it should have. */
const MOVING: ReadonlySet<TradingRecord['kind']> = new Set(['fill', 'position-set', 'order-report', 'stop-wish']);

export interface ProtectionDeps extends ExecutionDeps {
  readonly openPositions: () => readonly OpenPosition[];
  /** False for an account that is only looked at: there nothing is placed, closed or cancelled, whatever its positions lack. */
  readonly mayAct: (account: AccountKey) => boolean;
  /** Where the position should be stopped: the intent's price, or a default distance. null: no price can be told yet. */
  readonly stopPxOf: (position: OpenPosition) => DecimalString | null;
  readonly newIntentId: () => string;
  /** Sends an intent by way of the gates. */
  readonly submit: (account: AccountKey, intent: OrderIntent) => Promise<Result<Submitted, DomainError>>;
  readonly cancel: (orderKey: string, reason: string) => Promise<Result<null, DomainError>>;
}

/**
 * Keeps exactly one protective stop on every open position: placed on the first fill, kept equal in size and price, found again after a
 * restart, removed when flat. Until the venue has it the position is shown as unprotected; if it can't be had the position is closed.
 */
export class Protection {
  private readonly deps: ProtectionDeps;
  private readonly guards = new Map<string, ProtectionGuard>();
  private timer: TimerHandle | null = null;
  private soon: TimerHandle | null = null;

  constructor(deps: ProtectionDeps) {
    this.deps = deps;
  }

  /** Looks at every position now and from then on every second. */
  start(): void {
    this.timer ??= this.deps.clock.every(CHECK_PERIOD_MS, () => this.checkAll());
    this.checkAll();
  }

  stop(): void {
    this.timer?.cancel();
    this.soon?.cancel();
    this.timer = null;
    this.soon = null;
  }

  /** For the fold: what moves a position or a stop is looked at at once. */
  onRecord(record: TradingRecord): void {
    if (this.timer === null || this.soon !== null) return;
    if (!MOVING.has(record.kind)) return;
    this.soon = this.deps.clock.after(0, () => {
      this.soon = null;
      this.checkAll();
    });
  }

  /** Looks at every position and every stop of ours. */
  checkAll(): void {
    const keys = new Set<string>();
    const look = (account: AccountKey, instrumentId: InstrumentId): void => {
      const key = `${account}|${instrumentId}`;
      if (keys.has(key)) return;
      keys.add(key);
      this.check(this.guardOf(key, account, instrumentId), key);
    };
    for (const position of this.deps.openPositions()) look(position.account, position.instrumentId);
    for (const order of this.deps.store.openOrders())
      if (isProtectiveStop(order)) look(order.account, order.instrumentId);
    for (const guard of this.guards.values()) look(guard.account, guard.instrumentId);
    this.clearForgotten(keys);
  }

  private check(guard: ProtectionGuard, key: string): void {
    if (guard.isRunning) {
      guard.isAskedAgain = true;
      return;
    }
    guard.isRunning = true;
    this.run(guard, key)
      .catch((e: unknown) => {
        guard.waitUntilMs = this.deps.clock.nowMs() + (PAUSES_MS[1] as number);
        this.tell(guard, 'protection_failed', 'CRITICAL', `protecting ${key} failed: ${String(e)}`);
      })
      .finally(() => {
        guard.isRunning = false;
        if (!guard.isAskedAgain) return;
        guard.isAskedAgain = false;
        this.check(guard, key);
      });
  }

  private async run(guard: ProtectionGuard, key: string): Promise<void> {
    const { deps } = this;
    const { account, instrumentId } = guard;
    // WHY: without a client nothing is known of the account; what was last said of it stands.
    if (deps.clientOf(account) === null) return;
    const position = deps.openPositions().find((p) => p.account === account && p.instrumentId === instrumentId) ?? null;
    const stops = deps.store.openOrders(account).filter((o) => o.instrumentId === instrumentId && isProtectiveStop(o));
    const plan = planProtection({
      qtyBase: decimal(position?.qtyBase ?? '0'),
      stopPx: position === null ? null : this.wantedPx(position),
      closesPosition: this.closesPosition(account),
      stops,
    });
    if (!deps.mayAct(account)) return this.look(guard, key, { position, plan });
    if (position === null || plan.kind === 'flat') {
      await this.remove(guard, stops, 'the position is closed');
      this.settled(guard, 'the position is closed');
      if (stops.length === 0) this.guards.delete(key);
      return;
    }
    if (plan.kind === 'protected') {
      this.settled(guard, `stop ${plan.stop.key} stands`);
      return this.remove(guard, plan.surplus, 'another stop protects the position');
    }
    this.raise(guard, position, plan);
    if (guard.flattenReason !== null) return this.flatten(guard, position);
    if (plan.kind === 'pending') return this.awaitAck(guard, position, plan.stop);
    return this.place(guard, position, plan);
  }

  /** Says how a position stands that is not ours to act on now. */
  private look(
    guard: ProtectionGuard,
    key: string,
    { position, plan }: { readonly position: OpenPosition | null; readonly plan: ProtectionPlan },
  ): void {
    if (position === null || plan.kind === 'flat') {
      this.settled(guard, 'the position is closed');
      this.guards.delete(key);
    } else if (plan.kind === 'protected') this.settled(guard, `stop ${plan.stop.key} stands`);
    else this.raise(guard, position, plan);
  }

  private async awaitAck(guard: ProtectionGuard, position: OpenPosition, stop: OrderRecord): Promise<void> {
    if (this.deps.clock.nowMs() - stop.createdMs < ACK_WITHIN_MS) return;
    await this.place(guard, position, { kind: 'missing', side: stop.side, partial: [] });
  }

  private async place(
    guard: ProtectionGuard,
    position: OpenPosition,
    plan: Extract<ProtectionPlan, { kind: 'missing' }>,
  ): Promise<void> {
    const nowMs = this.deps.clock.nowMs();
    if (nowMs < guard.waitUntilMs) return;
    const isCovered = plan.partial.length > 0;
    // WHY: the second stop gets its three seconds as well before the position is given up.
    if (guard.placedMs !== null && guard.placements >= PLACEMENTS_MAX && !isCovered) {
      const isWaiting = this.hasUnprovenStop(guard) && nowMs - guard.placedMs < ACK_WITHIN_MS;
      return isWaiting
        ? undefined
        : this.giveUp(guard, position, `no stop was to be had in ${PLACEMENTS_MAX} attempts`);
    }
    const triggerPx = this.wantedPx(position);
    if (triggerPx === null) return;
    guard.placements += 1;
    guard.placedMs = nowMs;
    const closesPosition = this.closesPosition(guard.account);
    const qtyBase = closesPosition ? null : toDecimalString(decimal(position.qtyBase).abs());
    const stop = this.intentFor(guard, {
      role: 'protective-stop',
      side: plan.side,
      type: 'stop-market',
      qtyBase,
      triggerPx,
      closesPosition,
    });
    const placed = await this.submit(guard, stop);
    if (placed.ok) {
      guard.isAskedAgain = true;
      return;
    }
    await this.afterRefusal(guard, position, { error: placed.error, partial: plan.partial });
  }

  private async afterRefusal(
    guard: ProtectionGuard,
    position: OpenPosition,
    refusal: { readonly error: DomainError; readonly partial: readonly OrderRecord[] },
  ): Promise<void> {
    const { error, partial } = refusal;
    if (error.code === 'ORDER_TRIGGERS_NOW') {
      return this.giveUp(guard, position, 'the price has passed the stop already');
    }
    if (error.outcome === 'unknown') return;
    if (partial.length > 0) {
      guard.waitUntilMs = this.deps.clock.nowMs() + pauseMs(guard.placements - 1);
      // WHY: some venues count the standing stop against the position and refuse a second reduce-only order beside it.
      if (error.code === 'ORDER_REDUCE_ONLY')
        await this.remove(guard, partial, 'it is replaced by one of the right size');
    }
    this.tell(
      guard,
      'stop_refused',
      'ERROR',
      `the stop of ${position.qtyBase} ${position.instrumentId} was refused: ${error.code}`,
    );
  }

  private async giveUp(guard: ProtectionGuard, position: OpenPosition, reason: string): Promise<void> {
    guard.flattenReason = reason;
    const text = `closing ${position.qtyBase} ${position.instrumentId} on ${position.account} at market: ${reason}`;
    this.tell(guard, 'unprotected_flattened', 'CRITICAL', text);
    guard.waitUntilMs = 0;
    await this.flatten(guard, position);
  }

  private async flatten(guard: ProtectionGuard, position: OpenPosition): Promise<void> {
    const nowMs = this.deps.clock.nowMs();
    if (nowMs < guard.waitUntilMs) return;
    guard.waitUntilMs = nowMs + Math.max(ACK_WITHIN_MS, pauseMs(guard.flattens));
    guard.flattens += 1;
    const qty = decimal(position.qtyBase);
    const closing = this.intentFor(guard, {
      role: 'flatten',
      side: qty.gt(0) ? 'SELL' : 'BUY',
      type: 'market',
      qtyBase: toDecimalString(qty.abs()),
      triggerPx: null,
      closesPosition: false,
    });
    const sent = await this.submit(guard, closing);
    if (sent.ok) return;
    guard.waitUntilMs = this.deps.clock.nowMs() + pauseMs(guard.flattens - 1);
    this.tell(
      guard,
      'flatten_failed',
      'CRITICAL',
      `closing ${position.qtyBase} ${position.instrumentId} failed: ${sent.error.code}`,
    );
  }

  private async submit(guard: ProtectionGuard, intent: OrderIntent): Promise<Result<Submitted, DomainError>> {
    try {
      return await this.deps.submit(guard.account, intent);
    } catch (e) {
      return err(domainError('VENUE_ERROR_UNMAPPED', `submit threw: ${String(e)}`, { outcome: 'unknown' }));
    }
  }

  private async remove(guard: ProtectionGuard, stops: readonly OrderRecord[], reason: string): Promise<void> {
    const nowMs = this.deps.clock.nowMs();
    for (const stop of stops) {
      const askedMs = guard.cancelAskedMs.get(stop.key);
      if (askedMs !== undefined && nowMs - askedMs < CANCEL_AGAIN_MS) continue;
      guard.cancelAskedMs.set(stop.key, nowMs);
      const cancelled = await this.deps.cancel(stop.key, reason);
      if (cancelled.ok || cancelled.error.code === 'ORDER_FINAL') continue;
      this.tell(
        guard,
        'stop_cancel_failed',
        'WARN',
        `stop ${stop.key} could not be cancelled: ${cancelled.error.code}`,
      );
    }
  }

  private intentFor(
    guard: ProtectionGuard,
    order: Pick<OrderIntent, 'role' | 'side' | 'type' | 'qtyBase' | 'triggerPx' | 'closesPosition'>,
  ): OrderIntent {
    return {
      ...order,
      intentId: this.deps.newIntentId(),
      source: 'protection',
      instrumentId: guard.instrumentId,
      tif: 'GTC',
      px: null,
      triggerBy: 'mark',
      isReduceOnly: true,
      leverage: null,
      expectedNetBps: null,
      stopPx: null,
      createdMs: this.deps.clock.nowMs(),
    };
  }

  private wantedPx(position: OpenPosition): DecimalString | null {
    const wanted = this.deps.stopPxOf(position);
    const instrument = this.deps.instrumentOf(position.instrumentId);
    if (wanted === null || instrument === null) return null;
    const isLong = decimal(position.qtyBase).gt(0);
    return toDecimalString(quantisePx(decimal(wanted), instrument, isLong ? 'up' : 'down'));
  }

  private closesPosition(account: AccountKey): boolean {
    return this.deps.clientOf(account)?.capabilities.closePosition ?? false;
  }

  private hasUnprovenStop(guard: ProtectionGuard): boolean {
    return this.deps.store
      .openOrders(guard.account)
      .some((o) => o.instrumentId === guard.instrumentId && isProtectiveStop(o) && isUnproven(o.state));
  }

  private settled(guard: ProtectionGuard, text: string): void {
    guard.placements = 0;
    guard.placedMs = null;
    guard.flattenReason = null;
    guard.flattens = 0;
    guard.waitUntilMs = 0;
    this.deps.facts.clear(unprotectedKey(guard), text);
  }

  private raise(guard: ProtectionGuard, position: OpenPosition, plan: ProtectionPlan): void {
    const isCovered = plan.kind === 'missing' && plan.partial.length > 0;
    const { account, instrumentId } = guard;
    const stop = isCovered ? 'a stop of another size or price' : 'no stop';
    const text = `${position.qtyBase} ${instrumentId} on ${account} has ${stop}`;
    const sinceMs = this.deps.clock.nowMs();
    this.deps.facts.raise({ key: unprotectedKey(guard), kind: 'unprotected', account, instrumentId, text, sinceMs });
  }

  /** Conditions from before a restart whose position and stops are gone meanwhile. */
  private clearForgotten(looked: ReadonlySet<string>): void {
    for (const { key, kind, account, instrumentId } of this.deps.facts.conditions()) {
      if (kind !== 'unprotected' || looked.has(`${String(account)}|${String(instrumentId)}`)) continue;
      if (account !== null && this.deps.clientOf(account) === null) continue;
      this.deps.facts.clear(key, 'the position is closed');
    }
  }

  private tell(guard: ProtectionGuard, event: string, severity: Severity, text: string): void {
    const [symbol = null] = guard.instrumentId.split('.');
    const [venue] = guard.account.split(':') as [Venue];
    const data = { account: guard.account, instrumentId: guard.instrumentId };
    this.deps.facts.append([{ kind: 'event', event, severity, symbol, venues: [venue], text, data }]);
  }

  private guardOf(key: string, account: AccountKey, instrumentId: InstrumentId): ProtectionGuard {
    const known = this.guards.get(key);
    if (known !== undefined) return known;
    const guard = newGuard(account, instrumentId);
    this.guards.set(key, guard);
    return guard;
  }
}

function unprotectedKey(guard: Pick<ProtectionGuard, 'account' | 'instrumentId'>): string {
  return `unprotected:${guard.account}:${guard.instrumentId}`;
}

function pauseMs(attempt: number): number {
  return PAUSES_MS[Math.max(0, Math.min(attempt, PAUSES_MS.length - 1))] as number;
}
