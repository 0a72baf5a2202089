import { ZERO } from '@riptide/core/domain';
import type { AccountTake } from '../market/order-flow.ts';
import type { RestingFill } from '../market/resting-queue.ts';
import { instrumentAt, setupOf, type AccountWorld } from './account-world.ts';
import { isConditional, isLive, liveOrder, lotsLeft, signOf, snapshot, type LiveOrder } from './live-order.ts';
import { balanceOf } from './margin.ts';
import type { SimEndReason, SimFill, SimOrder, SimOrderRequest, SimOutcome } from './model.ts';
import { checkOrder, firesAt, watchedTicks, wouldTake, type Checked, type OrderPlan } from './order-checks.ts';
import type { HeldPosition } from './position-book.ts';
import { feeAssetOf, positionSideOf, refreshLock, settleFill } from './settlement.ts';

/** Reasons that come from a person, a rule or a fault; the others are the order's own terms. */
const CANCELLED_BY = new Set<SimEndReason>([
  'user',
  'dead-man',
  'liquidation',
  'position-gone',
  'reduce-only',
  'fault',
]);

/** What may be done to an order as it is placed. */
export interface PlaceOptions {
  /** Fills at most this share at once; the rest rests behind the book, or ends. */
  readonly fillFracMax?: number;
  readonly parentOrderId?: number;
  readonly cause?: SimFill['cause'];
}

/** Places, matches, triggers and ends the orders of a venue. */
export class OrderDesk {
  private readonly world: AccountWorld;

  constructor(world: AccountWorld) {
    this.world = world;
  }

  /** Checks an order with the leverage and margin mode it carries; keeps those only when `keeps` and it passed. */
  check(accountId: number, request: SimOrderRequest, keeps: boolean): Checked {
    const { setups } = this.world;
    const key = `${accountId}|${request.ix}`;
    const before = setups.get(key);
    const known = this.world.units[request.ix] !== undefined;
    if (known && (request.leverage !== null || request.marginMode !== null)) {
      const setup = setupOf(this.world, accountId, request.ix);
      const { leverageMax } = instrumentAt(this.world, request.ix);
      const leverage = Math.max(1, Math.min(leverageMax, request.leverage ?? setup.leverage));
      const held = this.world.positions.of(accountId).some(({ ix, lots }) => ix === request.ix && lots !== 0);
      setups.set(key, { leverage, marginMode: held ? setup.marginMode : (request.marginMode ?? setup.marginMode) });
    }
    const checked = checkOrder(this.world, accountId, request);
    if (keeps && checked.ok) return checked;
    if (before === undefined) setups.delete(key);
    else setups.set(key, before);
    return checked;
  }

  place(accountId: number, request: SimOrderRequest, options: PlaceOptions = {}): SimOutcome<SimOrder> {
    const checked = this.check(accountId, request, true);
    if (!checked.ok) return checked;
    const order = this.open(accountId, checked.plan, options.parentOrderId ?? null);
    if (order.status === 'open') this.match(order, options);
    return { ok: true, value: snapshot(order) };
  }

  /** Closes lots of a position by force, past all checks. Returns the order, filled as far as the book gave. */
  force(position: HeldPosition, lots: number, cause: SimFill['cause']): SimOrder {
    const { accountId, ix, positionSide } = position;
    const request = forcedRequest({ ix, side: position.lots > 0 ? 'SELL' : 'BUY', lots, positionSide });
    const order = this.open(accountId, { request, targetLots: lots }, null);
    this.match(order, { cause });
    return snapshot(order);
  }

  /** Closes lots of a position against the house at a price, without the book. */
  closeAt(
    position: HeldPosition,
    lots: number,
    at: { readonly ticks: number; readonly cause: SimFill['cause'] },
  ): void {
    const { accountId, ix, positionSide } = position;
    const request = forcedRequest({ ix, side: position.lots > 0 ? 'SELL' : 'BUY', lots, positionSide });
    const order = this.open(accountId, { request, targetLots: lots }, null);
    this.settle(order, { ticks: at.ticks, lots, isMaker: false, cause: at.cause });
  }

  cancel(order: LiveOrder, reason: SimEndReason): SimOrder {
    if (order.status === 'open') this.world.market.accounts.resize(order.request.ix, order.id, 0);
    this.end(order, reason);
    return snapshot(order);
  }

