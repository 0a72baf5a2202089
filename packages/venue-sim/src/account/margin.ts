import { decimal, minOf, roundTo, ZERO, type Decimal } from '@riptide/core/domain';
import { instrumentAt, markOf, pocketOf, setupOf, unitsAt, type AccountWorld } from './account-world.ts';
import { money } from './listing-units.ts';
import { isConditional, lotsLeft } from './live-order.ts';
import type { SimBalance, SimPocket, SimPosition } from './model.ts';
import type { HeldPosition } from './position-book.ts';
import { MARGIN_BRACKETS } from './venue-rules.ts';

/** Lots and lots times ticks of the orders that would open something. */
interface OpenSide {
  lots: number;
  lotTicks: number;
}

/** An order that is about to be placed, for the check of what it would bind. */
export interface ExtraOrder {
  readonly ix: number;
  readonly side: 'BUY' | 'SELL';
  readonly lots: number;
  readonly lotTicks: number;
}

/** Returns the unrealised gain of a position at the mark, quote. */
export function unrealisedOf(world: AccountWorld, position: HeldPosition): Decimal {
  if (position.lots === 0) return ZERO;
  return valueAtMark(world, position).minus(position.cost);
}

/** Returns the signed value of a position at the mark, quote, 8 digits. */
function valueAtMark(world: AccountWorld, position: HeldPosition): Decimal {
  const { markPx } = world.market.mark(position.ix);
  const known = position.valued;
  if (known !== null && known.markPx === markPx && known.lots === position.lots) return known.value;
  const units = unitsAt(world, position.ix);
  const value = money(units.quotePerLotPx.times(position.lots).times(markOf(world, position.ix)));
  position.valued = { markPx, lots: position.lots, value };
  return value;
}

/** Returns the margin put aside for a position: its cost over the leverage, quote. */
export function marginOf(world: AccountWorld, position: HeldPosition): Decimal {
  if (position.lots === 0) return ZERO;
  const { leverage } = setupOf(world, position.accountId, position.ix);
  const known = position.bound;
  if (known !== null && known.cost === position.cost && known.leverage === leverage) return known.margin;
  const margin = money(position.cost.abs().div(decimal(leverage)));
  position.bound = { cost: position.cost, leverage, margin };
  return margin;
}

function bracketOf(valueUsd: Decimal): { readonly rate: Decimal; readonly deduction: Decimal } {
  const found = MARGIN_BRACKETS.find(({ untilUsd }) => Number(valueUsd) <= untilUsd) ?? MARGIN_BRACKETS[2];
  return { rate: decimal(found.rateFrac), deduction: decimal(found.deductionUsd) };
}

/** Returns the maintenance margin of a position at the mark, quote. */
export function maintenanceOf(world: AccountWorld, position: HeldPosition): Decimal {
  if (position.lots === 0) return ZERO;
  const value = valueAtMark(world, position).abs();
  const { rate, deduction } = bracketOf(value);
  return money(value.times(rate).minus(deduction));
}

/** Returns what resting orders on perps would need if they filled, quote; `extra` is counted as if it rested. */
function orderMarginOf(world: AccountWorld, accountId: number, extra: ExtraOrder | null): Decimal {
  const sums = new Map<string, OpenSide>();
  const add = (ix: number, side: 'BUY' | 'SELL', lots: number, lotTicks: number): void => {
    const key = `${ix}|${side}`;
    const sum = sums.get(key) ?? { lots: 0, lotTicks: 0 };
    sum.lots += lots;
    sum.lotTicks += lotTicks;
    sums.set(key, sum);
  };
  for (const order of world.store.liveOf(accountId).values()) {
    const { ix, side, ticks, isReduceOnly } = order.request;
    if (order.kind !== 'perp' || order.status !== 'open' || isReduceOnly || isConditional(order.request)) continue;
    if (closesInHedge(order.request)) continue;
    const lots = lotsLeft(order);
    add(ix, side, lots, lots * (ticks ?? 0));
  }
  if (extra !== null) add(extra.ix, extra.side, extra.lots, extra.lotTicks);
  const ixs = new Set(Array.from(sums.keys(), (key) => Number(key.slice(0, key.indexOf('|')))));
  let margin = ZERO;
  for (const ix of ixs) margin = margin.plus(listingOrderMargin(world, accountId, ix, sums));
  return margin;
}

function closesInHedge(request: {
  readonly positionSide: 'LONG' | 'SHORT' | null;
  readonly side: 'BUY' | 'SELL';
}): boolean {
  return request.positionSide !== null && (request.positionSide === 'LONG') !== (request.side === 'BUY');
}

