import { normal } from '@riptide/core/kernel';
import { lotUsd, type ListingState } from './listing-state.ts';
import type { SimLevelChange, SimLiquidation, SimSide, SimTrade } from './model.ts';
import type { RestingFill } from './resting-queue.ts';

const TRADES_KEPT = 500;
const LEVELS_MIN = 12;
/** An order of an account leaves at least this many levels of a side. */
const ACCOUNT_LEVELS_LEFT = 1;
/** The book reaches this far from the touch. */
const DEPTH_FRAC = 0.012;
const LIQUIDATION_BANKRUPTCY_FRAC = 0.004;

/** Where the flow of one listing reports to. */
export interface FlowSink {
  book(state: ListingState, changes: readonly SimLevelChange[], atMs: number): void;
  trade(state: ListingState, trade: SimTrade): void;
  liquidation(state: ListingState, liquidation: SimLiquidation): void;
  /** Resting orders of accounts were filled; told after the book event that shows it. */
  resting(state: ListingState, fills: readonly RestingFill[], atMs: number): void;
}

function opposite(side: SimSide): SimSide {
  return side === 'bid' ? 'ask' : 'bid';
}

/** +1 where worse means lower (bids), -1 where worse means higher (asks). */
function signOf(side: SimSide): 1 | -1 {
  return side === 'bid' ? 1 : -1;
}

function lotsFor(state: ListingState, ticks: number, medianUsd: number): number {
  const usd = medianUsd * Math.exp(0.9 * normal(state.random));
  return Math.max(state.instrument.qtyMinLots, Math.round(usd / lotUsd(state.instrument, ticks)));
}

function reachTicks(state: ListingState, ticks: number): number {
  return Math.max(state.temper.levelCount * 1.5, ticks * DEPTH_FRAC);
}

/** A distance from the touch: mostly near, rarely far (log-uniform). */
function drawOffset(state: ListingState, ticks: number): number {
  return Math.floor(Math.exp(state.random() * Math.log(reachTicks(state, ticks))));
}

function putLevel(state: ListingState, side: SimSide, ticks: number, offset: number): void {
  if (ticks < 1) return;
  const depth = 1 + 3 * Math.min(1, (offset / ticks) * 1e3);
  const lots = lotsFor(state, ticks, state.temper.levelUsd * depth);
  state.book.set(side, ticks, lots, 1 + Math.floor(state.random() * 12));
}

/** Adds one resting level somewhere behind the best of a side. */
function addLevel(state: ListingState, side: SimSide): void {
  const best = state.book.ticksAt(side, 0);
  if (best === null) return;
  const offset = drawOffset(state, best);
  putLevel(state, side, best - signOf(side) * offset, offset);
}

/** Takes away the furthest level when it is out of reach, otherwise any but the best. */
function removeLevel(state: ListingState, side: SimSide): void {
  const size = state.book.size(side);
  const best = state.book.ticksAt(side, 0);
  const furthest = state.book.ticksAt(side, size - 1);
  if (size <= LEVELS_MIN || best === null || furthest === null) return;
  const isFar = Math.abs(best - furthest) > reachTicks(state, best);
  const depth = isFar ? size - 1 : 1 + Math.floor(state.random() * (size - 1));
  const ticks = state.book.ticksAt(side, depth);
  if (ticks !== null) state.book.set(side, ticks, 0);
}

function resizeLevel(state: ListingState, side: SimSide): void {
  const depth = Math.floor(Math.exp(state.random() * Math.log(state.book.size(side)))) - 1;
  const ticks = state.book.ticksAt(side, Math.max(0, depth));
  if (ticks !== null) putLevel(state, side, ticks, depth);
}

/** Fills an empty book around a price, dense at the touch and thin far from it, without reporting it. */
export function seedBook(state: ListingState, fairTicks: number): void {
  const bid = Math.max(1, Math.round(fairTicks - state.spreadTicks / 2));
  const { levelCount } = state.temper;
  const step = Math.log(reachTicks(state, bid)) / levelCount;
  for (const side of ['bid', 'ask'] as const) {
    const best = side === 'bid' ? bid : bid + state.spreadTicks;
    let offset = -1;
    for (let level = 0; level < levelCount; level += 1) {
      offset = Math.max(offset + 1, Math.floor(Math.exp(level * step) - 1));
      putLevel(state, side, best - signOf(side) * offset, offset);
    }
  }
  state.lastTicks = bid;
}

