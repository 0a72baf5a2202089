import type { PriceLimits } from '../domain/index.ts';
import type { MarketStore } from '../market-data/index.ts';

/**
 * Returns the limits that a venue enforces now, as prices; null while it told none. Of a perp they move with its mark. What has no mark keeps
 * them as they were told last: as shares of its own mid they could never be reached.
 */
export function limitsNow({ terms, figures }: MarketStore, ix: number): PriceLimits | null {
  const band = terms.bandOf(ix);
  const markPx = figures.markPx[ix] ?? Number.NaN;
  if (band === null || !(markPx > 0)) return terms.limitsOf(ix);
  return {
    buyMaxPx: band.buyUpFrac === null ? null : markPx * (1 + band.buyUpFrac),
    sellMinPx: band.sellDownFrac === null ? null : markPx * (1 - band.sellDownFrac),
  };
}

/**
 * Returns how far the best prices stand within limits, in bps of the nearer limit: the best ask under the dearest buy, the best bid over the
 * cheapest sale. At most 0 when one stands at or beyond its limit; NaN without limits or prices.
 */
export function limitGapBps(
  limits: PriceLimits | null,
  { bidPx, askPx }: { readonly bidPx: number; readonly askPx: number },
): number {
  const above = (1 - askPx / (limits?.buyMaxPx ?? Number.NaN)) * 1e4;
  const below = (bidPx / (limits?.sellMinPx ?? Number.NaN) - 1) * 1e4;
  if (Number.isNaN(above)) return below;
  return Number.isNaN(below) ? above : Math.min(above, below);
}
