import { getHistory, getHistoryCourse, getPortfolioPerformance, type RouteOutput } from '@riptide/contracts/calls';
import { useCall, type Dated } from '../../../shared/use-call.ts';
import { PAGE_ROWS, type HistoryFilter } from '../model/history-search.ts';

/** Specified interval of the page. */
export const HISTORY_INTERVAL_MS = 30_000;

export type HistoryCourse = Dated<RouteOutput<typeof getHistoryCourse>>;
export type HistoryPerformance = RouteOutput<typeof getPortfolioPerformance>['performance'];

/** Gives the figures of the closed trades of the filter. */
export function useHistoryPerformance(filter: HistoryFilter) {
  return useCall(getPortfolioPerformance, { input: { query: filter }, intervalMs: HISTORY_INTERVAL_MS });
}

/** Gives what they earned over time, by day and by symbol. */
export function useHistoryCourse(filter: HistoryFilter) {
  return useCall(getHistoryCourse, { input: { query: filter }, intervalMs: HISTORY_INTERVAL_MS });
}

/** Gives one page of them, newest first; pages count from 1. */
export function useHistoryPage(filter: HistoryFilter, page: number) {
  const query = { ...filter, limit: PAGE_ROWS, offset: (page - 1) * PAGE_ROWS };
  return useCall(getHistory, { input: { query }, intervalMs: HISTORY_INTERVAL_MS });
}