function recordTrade(state: ListingState, trade: Omit<SimTrade, 'id'>, sink: FlowSink): void {
  state.tradeId += 1;
  const full: SimTrade = { id: state.tradeId, ...trade };
  state.lastTicks = trade.ticks;
  state.trades.push(full);
  if (state.trades.length > TRADES_KEPT) state.trades.shift();
  sink.trade(state, full);
}

/** Trades up to `lots` at one level, resting orders of accounts in their turn. Returns the lots traded. */
function tradeLevel(state: ListingState, side: SimSide, ticks: number, lots: number): number {
  const { book } = state;
  const taken = book.resting.plan({ side, ticks, flowLots: book.flowLotsAt(side, ticks) }, lots, null);
  book.trade(side, ticks, taken);
  return taken.flowLots + taken.ownLots;
}

/** Takes up to `lots` from one side, level by level, leaving a minimum of levels. Returns what was filled. */
function take(
  state: ListingState,
  order: { readonly side: SimSide; readonly lots: number; readonly atMs: number },
  sink: FlowSink,
): { readonly lots: number; readonly lotTicks: number } {
  let left = order.lots;
  let lotTicks = 0;
  while (left > 0 && state.book.size(order.side) > LEVELS_MIN) {
    const ticks = state.book.ticksAt(order.side, 0);
    if (ticks === null) break;
    const filled = tradeLevel(state, order.side, ticks, left);
    left -= filled;
    lotTicks += filled * ticks;
    const takerSide = order.side === 'ask' ? 'BUY' : 'SELL';
    recordTrade(state, { ticks, lots: filled, takerSide, atMs: order.atMs }, sink);
  }
  return { lots: order.lots - left, lotTicks };
}

/**
 * Clears the levels of a side that the new price has overrun: some are traded through, the rest cancelled. Resting orders of
 * accounts are never cancelled by it: those that the other side's new touch meets are filled at their price, the others stay.
 */
function clearOverrun(
  state: ListingState,
  side: SimSide,
  touch: { readonly own: number; readonly other: number; readonly atMs: number },
  sink: FlowSink,
): void {
  const { book } = state;
  const sign = signOf(side);
  const takerSide = side === 'ask' ? 'BUY' : 'SELL';
  let tradesLeft = 2;
  let depth = 0;
  for (;;) {
    const ticks = book.ticksAt(side, depth);
    if (ticks === null || (ticks - touch.own) * sign <= 0) return;
    const own = book.resting.lotsAt(side, ticks);
    if (own > 0 && (ticks - touch.other) * sign >= 0) {
      const lots = tradeLevel(state, side, ticks, book.lotsAt(side, ticks));
      recordTrade(state, { ticks, lots, takerSide, atMs: touch.atMs }, sink);
      continue;
    }
    if (tradesLeft > 0 && state.random() < 0.25) {
      tradesLeft -= 1;
      const wanted = lotsFor(state, ticks, state.temper.tradeUsd * 2);
      const lots = Math.max(1, Math.min(book.lotsAt(side, ticks), wanted));
      recordTrade(state, { ticks, lots: tradeLevel(state, side, ticks, lots), takerSide, atMs: touch.atMs }, sink);
    }
    book.set(side, ticks, 0);
    if (book.resting.lotsAt(side, ticks) > 0) depth += 1;
  }
}

/** The best price of the flow alone, or null. */
function flowBest(state: ListingState, side: SimSide): number | null {
  for (let depth = 0; ; depth += 1) {
    const ticks = state.book.ticksAt(side, depth);
    if (ticks === null || state.book.flowLotsAt(side, ticks) > 0) return ticks;
  }
}

