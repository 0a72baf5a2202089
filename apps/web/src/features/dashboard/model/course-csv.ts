import { toCsv, type CsvCell } from '../../../lib/csv.ts';
import type { EquityCourse } from '../../../shared/portfolio-calls.ts';
import type { ChartView } from './dashboard-search.ts';

const iso = (atSeconds: number): string => new Date(atSeconds * 1000).toISOString();

/** Writes what the chart shows, raw and unrounded, times in UTC. */
export function courseCsv(course: EquityCourse, view: ChartView): string {
  if (view === 'daily') {
    return toCsv(
      ['day', 'mode', 'net_usd', 'trading_usd', 'arbitrage_usd', 'trades'],
      course.daily.map((day) => [
        iso(day.day),
        course.mode,
        day.net_usd,
        day.trading_usd,
        day.arbitrage_usd,
        day.trades,
      ]),
    );
  }
  const venues = Object.entries(course.by_venue);
  return toCsv(
    [
      'time',
      'mode',
      'equity_usd',
      'drawdown_pct',
      'trading_pnl_usd',
      'arbitrage_pnl_usd',
      ...venues.map(([venue]) => `${venue}_equity_usd`),
    ],
    course.timestamps.map((at, place): CsvCell[] => [
      iso(at),
      course.mode,
      course.equity[place] ?? null,
      course.drawdown_pct[place] ?? null,
      course.trading_pnl[place] ?? null,
      course.arbitrage_pnl[place] ?? null,
      ...venues.map(([, values]) => values[place] ?? null),
    ]),
  );
}
