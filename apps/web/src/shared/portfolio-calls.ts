import {
  getBalances,
  getEquityCourse,
  getPortfolioOverview,
  getPortfolioPositions,
  type EquityRange,
  type RouteOutput,
} from '@riptide/contracts/calls';
import { useCall, type Dated } from './use-call.ts';

/** Specified poll interval of balances. */
export const BALANCES_INTERVAL_MS = 15_000;
/** Equity is written down once a minute; what of it is of today moves faster. */
const COURSE_INTERVAL_MS: Readonly<Record<EquityRange, number>> = {
  '24h': 15_000,
  '7d': 60_000,
  '30d': 60_000,
  '90d': 60_000,
};

export type EquityCourse = Dated<RouteOutput<typeof getEquityCourse>>;
export type PortfolioOverview = Dated<RouteOutput<typeof getPortfolioOverview>>;

/** Gives the balances of every venue: pushed, or polled every 15 s while the stream is down. */
export function useBalances() {
  return useCall(getBalances, { intervalMs: BALANCES_INTERVAL_MS, isPushed: true });
}

/** Gives the open positions: pushed, or polled every 15 s while the stream is down. */
export function usePositions() {
  return useCall(getPortfolioPositions, { intervalMs: BALANCES_INTERVAL_MS, isPushed: true });
}

/** Gives the accounts added up by venue and asset, every 15 s. */
export function usePortfolioOverview() {
  return useCall(getPortfolioOverview, { intervalMs: BALANCES_INTERVAL_MS });
}

/** Gives equity and results over a range, and those of today. */
export function useEquityCourse(range: EquityRange) {
  return useCall(getEquityCourse, { input: { query: { range } }, intervalMs: COURSE_INTERVAL_MS[range] });
}

/** How old the answer for a range may get. */
export function courseIntervalMs(range: EquityRange): number {
  return COURSE_INTERVAL_MS[range];
}