/** Brings the touch of a side up to its target, with up to two levels on the way. */
function improve(state: ListingState, side: SimSide, targetTicks: number): void {
  const best = flowBest(state, side);
  const gap = best === null ? 1 : (targetTicks - best) * signOf(side);
  if (gap <= 0) return;
  putLevel(state, side, targetTicks, 0);
  if (gap <= 2) return;
  for (let extra = 0; extra < 2; extra += 1) {
    const offset = 1 + Math.floor(state.random() * Math.min(gap - 1, 40));
    putLevel(state, side, targetTicks - signOf(side) * offset, offset);
  }
}

function churn(state: ListingState): void {
  const side: SimSide = state.random() < 0.5 ? 'bid' : 'ask';
  for (const each of [side, opposite(side)]) {
    const missing = state.temper.levelCount - state.book.size(each);
    const adds = missing > 0 ? Math.min(3, missing) : 0;
    for (let n = 0; n < adds; n += 1) addLevel(state, each);
    for (let n = missing; n < 0 && n > -6; n += 1) removeLevel(state, each);
  }
  resizeLevel(state, side);
  if (state.random() < 0.5) resizeLevel(state, opposite(side));
  if (state.random() < 0.3) {
    removeLevel(state, side);
    addLevel(state, side);
  }
}

/** One batch of ordinary life: the touch follows `fairTicks`, orders come and go, sometimes somebody trades. */
export function workBook(state: ListingState, fairTicks: number, atMs: number, sink: FlowSink): void {
  const { book, random } = state;
  book.begin();
  const spread = state.spreadTicks + (random() < 0.15 ? 1 : 0);
  const bidTicks = Math.max(1, Math.round(fairTicks - spread / 2));
  const askTicks = bidTicks + spread;
  clearOverrun(state, 'ask', { own: askTicks, other: bidTicks, atMs }, sink);
  clearOverrun(state, 'bid', { own: bidTicks, other: askTicks, atMs }, sink);
  improve(state, 'bid', bidTicks);
  improve(state, 'ask', askTicks);
  churn(state);
  if (random() < state.temper.tradeShareFrac) {
    const side: SimSide = random() < 0.5 ? 'bid' : 'ask';
    take(state, { side, lots: lotsFor(state, bidTicks, state.temper.tradeUsd), atMs }, sink);
  }
  publish(state, atMs, sink);
}

function publish(state: ListingState, atMs: number, sink: FlowSink): void {
  const changes = state.book.commit();
  if (changes.length > 0) sink.book(state, changes, atMs);
  const filled = state.book.resting.drain();
  if (filled.length > 0) sink.resting(state, filled, atMs);
}

/** What an order of an account took from a book. */
export interface AccountTake {
  /** One per level, best first. */
  readonly fills: readonly { readonly ticks: number; readonly lots: number }[];
  /** True when it stopped before an order of its own account. */
  readonly isSelf: boolean;
}

/** An order of an account as the book sees it; `limitTicks` null takes at any price. */
export interface AccountOrder {
  readonly accountId: number;
  readonly side: 'BUY' | 'SELL';
  readonly lots: number;
  readonly limitTicks: number | null;
}

/**
 * Takes liquidity for an account, in price-time order up to its limit, its own account's first order, or the last level.
 * With `isDry` nothing changes and nothing is told.
 */
export function takeForAccount(
  state: ListingState,
  order: AccountOrder,
  at: { atMs: number; isDry: boolean },
  sink: FlowSink,
): AccountTake {
  const { book } = state;
  const side: SimSide = order.side === 'BUY' ? 'ask' : 'bid';
  const fills: { ticks: number; lots: number }[] = [];
  let left = order.lots;
  let depth = 0;
  let isSelf = false;
  if (!at.isDry) book.begin();
  while (left > 0 && !isSelf && book.size(side) - depth > ACCOUNT_LEVELS_LEFT) {
    const ticks = book.ticksAt(side, depth);
    const isBeyond = ticks === null || (order.limitTicks !== null && (order.limitTicks - ticks) * signOf(side) > 0);
    if (isBeyond) break;
    const taken = book.resting.plan({ side, ticks, flowLots: book.flowLotsAt(side, ticks) }, left, order.accountId);
    const lots = taken.flowLots + taken.ownLots;
    isSelf = taken.isSelf;
    if (at.isDry) depth += 1;
    if (lots === 0) continue;
    left -= lots;
    fills.push({ ticks, lots });
    if (at.isDry) continue;
    book.trade(side, ticks, taken);
    recordTrade(state, { ticks, lots, takerSide: order.side, atMs: at.atMs }, sink);
  }
  if (!at.isDry) publish(state, at.atMs, sink);
  return { fills, isSelf };
}

