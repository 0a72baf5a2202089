import { decimal, ONE, ZERO, type Decimal } from '@riptide/core/domain';
import { instrumentAt, pocketOf, setupOf, unitsAt, type AccountWorld } from './account-world.ts';
import { isConditional, isLive, signOf } from './live-order.ts';
import { freeOf } from './margin.ts';
import type { SimOrderRequest, SimRefusal } from './model.ts';
import type { HeldPosition } from './position-book.ts';
import { buyCost, feeRatesOf } from './settlement.ts';
import { CONDITIONAL_ORDERS_MAX, OPEN_ORDERS_MAX, POSITION_USD_MAX } from './venue-rules.ts';

/** What an order comes to once it was read against the account and the book. */
export interface OrderPlan {
  readonly targetLots: number;
  /** The request with what the venue made of it: cut by reduce-only. */
  readonly request: SimOrderRequest;
}

export type Checked =
  { readonly ok: true; readonly plan: OrderPlan } | { readonly ok: false; readonly refusal: SimRefusal };

function refused(refusal: SimRefusal): Checked {
  return { ok: false, refusal };
}

/** Returns the position a request would close, or null when there is none of that direction. */
function closable(world: AccountWorld, accountId: number, request: SimOrderRequest): HeldPosition | null {
  if (instrumentAt(world, request.ix).kind === 'spot') return null;
  const side = world.hedged.has(accountId) ? (request.positionSide ?? 'BOTH') : 'BOTH';
  const position = world.positions.at(accountId, request.ix, side);
  return position.lots * signOf(request.side) < 0 ? position : null;
}

/** Checks an order as its venue does and says what it comes to. Changes nothing. */
export function checkOrder(world: AccountWorld, accountId: number, request: SimOrderRequest): Checked {
  const refusal = formRefusal(world, accountId, request) ?? placeRefusal(world, accountId, request);
  if (refusal !== null) return refused(refusal);
  const closing = closable(world, accountId, request);
  if (isConditional(request)) return checkConditional(world, accountId, { request, closing });
  const mustClose = request.isReduceOnly || request.closesPosition || closesByMode(world, accountId, request);
  if (mustClose && closing === null) return refused('reduce-only');
  const wanted = request.quoteAmount === null ? request.lots : lotsForQuote(world, accountId, request);
  const lots = mustClose && closing !== null ? Math.min(wanted ?? Infinity, Math.abs(closing.lots)) : (wanted ?? 0);
  if (lots < instrumentAt(world, request.ix).qtyMinLots) return refused('qty-too-small');
  const cut = mustClose && lots !== request.lots ? { ...request, lots } : request;
  const plan: OrderPlan = { targetLots: lots, request: mustClose ? { ...cut, isReduceOnly: true } : cut };
  const failed = bookRefusal(world, accountId, plan) ?? (mustClose ? null : fundsRefusal(world, accountId, plan));
  return failed === null ? { ok: true, plan } : refused(failed);
}

/** In hedge mode a sale of the long side, or a buy of the short side, can only close. */
function closesByMode(world: AccountWorld, accountId: number, { positionSide, side }: SimOrderRequest): boolean {
  if (!world.hedged.has(accountId) || positionSide === null) return false;
  return (positionSide === 'LONG') !== (side === 'BUY');
}

/** Faults in the request itself. */
function formRefusal(world: AccountWorld, accountId: number, request: SimOrderRequest): SimRefusal | null {
  const instrument = world.units[request.ix]?.instrument;
  if (instrument === undefined) return 'unknown-symbol';
  if (world.market.accounts.isHalted(request.ix)) return 'halted';
  if (instrument.kind === 'spot') {
    if (request.isReduceOnly || request.closesPosition) return 'reduce-only';
  } else {
    if (world.hedged.has(accountId) !== (request.positionSide !== null)) return 'position-side';
    if (request.quoteAmount !== null) return 'qty-off-step';
  }
  const { lots, quoteAmount, closesPosition, leverage } = request;
  if (leverage !== null && (leverage < 1 || leverage > instrument.leverageMax)) return 'leverage-invalid';
  if (lots === null && quoteAmount === null && !closesPosition) return 'qty-too-small';
  if (quoteAmount?.lte(0) === true) return 'qty-too-small';
  return lotsRefusal(world, request) ?? pricesRefusal(request);
}

