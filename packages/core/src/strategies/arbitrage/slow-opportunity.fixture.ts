import { decimal, ZERO, type Decimal } from '../../domain/index.ts';

/**
 * A second, slow way to every figure of an opportunity, from the definitions alone: exact decimals, plain loops, nothing shared
 * with what it checks.
 */

export type SlowLevel = readonly [px: number, qtyBase: number];

export interface SlowTerms {
  /** Best first. */
  readonly asks: readonly SlowLevel[];
  readonly bids: readonly SlowLevel[];
  readonly feesBps: number;
  readonly reserveBps: number;
}

const BPS = decimal(10_000);

/** Takes a quantity level by level; the money paid, exactly. */
function slowCost(levels: readonly SlowLevel[], qtyBase: Decimal): Decimal {
  let left = qtyBase;
  let cost = ZERO;
  for (const [px, size] of levels) {
    const take = left.lt(decimal(size)) ? left : decimal(size);
    cost = cost.plus(take.times(decimal(px)));
    left = left.minus(take);
  }
  return cost;
}

export function slowDepth(levels: readonly SlowLevel[]): Decimal {
  return levels.reduce((sum, [, size]) => sum.plus(decimal(size)), ZERO);
}

/** Gross, entry net and notional at a size; at size 0 the best prices are compared. */
export function slowEdge(terms: SlowTerms, qtyBase: Decimal) {
  const isNothing = qtyBase.eq(0);
  const buyPx = isNothing ? decimal(terms.asks[0]?.[0] ?? 0) : slowCost(terms.asks, qtyBase).div(qtyBase);
  const sellPx = isNothing ? decimal(terms.bids[0]?.[0] ?? 0) : slowCost(terms.bids, qtyBase).div(qtyBase);
  const mid = buyPx.plus(sellPx).div(2);
  const grossBps = sellPx.minus(buyPx).div(mid).times(BPS);
  const entryNetBps = grossBps.minus(decimal(terms.feesBps)).minus(decimal(terms.reserveBps));
  return { buyPx, sellPx, mid, grossBps, entryNetBps, notionalUsd: mid.times(qtyBase) };
}

/** The most whole steps for which every bound holds: both depths, the largest order, the money at the prices paid. */
export function slowSize(
  terms: SlowTerms,
  bounds: { readonly step: Decimal; readonly qtyMaxBase: number; readonly maxUsd: number },
): Decimal {
  const fits = (steps: number): boolean => {
    const qty = bounds.step.times(steps);
    if (qty.gt(slowDepth(terms.asks)) || qty.gt(slowDepth(terms.bids))) return false;
    if (Number.isFinite(bounds.qtyMaxBase) && qty.gt(decimal(bounds.qtyMaxBase))) return false;
    return !slowEdge(terms, qty).notionalUsd.gt(decimal(bounds.maxUsd));
  };
  let low = 0;
  let high = 1;
  while (fits(high)) high *= 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return bounds.step.times(low);
}

/** The money at which the gross edge of both walks has come down to the minimum, found by halving. */
export function slowCapacity(terms: SlowTerms, minGrossBps: number): Decimal {
  const minimum = decimal(minGrossBps);
  if (slowEdge(terms, ZERO).grossBps.lt(minimum)) return ZERO;
  let low = ZERO;
  const deep = [slowDepth(terms.asks), slowDepth(terms.bids)] as const;
  let high = deep[0].lt(deep[1]) ? deep[0] : deep[1];
  if (!slowEdge(terms, high).grossBps.lt(minimum)) return slowEdge(terms, high).notionalUsd;
  for (let round = 0; round < 60; round += 1) {
    const middle = low.plus(high).div(2).round(20);
    if (slowEdge(terms, middle).grossBps.lt(minimum)) high = middle;
    else low = middle;
  }
  return slowEdge(terms, low).notionalUsd;
}

/** Counts settlements one by one. */
export function slowSettlements(nextMs: number, intervalHours: number, nowMs: number, holdMs: number): number {
  let count = 0;
  for (let atMs = nextMs; atMs <= nowMs + holdMs; atMs += intervalHours * 3_600_000) if (atMs > nowMs) count += 1;
  return count;
}

export interface SlowStep {
  readonly side: 'BUY' | 'SELL';
  readonly levels: readonly SlowLevel[];
  readonly step: Decimal;
  readonly feeBps: number;
}

/** One conversion: the most whole steps that the input pays for, less the fee in what comes out. */
export function slowConvert({ side, levels, step, feeBps }: SlowStep, inQty: Decimal) {
  const depth = slowDepth(levels);
  const fits = (steps: number): boolean => {
    const qty = step.times(steps);
    if (qty.gt(depth)) return false;
    return !(side === 'BUY' ? slowCost(levels, qty) : qty).gt(inQty);
  };
  let low = 0;
  let high = 1;
  while (fits(high)) high *= 2;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  const qtyBase = step.times(low);
  const kept = decimal(1).minus(decimal(feeBps).div(BPS));
  const money = slowCost(levels, qtyBase);
  return {
    qtyBase,
    usedQty: side === 'BUY' ? money : qtyBase,
    outQty: (side === 'BUY' ? qtyBase : money).times(kept),
  };
}
