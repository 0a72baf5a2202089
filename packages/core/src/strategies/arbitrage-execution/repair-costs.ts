import type { OrderSide } from '../../domain/index.ts';

/** Returns how much worse a price is than a reference, in bps of it: positive costs. null when one is unknown. */
export function slipBps(side: OrderSide, px: number | null, referencePx: number | null): number | null {
  if (px === null || referencePx === null || !(px > 0) || !(referencePx > 0)) return null;
  const slip = ((px - referencePx) / referencePx) * 1e4;
  return side === 'BUY' ? slip : -slip;
}

/** Returns a price that is `bps` worse than another for an order's side: higher for a buy, lower for a sell. */
export function worsePx(side: OrderSide, px: number, bps: number): number {
  return side === 'BUY' ? px * (1 + bps / 1e4) : px * (1 - bps / 1e4);
}
