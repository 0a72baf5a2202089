import type { LiquidationItem } from '@riptide/contracts/calls';
import type { TapeFilter } from './trading-search.ts';

/** What the filter calls big. */
export const BIG_USD = 50_000;
const SHOWN_S = 600;
/** This much fills the bar. */
const USD_OF_BAR = 1_000_000;

/** Gives the liquidations of the last ten minutes that pass the filter, newest first. */
export function shownLiquidations(
  items: readonly LiquidationItem[],
  filter: TapeFilter,
  nowS: number,
): readonly LiquidationItem[] {
  return items.filter((item) => item.timestamp > nowS - SHOWN_S && (filter === 'all' || item.usd > BIG_USD));
}

/** Gives the length of a bar, 0 to 1: by the root, so that small ones stay visible beside large ones. */
export function barShare(usd: number): number {
  return Math.min(1, Math.sqrt(Math.max(0, usd) / USD_OF_BAR));
}
