import { depthQtyBase, walkVwap } from '../../domain/index.ts';
import type { CarryLeg } from './carry-leg.ts';

/** Halvings of a capacity: finer than any step. */
const HALVINGS = 24;

/** What it costs to open and to close a pair at one size, at the books of now, in bps of the mid. */
export interface CarryCosts {
  /** What was priced: the size asked for, or what all four sides hold. */
  readonly sizeUsd: number;
  readonly isCut: boolean;
  /** Two fees at the entry, two at the exit. */
  readonly feesBps: number;
  /** Buying the long over selling the short; and buying the short back over selling the long. Their sum leaves no basis. */
  readonly entrySpreadBps: number;
  readonly exitSpreadBps: number;
}

/** Prices a pair at a size. Both books have a level on each side. */
export function carryCosts(long: CarryLeg, short: CarryLeg, sizeUsd: number): CarryCosts {
  const midPx = midOf(long, short);
  const wanted = sizeUsd / midPx;
  const held = shownBase(long, short);
  const qtyBase = Math.min(wanted, held);
  return {
    sizeUsd: qtyBase * midPx,
    isCut: held < wanted,
    feesBps: 2 * (long.takerBps + short.takerBps),
    ...spreads(long, short, qtyBase),
  };
}

/** Returns the largest size in USD whose fees and spreads are at most `costMaxBps`, within what the books show; 0 when none is. */
export function carryCapacityUsd(long: CarryLeg, short: CarryLeg, costMaxBps: number): number {
  const spreadMaxBps = costMaxBps - 2 * (long.takerBps + short.takerBps);
  const isWithin = (qtyBase: number): boolean => {
    const { entrySpreadBps, exitSpreadBps } = spreads(long, short, qtyBase);
    return entrySpreadBps + exitSpreadBps <= spreadMaxBps;
  };
  const shown = shownBase(long, short);
  const midPx = midOf(long, short);
  if (isWithin(shown)) return shown * midPx;
  let within = 0;
  let beyond = shown;
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (within + beyond) / 2;
    if (isWithin(middle)) within = middle;
    else beyond = middle;
  }
  return within * midPx;
}

function spreads(
  long: CarryLeg,
  short: CarryLeg,
  qtyBase: number,
): Pick<CarryCosts, 'entrySpreadBps' | 'exitSpreadBps'> {
  const longBuyPx = walkVwap(long.asks, qtyBase).vwapPx;
  const longSellPx = walkVwap(long.bids, qtyBase).vwapPx;
  const shortBuyPx = walkVwap(short.asks, qtyBase).vwapPx;
  const shortSellPx = walkVwap(short.bids, qtyBase).vwapPx;
  const midPx = midOf(long, short);
  return {
    entrySpreadBps: ((longBuyPx - shortSellPx) / midPx) * 1e4,
    exitSpreadBps: ((shortBuyPx - longSellPx) / midPx) * 1e4,
  };
}

/** What the thinnest of the four sides shows. */
function shownBase(long: CarryLeg, short: CarryLeg): number {
  return Math.min(...[long.asks, long.bids, short.asks, short.bids].map((side) => depthQtyBase(side)));
}

/** The middle of the four best prices. */
function midOf(long: CarryLeg, short: CarryLeg): number {
  return [long.asks, long.bids, short.asks, short.bids].reduce((sum, side) => sum + (side.px[0] as number), 0) / 4;
}
