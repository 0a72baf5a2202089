import { applyAtAverageCost, FLAT, type CostedQty, type CostStep } from './average-cost.ts';
import { minOf, ZERO, type Decimal } from './money.ts';
import type { ArbFill } from './arb-order.ts';

/** Coins of one spot listing with a known cost: those of the round that is open, and what ended rounds left of theirs. */
export interface SpotHolding {
  readonly held: CostedQty;
  readonly dust: CostedQty;
}

/** What one spot fill did. */
export interface SpotStep {
  readonly own: CostStep;
  /** Dust that left with it; nothing closed as a rule. */
  readonly dust: CostStep;
  /** Unsigned base units sold beyond the known coins: they came from elsewhere. */
  readonly uncoveredBase: Decimal;
}

/** A fill in words of a holding: signed base units, its price, and what it is to its arbitrage. */
export interface SpotMove {
  readonly signedBase: Decimal;
  readonly px: Decimal;
  readonly arb: ArbFill | null;
}

/**
 * Applies a spot fill by average cost. Coins of the open round go first, dust after them, and what is sold beyond both has no known cost.
 * Only the leg of an arbitrage that sells coins of ours goes short: it buys them back.
 */
export function applySpotFill({ held, dust }: SpotHolding, { signedBase, px, arb }: SpotMove): SpotStep {
  const opens = arb?.opens === true;
  const isSell = signedBase.lt(0);
  const toDust = opens || !(isSell || arb !== null) ? ZERO : dustPart({ held, dust }, signedBase);
  let own = signedBase.minus(toDust);
  let uncoveredBase = ZERO;
  const known = held.qtyBase.gt(0) ? held.qtyBase : ZERO;
  if (isSell && !opens && own.abs().gt(known)) {
    uncoveredBase = own.abs().minus(known);
    own = known.times(-1);
  }
  return {
    own: applyAtAverageCost(held, own, px),
    dust: applyAtAverageCost(dust, toDust, px),
    uncoveredBase,
  };
}

/** Returns the part of a fill, signed, that goes on dust: what the open round leaves of it, up to the dust of the other side. */
function dustPart({ held, dust }: SpotHolding, signedBase: Decimal): Decimal {
  if (dust.qtyBase.eq(0) || dust.qtyBase.gt(0) === signedBase.gt(0)) return ZERO;
  const isClosing = held.qtyBase.gt(0) !== signedBase.gt(0);
  const closed = isClosing && !held.qtyBase.eq(0) ? minOf(held.qtyBase.abs(), signedBase.abs()) : ZERO;
  const part = minOf(signedBase.abs().minus(closed), dust.qtyBase.abs());
  return signedBase.gt(0) ? part : part.times(-1);
}

/** Makes dust of what is held: its cost goes along. */
export function heldToDust({ held, dust }: SpotHolding): SpotHolding {
  return {
    held: FLAT,
    dust: { qtyBase: dust.qtyBase.plus(held.qtyBase), costQuote: dust.costQuote.plus(held.costQuote) },
  };
}
