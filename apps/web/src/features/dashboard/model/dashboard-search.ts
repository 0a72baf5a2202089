import { EQUITY_RANGES, type EquityRange } from '@riptide/contracts/calls';

export type ChartView = 'equity' | 'drawdown' | 'daily';

const CHART_VIEWS: readonly ChartView[] = ['equity', 'drawdown', 'daily'];

/** What of the dashboard stands in the address; the defaults write nothing. */
export interface DashboardSearch {
  readonly range?: EquityRange;
  readonly chart?: ChartView;
}

/** Reads the address; whatever is unknown is left out. */
export function parseDashboardSearch(raw: Record<string, unknown>): DashboardSearch {
  const range = EQUITY_RANGES.find((each) => each === raw['range']);
  const chart = CHART_VIEWS.find((each) => each === raw['chart']);
  return {
    ...(range === undefined || range === '24h' ? {} : { range }),
    ...(chart === undefined || chart === 'equity' ? {} : { chart }),
  };
}
