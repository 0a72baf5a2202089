import type { TimeLine } from '../../../ui/time-chart.tsx';
import { formatChangePct, formatPnl, formatUsd } from '../../../lib/format.ts';
import type { EquityCourse } from '../../../shared/portfolio-calls.ts';

/** The lines of the equity view: results are drawn from the first equity on, so that all three share one axis. */
export function equityLines(course: EquityCourse): TimeLine[] {
  const first = course.equity.find((value) => value !== null) ?? null;
  const from = (sums: readonly number[]): (number | null)[] => sums.map((sum) => (first === null ? null : first + sum));
  const hasTrading = course.trading_pnl.some((sum) => sum !== 0);
  const hasArbitrage = course.arbitrage_pnl.some((sum) => sum !== 0);
  return [
    { label: 'Equity', token: '--s1', values: course.equity, isFilled: true, isLastMarked: true },
    ...(hasTrading ? [{ label: 'Trading', token: '--s2', values: from(course.trading_pnl), isStepped: true }] : []),
    ...(hasArbitrage
      ? [
          {
            label: 'Arbitrage',
            token: '--s3',
            values: from(course.arbitrage_pnl),
            isStepped: true,
            isDashed: true,
          },
        ]
      : []),
  ];
}

/** The line of the drawdown view. */
export function drawdownLines(course: EquityCourse): TimeLine[] {
  return [{ label: 'Drawdown', token: '--down', values: course.drawdown_pct, isFilled: true }];
}

const RANGE_WORDS = { '24h': 'last 24 hours', '7d': 'last 7 days', '30d': 'last 30 days', '90d': 'last 90 days' };

/** Says the chart of equity or drawdown in one sentence, for those who do not see it. */
export function courseSummary(course: EquityCourse, view: 'equity' | 'drawdown'): string {
  const range = RANGE_WORDS[course.range];
  if (view === 'drawdown') {
    const known = course.drawdown_pct.filter((value) => value !== null);
    return `Drawdown, ${range}: now ${formatChangePct(known.at(-1))}, deepest ${formatChangePct(Math.min(...known))}`;
  }
  const known = course.equity.filter((value) => value !== null);
  const figures = `from ${formatUsd(known[0])} to ${formatUsd(known.at(-1))}, lowest ${formatUsd(Math.min(...known))}`;
  const engines = `trading ${formatPnl(course.trading_pnl.at(-1))}, arbitrage ${formatPnl(course.arbitrage_pnl.at(-1))}`;
  return `Equity, ${range}: ${figures}, highest ${formatUsd(Math.max(...known))}; ${engines}`;
}