function lotsRefusal(world: AccountWorld, { lots, type, ix }: SimOrderRequest): SimRefusal | null {
  if (lots === null) return null;
  if (!Number.isSafeInteger(lots)) return 'qty-off-step';
  if (lots < instrumentAt(world, ix).qtyMinLots) return 'qty-too-small';
  const isLimit = type === 'limit' || type === 'stop-limit' || type === 'take-profit-limit';
  return lots > world.rules.lotsMax[isLimit ? 'limit' : 'market'] ? 'qty-too-large' : null;
}

function pricesRefusal(request: SimOrderRequest): SimRefusal | null {
  const needsPx = request.type === 'limit' || request.type === 'stop-limit' || request.type === 'take-profit-limit';
  for (const [ticks, isNeeded] of [
    [request.ticks, needsPx],
    [request.triggerTicks, isConditional(request)],
  ] as const) {
    if (!isNeeded) continue;
    if (ticks === null || !Number.isSafeInteger(ticks)) return 'px-off-tick';
    if (ticks < 1) return 'px-out-of-band';
  }
  return null;
}

/** Faults of the request against the account's orders and the price. */
function placeRefusal(world: AccountWorld, accountId: number, request: SimOrderRequest): SimRefusal | null {
  const { ix, clientId, marginMode } = request;
  const { kind, notionalMin } = instrumentAt(world, ix);
  if (clientId !== '') {
    const same = world.store.named(accountId, kind, clientId);
    const isTaken = world.rules.clientIdAgain === 'never' ? same.length > 0 : same.some(isLive);
    if (isTaken) return 'duplicate-client-id';
  }
  let sameKind = 0;
  for (const order of world.store.liveOf(accountId).values()) {
    if (order.request.ix === ix && isConditional(order.request) === isConditional(request)) sameKind += 1;
  }
  if (sameKind >= (isConditional(request) ? CONDITIONAL_ORDERS_MAX : OPEN_ORDERS_MAX)) return 'too-many-orders';
  const hasOther = marginMode !== null && setupOf(world, accountId, ix).marginMode !== marginMode;
  if (hasOther && world.positions.of(accountId).some((held) => held.ix === ix && held.lots !== 0))
    return 'margin-mode-locked';
  const reference = referenceTicks(world, ix);
  if (request.ticks !== null && isOutOfBand(world, request, reference)) return 'px-out-of-band';
  const closes = request.isReduceOnly || request.closesPosition || closesByMode(world, accountId, request);
  if (closes || request.lots === null) {
    const isTiny = request.quoteAmount !== null && request.quoteAmount.lt(decimal(notionalMin));
    return isTiny ? 'notional-too-small' : null;
  }
  const value = unitsAt(world, ix)
    .quotePerLotTick.times(request.lots)
    .times(request.ticks ?? request.triggerTicks ?? reference);
  return value.lt(decimal(notionalMin)) ? 'notional-too-small' : null;
}

/** Mark in ticks for perps, last trade for spot. */
function referenceTicks(world: AccountWorld, ix: number): number {
  const { kind, pxTick } = instrumentAt(world, ix);
  return kind === 'perp' ? world.market.mark(ix).markPx / pxTick : world.market.accounts.lastTicks(ix);
}

function isOutOfBand(world: AccountWorld, request: SimOrderRequest, reference: number): boolean {
  const { kind } = instrumentAt(world, request.ix);
  const band = world.rules.bandFrac[kind];
  const from = isConditional(request) ? (request.triggerTicks ?? reference) : reference;
  const ticks = request.ticks ?? from;
  return request.side === 'BUY' ? ticks > from * (1 + band) : ticks < from / (1 + band);
}

/** Returns the price a conditional order watches, in ticks (not rounded). */
export function watchedTicks(world: AccountWorld, request: SimOrderRequest): number {
  const { kind, pxTick } = instrumentAt(world, request.ix);
  if (kind === 'spot' || request.triggerBy === 'last') return world.market.accounts.lastTicks(request.ix);
  const mark = world.market.mark(request.ix);
  return (request.triggerBy === 'mark' ? mark.markPx : mark.indexPx) / pxTick;
}

/** Returns true when a conditional order fires at the watched price. */
export function firesAt(request: SimOrderRequest, ticks: number): boolean {
  const isStop = request.type === 'stop-market' || request.type === 'stop-limit';
  const direction = request.triggerDirection ?? (isStop === (request.side === 'BUY') ? 'rises' : 'falls');
  const trigger = request.triggerTicks ?? 0;
  return direction === 'rises' ? ticks >= trigger : ticks <= trigger;
}

