import type { DepthLevels } from '../../domain/index.ts';

/**
 * Returns the largest USD size whose gross edge over both walks is still at least `minGrossBps`; 0 when the best prices
 * already fall short. Bounded by the depth that was read.
 *
 * Both books are walked together; the edge falls with every level, and inside the level where it meets the minimum the
 * quantity solves 2 (S - B) / (S + B) = g for the sums S and B of the two sides, which is linear.
 */
export function capacityUsd(asks: DepthLevels, bids: DepthLevels, minGrossBps: number): number {
  const minGross = minGrossBps / 1e4;
  let buyUsd = 0;
  let sellUsd = 0;
  let askAt = 0;
  let bidAt = 0;
  let askUsed = 0;
  let bidUsed = 0;
  while (askAt < asks.count && bidAt < bids.count) {
    const askPx = asks.px[askAt] as number;
    const bidPx = bids.px[bidAt] as number;
    const askLeft = (asks.qtyBase[askAt] as number) - askUsed;
    const bidLeft = (bids.qtyBase[bidAt] as number) - bidUsed;
    const take = Math.min(askLeft, bidLeft);
    const lossPerBase = minGross * (askPx + bidPx) - 2 * (bidPx - askPx);
    const slack = 2 * (sellUsd - buyUsd) - minGross * (sellUsd + buyUsd);
    if (slack < lossPerBase * take) {
      const last = Math.max(0, slack) / lossPerBase;
      return (buyUsd + sellUsd + last * (askPx + bidPx)) / 2;
    }
    buyUsd += take * askPx;
    sellUsd += take * bidPx;
    askUsed += take;
    bidUsed += take;
    if (take === askLeft) {
      askAt += 1;
      askUsed = 0;
    }
    if (take === bidLeft) {
      bidAt += 1;
      bidUsed = 0;
    }
  }
  return (buyUsd + sellUsd) / 2;
}
