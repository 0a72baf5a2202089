import type { InstrumentId, OrderSide } from '../../domain/index.ts';
import type { MarketEyes } from '../trading/market-eyes.ts';

/** What one side of a live book would give now. Prices judge and propose; orders are quantised from them. */
export interface LegQuote {
  readonly bestPx: number;
  /** Average of the quantity, NaN when the depth does not hold it. */
  readonly vwapPx: number;
  /** Price of the last level the quantity reaches. */
  readonly lastPx: number;
  /** Base units within the depth. */
  readonly depthBase: number;
}

/** Reads the side of the book that an order takes from, down to `depthBps` of its best price; null without a live book. */
export function quoteLeg(
  eyes: MarketEyes,
  id: InstrumentId,
  { side, qtyBase, depthBps }: { readonly side: OrderSide; readonly qtyBase: number; readonly depthBps: number },
): LegQuote | null {
  const levels = eyes.levels(id, side === 'BUY' ? 'ask' : 'bid');
  const bestPx = levels?.px[0];
  if (levels === null || bestPx === undefined || levels.count === 0 || !(bestPx > 0)) return null;
  const farthest = side === 'BUY' ? bestPx * (1 + depthBps / 1e4) : bestPx * (1 - depthBps / 1e4);
  let left = qtyBase;
  let quote = 0;
  let depthBase = 0;
  let lastPx = bestPx;
  for (let at = 0; at < levels.count; at += 1) {
    const px = levels.px[at] as number;
    if (side === 'BUY' ? px > farthest : px < farthest) break;
    const qty = levels.qtyBase[at] as number;
    depthBase += qty;
    if (left <= 0) continue;
    const take = Math.min(left, qty);
    quote += take * px;
    left -= take;
    lastPx = px;
  }
  const isWhole = left <= qtyBase * 1e-9;
  return { bestPx, vwapPx: isWhole && qtyBase > 0 ? quote / qtyBase : Number.NaN, lastPx, depthBase };
}

/** Returns the best price of the side that an order would join; null without a live book. */
export function ownBestPx(eyes: MarketEyes, id: InstrumentId, side: OrderSide): number | null {
  const px = eyes.levels(id, side === 'BUY' ? 'bid' : 'ask')?.px[0] ?? Number.NaN;
  return px > 0 ? px : null;
}

/** Returns the spread of a live book in bps of its mid; NaN without one. */
export function spreadBps(eyes: MarketEyes, id: InstrumentId): number {
  const bid = ownBestPx(eyes, id, 'BUY') ?? Number.NaN;
  const ask = ownBestPx(eyes, id, 'SELL') ?? Number.NaN;
  return ((ask - bid) / (ask + bid)) * 2e4;
}