/** The dearer of the two sides counts; what closes a position binds nothing. */
function listingOrderMargin(
  world: AccountWorld,
  accountId: number,
  ix: number,
  sums: ReadonlyMap<string, OpenSide>,
): Decimal {
  const held = world.hedged.has(accountId) ? 0 : world.positions.at(accountId, ix, 'BOTH').lots;
  let most = ZERO;
  for (const side of ['BUY', 'SELL'] as const) {
    const sum = sums.get(`${ix}|${side}`);
    if (sum === undefined || sum.lots === 0) continue;
    const after = held + (side === 'BUY' ? sum.lots : -sum.lots);
    const opening = Math.max(0, Math.abs(after) - Math.abs(held));
    if (opening === 0) continue;
    const value = unitsAt(world, ix).quotePerLotTick.times(sum.lotTicks).times(opening).div(sum.lots);
    if (value.gt(most)) most = value;
  }
  return money(most.div(decimal(setupOf(world, accountId, ix).leverage)));
}

/** Returns what an account could still use of one asset in one pocket; `extra` counts as if it rested. */
export function freeOf(
  world: AccountWorld,
  accountId: number,
  at: { pocket: SimPocket; asset: string },
  extra: ExtraOrder | null = null,
): Decimal {
  let free = world.treasury.total(accountId, at.pocket, at.asset);
  const { pockets } = world.rules;
  if (at.pocket === pockets.spot) {
    for (const { lock, lockAsset } of world.store.liveOf(accountId).values()) {
      if (lockAsset === at.asset) free = free.minus(lock);
    }
  }
  if (at.pocket !== pockets.perp || at.asset !== 'USDT') return free;
  let crossUnrealised = ZERO;
  for (const position of world.positions.of(accountId)) {
    if (position.lots === 0) continue;
    free = free.minus(marginOf(world, position));
    const isCross = setupOf(world, accountId, position.ix).marginMode === 'cross';
    if (isCross) crossUnrealised = crossUnrealised.plus(unrealisedOf(world, position));
  }
  return free.plus(minOf(crossUnrealised, ZERO)).minus(orderMarginOf(world, accountId, extra));
}

/** Returns one balance as it is shown: free is never below 0, locked is the rest. */
export function balanceOf(world: AccountWorld, accountId: number, pocket: SimPocket, asset: string): SimBalance {
  const { total, updatedMs } = world.treasury.holding(accountId, pocket, asset);
  const usable = freeOf(world, accountId, { pocket, asset });
  const free = usable.lt(0) ? ZERO : usable;
  return { accountId, pocket, asset, total, free, locked: total.minus(free), updatedMs };
}

/** Returns what stands behind a position before it is closed by force, besides its own unrealised gain, quote. */
export function backingOf(world: AccountWorld, position: HeldPosition): Decimal {
  const { accountId, ix } = position;
  if (setupOf(world, accountId, ix).marginMode === 'isolated') return marginOf(world, position);
  let backing = world.treasury.total(accountId, pocketOf(world, ix), 'USDT');
  for (const other of world.positions.of(accountId)) {
    if (other === position || other.lots === 0) continue;
    const isCross = setupOf(world, accountId, other.ix).marginMode === 'cross';
    backing = isCross
      ? backing.plus(unrealisedOf(world, other)).minus(maintenanceOf(world, other))
      : backing.minus(marginOf(world, other));
  }
  return backing;
}

/** Returns the wire price at which a position would be closed by force; null when none is above 0. */
function liquidationPxOf(world: AccountWorld, position: HeldPosition): number | null {
  if (position.lots === 0) return null;
  const { rate, deduction } = bracketOf(valueAtMark(world, position).abs());
  const sign = position.lots > 0 ? 1 : -1;
  // backing + lots * px - cost = rate * |lots| * px - deduction, solved for px.
  const rest = position.cost.minus(backingOf(world, position)).minus(deduction);
  const perPx = unitsAt(world, position.ix).quotePerLotPx.times(position.lots);
  const px = Number(rest.div(perPx.times(decimal(1).minus(rate.times(sign)))));
  return px > 0 ? px : null;
}

function adlRankOf(unrealised: Decimal, margin: Decimal): number {
  if (margin.eq(0) || unrealised.lte(0)) return 1;
  const roe = Number(unrealised.div(margin));
  return roe < 0.2 ? 2 : roe < 0.5 ? 3 : roe < 1 ? 4 : 5;
}

/** Returns a position as it is shown. */
export function positionOf(world: AccountWorld, position: HeldPosition): SimPosition {
  const units = unitsAt(world, position.ix);
  const unrealised = unrealisedOf(world, position);
  const margin = marginOf(world, position);
  const { leverage, marginMode } = setupOf(world, position.accountId, position.ix);
  return {
    accountId: position.accountId,
    ix: position.ix,
    positionSide: position.positionSide,
    lots: position.lots,
    entryPx: position.lots === 0 ? ZERO : roundTo(position.cost.div(units.quotePerLotPx.times(position.lots)), 12),
    markPx: instrumentAt(world, position.ix).kind === 'perp' ? world.market.mark(position.ix).markPx : Number.NaN,
    leverage,
    marginMode,
    margin,
    maintenanceMargin: maintenanceOf(world, position),
    unrealised,
    realised: position.realised,
    liquidationPx: liquidationPxOf(world, position),
    adlRank: adlRankOf(unrealised, margin),
    openedMs: position.openedMs,
    updatedMs: position.updatedMs,
  };
}