  amend(
    order: LiveOrder,
    change: { readonly lots?: number; readonly ticks?: number; readonly triggerTicks?: number },
  ): SimOutcome<SimOrder> {
    const { market } = this.world;
    const before = order.request;
    const request: SimOrderRequest = {
      ...before,
      lots: change.lots ?? before.lots,
      ticks: change.ticks ?? before.ticks,
      triggerTicks: change.triggerTicks ?? before.triggerTicks,
    };
    const keepsPlace =
      order.status === 'open' && request.ticks === before.ticks && (request.lots ?? 0) <= order.targetLots;
    if (request.lots !== null && !Number.isSafeInteger(request.lots)) return { ok: false, refusal: 'qty-off-step' };
    const isUsedUp = request.lots !== null && request.lots <= order.cumLots;
    if (isUsedUp) return { ok: false, refusal: 'qty-too-small' };
    if (!keepsPlace) {
      const checked = this.checkAmended(order, request);
      if (!checked.ok) return checked;
    }
    const wasResting = order.status === 'open';
    order.request = request;
    order.targetLots = request.lots ?? order.targetLots;
    this.touch(order);
    if (wasResting) market.accounts.resize(request.ix, order.id, keepsPlace ? lotsLeft(order) : 0);
    this.world.events.tell('onOrder', snapshot(order));
    this.tellLock(order);
    if (wasResting && !keepsPlace) this.match(order, {});
    return { ok: true, value: snapshot(order) };
  }

  /** Resting orders were hit by the flow or by another account. */
  onResting(fills: readonly RestingFill[]): void {
    for (const { orderId, ticks, lots } of fills) {
      const order = this.world.store.get(orderId);
      if (order === null) throw new Error(`Invariant: no order ${orderId} behind a resting fill`);
      // An earlier fill of the same sweep may have cut or ended it: reduce-only follows the position.
      const due = isLive(order) ? Math.min(lots, lotsLeft(order)) : 0;
      if (due > 0) this.settle(order, { ticks, lots: due, isMaker: true, cause: 'order' });
    }
  }

  /** Fires every conditional order whose price has come. */
  fireConditionals(): void {
    for (const order of Array.from(this.world.store.conditionals())) {
      if (!isLive(order) || this.world.market.accounts.isHalted(order.request.ix)) continue;
      if (firesAt(order.request, watchedTicks(this.world, order.request))) this.fire(order);
    }
  }

  /** Cuts or ends what may only reduce, after a position got smaller. */
  followPosition(position: HeldPosition): void {
    const { accountId, ix, positionSide, lots } = position;
    for (const order of Array.from(this.world.store.liveOf(accountId).values())) {
      const { isReduceOnly, closesPosition, side } = order.request;
      const isOurs = order.request.ix === ix && positionSideOf(this.world, order) === positionSide;
      if (!isOurs || !isLive(order) || (!isReduceOnly && !closesPosition)) continue;
      const room = Math.max(0, -lots * signOf(side));
      if (order.status === 'untriggered') {
        if (closesPosition && room === 0) this.cancel(order, 'position-gone');
      } else if (room === 0) this.cancel(order, 'reduce-only');
      else if (lotsLeft(order) > room) this.shrink(order, order.cumLots + room);
    }
  }

  private fire(order: LiveOrder): void {
    const { request, accountId } = order;
    const type = request.type === 'stop-limit' || request.type === 'take-profit-limit' ? 'limit' : 'market';
    const child: SimOrderRequest = {
      ...request,
      type,
      triggerTicks: null,
      ticks: type === 'limit' ? request.ticks : null,
    };
    // It stops being live first: its client id and what it locks pass on to the order it becomes.
    order.status = 'filled';
    this.touch(order);
    const checked = this.check(accountId, { ...child, clientId: '' }, true);
    if (!checked.ok) {
      order.status = 'untriggered';
      this.touch(order);
      // A book with nothing to take fills up again: the order waits for it rather than to be lost.
      if (checked.refusal === 'no-depth') return;
      this.end(order, checked.refusal === 'reduce-only' ? 'position-gone' : 'margin');
      return;
    }
    const { plan } = checked;
    const named: OrderPlan = { ...plan, request: { ...plan.request, clientId: request.clientId } };
    order.firedOrderId = this.world.ids.order + 1;
    this.touch(order);
    this.world.events.tell('onOrder', snapshot(order));
    const fired = this.open(accountId, named, order.id);
    this.match(fired, {});
  }

  private checkAmended(order: LiveOrder, request: SimOrderRequest): Checked {
    // Its own lock and client id must not stand against it: it is looked at as if it were gone.
    const live = this.world.store.liveOf(order.accountId);
    live.delete(order.id);
    const left = request.lots === null ? null : request.lots - order.cumLots;
    const checked = this.check(order.accountId, { ...request, lots: left, clientId: '' }, false);
    this.world.store.index(order);
    return checked;
  }

