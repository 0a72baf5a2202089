import type { Clock } from '@riptide/core/kernel';
import type { SimAccounts, SimOrder, SimPosition, SimTriggerBy } from '../../account/model.ts';
import type { BybitListing } from '../bybit-listing.ts';
import { invalid, type BybitAnswer } from './bybit-answer.ts';
import { isConditional, type OrderOrigin } from './bybit-order-row.ts';
import { bybitRefusalOf } from './bybit-refusals.ts';

export type StopKind = 'takeProfit' | 'stopLoss';

/** A take-profit or a stop-loss of a position. */
export interface WantedStop {
  readonly kind: StopKind;
  readonly triggerTicks: number;
  readonly triggerBy: SimTriggerBy;
  /** Null: closes by market. */
  readonly limitTicks: number | null;
  /** Null: the whole position, whatever its size is then. */
  readonly lots: number | null;
}

/** Whose position, at which listing. */
export interface StopTarget {
  readonly accountId: number;
  readonly listing: BybitListing;
  readonly positionSide: 'LONG' | 'SHORT' | null;
}

const PLAIN: OrderOrigin = { createType: 'CreateByUser', stopOrderType: '', tpslMode: 'UNKNOWN' };
const STOP: OrderOrigin = { createType: 'CreateByUser', stopOrderType: 'Stop', tpslMode: 'UNKNOWN' };
const WORDS = { takeProfit: 'TakeProfit', stopLoss: 'StopLoss' } as const;
const ORIGINS_KEPT = 50_000;

/** Stops that belong to a position rather than to an order: `trading-stop`, and those sent along with an order. */
export class AttachedStops {
  private readonly accounts: SimAccounts;
  private readonly clock: Clock;
  private readonly origins = new Map<number, OrderOrigin>();
  private readonly full = new Map<string, number>();
  private readonly waiting = new Map<number, { readonly target: StopTarget; readonly wanted: readonly WantedStop[] }>();

  constructor(accounts: SimAccounts, clock: Clock) {
    this.accounts = accounts;
    this.clock = clock;
  }

  /** What made an order. */
  originOf(order: SimOrder): OrderOrigin {
    const known = this.origins.get(order.parentOrderId ?? order.id);
    if (known !== undefined) return known;
    if (isForced(order)) return this.forcedOrigin(order);
    return isConditional(order) || order.parentOrderId !== null ? STOP : PLAIN;
  }

  private forcedOrigin(order: SimOrder): OrderOrigin {
    const [fill] = this.accounts.fills(order.accountId, { orderId: order.id, limit: 1 });
    return { ...PLAIN, createType: fill?.cause === 'adl' ? 'CreateByAdl_PassThrough' : 'CreateByLiq' };
  }

  /** The trigger of a position's own stop in ticks; null without one. */
  triggerOf(target: StopTarget, kind: StopKind): number | null {
    return this.standing(target, kind)?.request.triggerTicks ?? null;
  }

  /** Keeps stops until the first fill of an order. */
  attach(order: SimOrder, target: StopTarget, wanted: readonly WantedStop[]): void {
    if (wanted.length === 0) return;
    this.waiting.set(order.id, { target, wanted });
    this.follow(order);
  }

  /** Sets what waits for an order once it has filled; forgets it when the order ends without. */
  follow(order: SimOrder): void {
    const found = this.waiting.get(order.parentOrderId ?? order.id);
    const isOver = order.status !== 'open' && order.status !== 'untriggered' && order.firedOrderId === null;
    if (found === undefined || (order.cumLots === 0 && !isOver)) return;
    this.waiting.delete(order.parentOrderId ?? order.id);
    if (order.cumLots === 0) return;
    // Not within the accounts' own news: the position is complete only after it.
    this.clock.after(0, () => {
      for (const wanted of found.wanted) this.set(found.target, wanted);
    });
  }

  /** Cancels a position's own stop; false when there is none. */
  clear(target: StopTarget, kind: StopKind): boolean {
    const order = this.standing(target, kind);
    if (order === null) return false;
    this.full.delete(keyOf(target, kind));
    return this.accounts.cancel(target.accountId, { id: order.id }).ok;
  }

  /** Sets a stop: one for the whole position replaces the one before, a partial one is added. Refuses without a position. */
  set(target: StopTarget, wanted: WantedStop): BybitAnswer | null {
    const position = this.positionOf(target);
    if (position === null) return invalid('can not set tp/sl/ts for zero position');
    const request = requestOf(target, position, wanted);
    const tested = this.accounts.test(target.accountId, request);
    if (!tested.ok) return bybitRefusalOf('linear', tested.refusal);
    const isPartial = wanted.lots !== null;
    if (!isPartial) this.clear(target, wanted.kind);
    const placed = this.accounts.place(target.accountId, request);
    if (!placed.ok) return bybitRefusalOf('linear', placed.refusal);
    const stopOrderType = `${isPartial ? 'Partial' : ''}${WORDS[wanted.kind]}`;
    const tpslMode = isPartial ? 'Partial' : 'Full';
    this.remember(placed.value.id, { createType: `CreateBy${stopOrderType}`, stopOrderType, tpslMode });
    if (!isPartial) this.full.set(keyOf(target, wanted.kind), placed.value.id);
    return null;
  }

  /** The position that a stop would close; null when flat. */
  positionOf({ accountId, listing, positionSide }: StopTarget): SimPosition | null {
    const side = positionSide ?? 'BOTH';
    const found = this.accounts.positions(accountId, { ix: listing.ix }).find((one) => one.positionSide === side);
    return found === undefined || found.lots === 0 ? null : found;
  }

  private standing(target: StopTarget, kind: StopKind): SimOrder | null {
    const id = this.full.get(keyOf(target, kind));
    const order = id === undefined ? null : this.accounts.order(target.accountId, { id });
    return order?.status === 'untriggered' ? order : null;
  }

  private remember(orderId: number, origin: OrderOrigin): void {
    this.origins.set(orderId, origin);
    if (this.origins.size <= ORIGINS_KEPT) return;
    const [oldest] = this.origins.keys();
    if (oldest !== undefined) this.origins.delete(oldest);
  }
}

/** The venue alone sends market orders as IOC: those that close by force. */
function isForced({ request }: SimOrder): boolean {
  return request.type === 'market' && request.tif === 'IOC' && request.clientId === '';
}

function keyOf({ accountId, listing, positionSide }: StopTarget, kind: StopKind): string {
  return `${accountId}|${listing.ix}|${positionSide ?? 'BOTH'}|${kind}`;
}

function requestOf(target: StopTarget, position: SimPosition, wanted: WantedStop) {
  const isLong = position.lots > 0;
  const isStop = wanted.kind === 'stopLoss';
  const head = isStop ? 'stop' : 'take-profit';
  return {
    ix: target.listing.ix,
    side: isLong ? ('SELL' as const) : ('BUY' as const),
    type: wanted.limitTicks === null ? (`${head}-market` as const) : (`${head}-limit` as const),
    tif: 'GTC' as const,
    lots: wanted.lots,
    quoteAmount: null,
    ticks: wanted.limitTicks,
    triggerTicks: wanted.triggerTicks,
    triggerBy: wanted.triggerBy,
    triggerDirection: isLong === isStop ? ('falls' as const) : ('rises' as const),
    isReduceOnly: wanted.lots !== null,
    closesPosition: wanted.lots === null,
    clientId: '',
    leverage: null,
    marginMode: null,
    positionSide: target.positionSide,
  };
}
