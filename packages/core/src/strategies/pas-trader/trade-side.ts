import type { ArmDirection, LiquidatedSide, OrderSide } from '../../domain/index.ts';

/** Which way a forced flow moves the price: closed longs are sold (-1), closed shorts are bought back (+1). */
export function flowSign(liquidatedSide: LiquidatedSide): 1 | -1 {
  return liquidatedSide === 'LONG' ? -1 : 1;
}

/** Returns the side of the position that an arm opens: `fade` stands against the forced flow, `follow` goes with it. */
export function positionSide(direction: ArmDirection, liquidatedSide: LiquidatedSide): 'long' | 'short' {
  const isBought = (flowSign(liquidatedSide) === 1) === (direction === 'follow');
  return isBought ? 'long' : 'short';
}

/** Returns the order side that opens a position. */
export function entrySide(side: 'long' | 'short'): OrderSide {
  return side === 'long' ? 'BUY' : 'SELL';
}

/** Returns 1 for a long, -1 for a short: the sign with which a higher price is a gain. */
export function gainSign(side: 'long' | 'short'): 1 | -1 {
  return side === 'long' ? 1 : -1;
}