  private open(accountId: number, plan: OrderPlan, parentOrderId: number | null): LiveOrder {
    const { request, targetLots } = plan;
    const { world } = this;
    world.ids.order += 1;
    const order = liveOrder(
      {
        id: world.ids.order,
        accountId,
        kind: instrumentAt(world, request.ix).kind,
        parentOrderId,
        request,
        targetLots,
        status: isConditional(request) ? 'untriggered' : 'open',
        createdMs: world.market.nowMs(),
      },
      feeAssetOf(world, request.ix, request.side),
    );
    refreshLock(world, order);
    world.store.add(order);
    world.events.tell('onOrder', snapshot(order));
    this.tellLock(order);
    return order;
  }

  private match(order: LiveOrder, options: PlaceOptions): void {
    const { accountId, request } = order;
    const { ix, side, type, tif, ticks } = request;
    const { accounts } = this.world.market;
    const want = { accountId, side, lots: lotsLeft(order), limitTicks: type === 'market' ? null : ticks };
    const mayRest = type === 'limit' && (tif === 'GTC' || tif === 'POST_ONLY');
    if (tif === 'POST_ONLY' && type === 'limit') {
      if (wouldTake(this.world, request)) this.end(order, 'post-only');
      else this.rest(order);
      return;
    }
    if (tif === 'FOK' && type === 'limit' && total(accounts.previewTake(ix, want)) < want.lots) {
      this.end(order, 'fok');
      return;
    }
    const lots = Math.ceil(want.lots * Math.min(1, options.fillFracMax ?? 1));
    const taken = accounts.takeLiquidity(ix, { ...want, lots });
    for (const fill of taken.fills) {
      this.settle(order, { ...fill, isMaker: false, cause: options.cause ?? 'order' });
    }
    if (!isLive(order)) return;
    if (taken.isSelf) this.end(order, 'self-trade');
    else if (!mayRest) this.end(order, lots < want.lots ? 'fault' : 'ioc');
    else if (wouldTake(this.world, request) && !accounts.withdraw(ix, { side, limitTicks: ticks ?? 0 }))
      this.end(order, 'fault');
    else this.rest(order);
  }

  private rest(order: LiveOrder): void {
    const { ix, side, ticks } = order.request;
    if (ticks === null) throw new Error(`Invariant: order ${order.id} has no price to rest at`);
    const { id: orderId, accountId } = order;
    this.world.market.accounts.rest(ix, { orderId, accountId, side, lots: lotsLeft(order), limitTicks: ticks });
  }

  private settle(order: LiveOrder, execution: Parameters<typeof settleFill>[2]): void {
    const position = settleFill(this.world, order, execution);
    if (position !== null) this.followPosition(position);
  }

  private shrink(order: LiveOrder, targetLots: number): void {
    order.request = { ...order.request, lots: targetLots };
    order.targetLots = targetLots;
    this.touch(order);
    this.world.market.accounts.resize(order.request.ix, order.id, lotsLeft(order));
    this.world.events.tell('onOrder', snapshot(order));
  }

  private end(order: LiveOrder, reason: SimEndReason): void {
    order.status = CANCELLED_BY.has(reason) ? 'cancelled' : 'expired';
    order.endReason = reason;
    this.touch(order);
    this.world.events.tell('onOrder', snapshot(order));
    this.tellLock(order);
  }

  private touch(order: LiveOrder): void {
    order.updatedMs = this.world.market.nowMs();
    order.shown = null;
    refreshLock(this.world, order);
    this.world.store.index(order);
  }

  private tellLock(order: LiveOrder): void {
    if (order.kind === 'perp' || (order.lock.eq(ZERO) && isLive(order))) return;
    const balance = balanceOf(this.world, order.accountId, this.world.rules.pockets.spot, order.lockAsset);
    this.world.events.tell('onBalance', balance, 'order');
  }
}

function total(taken: AccountTake): number {
  return taken.fills.reduce((sum, { lots }) => sum + lots, 0);
}

function forcedRequest(of: {
  ix: number;
  side: 'BUY' | 'SELL';
  lots: number;
  positionSide: HeldPosition['positionSide'];
}): SimOrderRequest {
  return {
    ix: of.ix,
    side: of.side,
    type: 'market',
    tif: 'IOC',
    lots: of.lots,
    quoteAmount: null,
    ticks: null,
    triggerTicks: null,
    triggerBy: 'mark',
    triggerDirection: null,
    isReduceOnly: true,
    closesPosition: false,
    clientId: '',
    leverage: null,
    marginMode: null,
    positionSide: of.positionSide === 'BOTH' ? null : of.positionSide,
  };
}