/** Lines an order of an account up in the public book. It must not cross. */
export function restForAccount(
  state: ListingState,
  order: AccountOrder & { readonly orderId: number; readonly limitTicks: number },
  atMs: number,
  sink: FlowSink,
): void {
  const side: SimSide = order.side === 'BUY' ? 'bid' : 'ask';
  const { book } = state;
  const { accountId, orderId, lots, limitTicks: ticks } = order;
  book.begin();
  book.resting.add({ orderId, accountId, side, ticks, lots, flowLots: book.flowLotsAt(side, ticks) });
  book.showResting(side, ticks);
  publish(state, atMs, sink);
}

/**
 * Lets the flow take back what it offers up to a limit, so that an order can rest there. Returns false, with nothing done, when an
 * order of an account or the last level stands in the way.
 */
export function withdrawForAccount(
  state: ListingState,
  order: { readonly side: 'BUY' | 'SELL'; readonly limitTicks: number },
  atMs: number,
  sink: FlowSink,
): boolean {
  const { book } = state;
  const side: SimSide = order.side === 'BUY' ? 'ask' : 'bid';
  const gone: number[] = [];
  for (let depth = 0; ; depth += 1) {
    const ticks = book.ticksAt(side, depth);
    if (ticks === null) return false;
    if ((order.limitTicks - ticks) * signOf(side) > 0) break;
    if (book.resting.lotsAt(side, ticks) > 0) return false;
    gone.push(ticks);
  }
  book.begin();
  for (const ticks of gone) book.set(side, ticks, 0);
  publish(state, atMs, sink);
  return true;
}

/** Shrinks a resting order in its place, or removes it with 0. Returns false when it does not rest here. */
export function resizeForAccount(
  state: ListingState,
  orderId: number,
  lots: number,
  at: { atMs: number; sink: FlowSink },
): boolean {
  const place = state.book.resting.resize(orderId, lots);
  if (place === null) return false;
  state.book.begin();
  state.book.showResting(place.side, place.ticks);
  publish(state, at.atMs, at.sink);
  return true;
}

/** One forced order of about `usd`: eats the book, then is reported. Returns false when the book was too thin. */
export function liquidate(
  state: ListingState,
  order: { readonly liquidatedSide: 'LONG' | 'SHORT'; readonly usd: number; readonly atMs: number },
  sink: FlowSink,
): boolean {
  const side: SimSide = order.liquidatedSide === 'LONG' ? 'bid' : 'ask';
  const best = state.book.ticksAt(side, 0);
  if (best === null) return false;
  state.book.begin();
  const wanted = Math.max(state.instrument.qtyMinLots, Math.round(order.usd / lotUsd(state.instrument, best)));
  const filled = take(state, { side, lots: wanted, atMs: order.atMs }, sink);
  publish(state, order.atMs, sink);
  if (filled.lots === 0) return false;
  state.liquidationCount += 1;
  const averageTicks = Math.round(filled.lotTicks / filled.lots);
  const away = 1 + Math.round(averageTicks * LIQUIDATION_BANKRUPTCY_FRAC * (0.5 + state.random()));
  const bankruptcyTicks = Math.max(1, averageTicks - signOf(side) * away);
  sink.liquidation(state, {
    liquidatedSide: order.liquidatedSide,
    averageTicks,
    bankruptcyTicks,
    lots: filled.lots,
    atMs: order.atMs,
  });
  return true;
}