function checkConditional(
  world: AccountWorld,
  accountId: number,
  { request, closing }: { readonly request: SimOrderRequest; readonly closing: HeldPosition | null },
): Checked {
  if (request.closesPosition && closing === null) return refused('reduce-only');
  if (firesAt(request, watchedTicks(world, request))) return refused('triggers-now');
  const plan: OrderPlan = { targetLots: request.lots ?? 0, request };
  const isSpot = instrumentAt(world, request.ix).kind === 'spot';
  const failed = isSpot ? fundsRefusal(world, accountId, plan) : null;
  return failed === null ? { ok: true, plan } : refused(failed);
}

/** Lots that a spot market buy of `quoteAmount` gets from the book as it stands. */
function lotsForQuote(world: AccountWorld, accountId: number, request: SimOrderRequest): number {
  const { ix, side } = request;
  const { quotePerLotTick } = unitsAt(world, ix);
  const paysFee = side === 'BUY' && world.rules.spotBuyFeeIn === 'quote';
  const fee = paysFee ? decimal(feeRatesOf(world, accountId, ix).takerFrac) : ZERO;
  let left: Decimal = (request.quoteAmount ?? ZERO).div(ONE.plus(fee));
  let lots = 0;
  for (const level of world.market.book(ix).levels(side === 'BUY' ? 'ask' : 'bid', 500)) {
    const perLot = quotePerLotTick.times(level.ticks);
    const take = Math.min(level.lots, Number(left.div(perLot).round(0, 0)));
    lots += take;
    left = left.minus(perLot.times(take));
    if (take < level.lots) break;
  }
  return lots;
}

/** Faults against the book: nothing to take, or taking where it must not. */
function bookRefusal(world: AccountWorld, accountId: number, { request, targetLots }: OrderPlan): SimRefusal | null {
  const { ix, side, type, tif } = request;
  if (type === 'market') {
    const seen = world.market.accounts.previewTake(ix, { accountId, side, lots: targetLots, limitTicks: null });
    return seen.fills.length === 0 && !seen.isSelf ? 'no-depth' : null;
  }
  if (tif !== 'POST_ONLY' || world.rules.postOnlyThatTakes === 'end') return null;
  return wouldTake(world, request) ? 'would-take' : null;
}

/** Returns true when a limit order meets the other side of the book. */
export function wouldTake(world: AccountWorld, { ix, side, ticks }: SimOrderRequest): boolean {
  const book = world.market.book(ix);
  const other = side === 'BUY' ? book.bestAsk : book.bestBid;
  if (other === null || ticks === null) return false;
  return side === 'BUY' ? ticks >= other.ticks : ticks <= other.ticks;
}

/** Faults against what the account has. */
function fundsRefusal(
  world: AccountWorld,
  accountId: number,
  { request, targetLots: lots }: OrderPlan,
): SimRefusal | null {
  const { ix, side } = request;
  const units = unitsAt(world, ix);
  const { kind, base, quote } = units.instrument;
  const pocket = pocketOf(world, ix);
  const lotTicks =
    lots * (request.ticks ?? request.triggerTicks ?? 0) || expectedLotTicks(world, accountId, request, lots);
  if (kind === 'spot') {
    const asset = side === 'BUY' ? quote : base;
    const needed = side === 'BUY' ? buyCost(world, accountId, { ix, lots, lotTicks }) : units.qtyStep.times(lots);
    return needed.gt(freeOf(world, accountId, { pocket, asset })) ? 'balance-insufficient' : null;
  }
  const now = freeOf(world, accountId, { pocket, asset: quote });
  const after = freeOf(world, accountId, { pocket, asset: quote }, { ix, side, lots, lotTicks });
  const value = units.quotePerLotTick.times(lotTicks);
  const fee = value.times(decimal(feeRatesOf(world, accountId, ix).takerFrac));
  if (after.lt(now) && after.minus(fee).lt(0)) return 'margin-insufficient';
  const held = world.positions.at(
    accountId,
    ix,
    world.hedged.has(accountId) ? (request.positionSide ?? 'BOTH') : 'BOTH',
  );
  const grown = held.cost.plus(value.times(signOf(side))).abs();
  return grown.gt(held.cost.abs()) && grown.gt(decimal(POSITION_USD_MAX)) ? 'position-limit' : null;
}

function expectedLotTicks(world: AccountWorld, accountId: number, { ix, side }: SimOrderRequest, lots: number): number {
  const { fills } = world.market.accounts.previewTake(ix, { accountId, side, lots, limitTicks: null });
  return fills.reduce((sum, fill) => sum + fill.lots * fill.ticks, 0);
}
