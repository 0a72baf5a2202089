/** A ratio of prices this near to a power of ten (in powers) is that of a wrong multiplier. */
const POWER_TOLERANCE = 0.05;

/** What a listing's prices say of the coin behind its ticker. NaN is unknown. */
export interface CoinPrices {
  readonly midPx: number;
  /** Index or mark of a perp, else the mid. */
  readonly referencePx: number;
}

/** How far apart prices of one coin may be. */
export interface CoinLimits {
  readonly maxGrossBps: number;
  readonly maxIndexGapFrac: number;
}

/** Returns the power of ten between two prices; 0 when they are no such ratio apart, NaN while unknown. */
export function powerApart(onePx: number, otherPx: number): number {
  const exponent = Math.abs(Math.log10(onePx / otherPx));
  const nearest = Math.round(exponent);
  return Number.isNaN(exponent) || Math.abs(exponent - nearest) < POWER_TOLERANCE ? nearest : 0;
}

/** Returns how far two prices are apart, in percent of their mean. */
export function gapPct(onePx: number, otherPx: number): number {
  return (Math.abs(onePx - otherPx) / ((onePx + otherPx) / 2)) * 100;
}

/**
 * Returns why two listings of one ticker can't be the same coin in the same unit, in words; null when nothing speaks against it. What is
 * unknown does not. The bounds are those by which the scanner blocks a pair.
 */
export function otherCoinFault(one: CoinPrices, other: CoinPrices, limits: CoinLimits): string | null {
  const power = powerApart(one.midPx, other.midPx);
  if (power >= 1) return `prices are ${10 ** power} to 1: a wrong multiplier`;
  const referencePct = gapPct(one.referencePx, other.referencePx);
  if (referencePct > limits.maxIndexGapFrac * 100) {
    return `reference prices are ${shownPct(referencePct)} % apart, ${limits.maxIndexGapFrac * 100} % is the most: another coin`;
  }
  const grossBps = gapPct(one.midPx, other.midPx) * 100;
  if (grossBps > limits.maxGrossBps) {
    return `prices are ${Math.round(grossBps)} bps apart, ${limits.maxGrossBps} bps is the most: another coin`;
  }
  return null;
}

function shownPct(pct: number): string {
  return String(Number(pct.toPrecision(3)));
}
