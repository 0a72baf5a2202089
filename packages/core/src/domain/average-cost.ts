import { ZERO, type Decimal } from './money.ts';

/**
 * A quantity and what it cost. The cost is kept, not the average price: sums of costs are exact, an average is a quotient.
 * Both carry the sign of the side: a short of 2 at 10 is `{ qtyBase: -2, costQuote: -20 }`.
 */
export interface CostedQty {
  readonly qtyBase: Decimal;
  readonly costQuote: Decimal;
}

export const FLAT: CostedQty = { qtyBase: ZERO, costQuote: ZERO };

/** What one execution did to a costed quantity. */
export interface CostStep {
  readonly after: CostedQty;
  /** Gain of the closed part in quote, before fees; 0 when nothing was closed. */
  readonly realisedQuote: Decimal;
  /** Unsigned base units that closed something, and that opened or added. */
  readonly closedBase: Decimal;
  readonly openedBase: Decimal;
}

/**
 * Applies one execution by average cost; a quantity beyond the position flips it.
 *
 * `signedQtyBase` is positive for a buy. The cost of a closed part is its share of the whole cost, rounded at 24 digits; the rest
 * stays, so that realised gains plus the value of what is left always equal the money that moved, to the last digit.
 */
export function applyAtAverageCost(before: CostedQty, signedQtyBase: Decimal, px: Decimal): CostStep {
  const isAdding = before.qtyBase.eq(0) || before.qtyBase.gt(0) === signedQtyBase.gt(0);
  if (isAdding || signedQtyBase.eq(0)) {
    const after = {
      qtyBase: before.qtyBase.plus(signedQtyBase),
      costQuote: before.costQuote.plus(signedQtyBase.times(px)),
    };
    return { after, realisedQuote: ZERO, closedBase: ZERO, openedBase: signedQtyBase.abs() };
  }
  const heldBase = before.qtyBase.abs();
  const wantedBase = signedQtyBase.abs();
  const closesAll = wantedBase.gte(heldBase);
  const closedBase = closesAll ? heldBase : wantedBase;
  const releasedQuote = closesAll ? before.costQuote : before.costQuote.times(closedBase).div(heldBase);
  const sign = before.qtyBase.gt(0) ? 1 : -1;
  const realisedQuote = closedBase.times(px).times(sign).minus(releasedQuote);
  const openedBase = wantedBase.minus(closedBase);
  const leftQuote = before.costQuote.minus(releasedQuote);
  const after = {
    qtyBase: before.qtyBase.plus(signedQtyBase),
    costQuote: openedBase.gt(0) ? openedBase.times(px).times(-sign) : leftQuote,
  };
  return { after, realisedQuote, closedBase, openedBase };
}

/** Returns the average price, rounded at 24 digits; null when flat. */
export function averagePx(held: CostedQty): Decimal | null {
  return held.qtyBase.eq(0) ? null : held.costQuote.div(held.qtyBase);
}
