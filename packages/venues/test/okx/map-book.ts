import type { BookSide, DepthMessage } from '@riptide/core/domain';

/** The plainest book there is, to check others against. */
export class MapBook {
  private readonly bids = new Map<number, number>();
  private readonly asks = new Map<number, number>();

  apply(isSnapshot: boolean, depth: DepthMessage): void {
    if (isSnapshot) {
      this.bids.clear();
      this.asks.clear();
    }
    for (let at = 0; at < depth.bidCount; at += 1) put(this.bids, depth.bidTicks[at]!, depth.bidQty[at]!);
    for (let at = 0; at < depth.askCount; at += 1) put(this.asks, depth.askTicks[at]!, depth.askQty[at]!);
  }

  /** Best first, `[ticks, qty]`. */
  levels(side: BookSide): [number, number][] {
    const sign = side === 'bid' ? -1 : 1;
    return [...(side === 'bid' ? this.bids : this.asks)].sort(([a], [b]) => sign * (a - b));
  }

  // As MarketSink.readLevels.
  readLevels(_ix: number, side: BookSide, count: number, ticks: Int32Array, qty: Float64Array): number {
    const best = this.levels(side).slice(0, count);
    best.forEach(([px, size], at) => {
      ticks[at] = px;
      qty[at] = size;
    });
    return best.length;
  }
}

function put(levels: Map<number, number>, ticks: number, qty: number): void {
  if (qty === 0) levels.delete(ticks);
  else levels.set(ticks, qty);
}
