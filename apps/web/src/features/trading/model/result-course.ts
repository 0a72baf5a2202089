import { formatPnl } from '../../../lib/format.ts';
import type { EquityCourse } from '../../../shared/portfolio-calls.ts';

type ResultCourse = Pick<EquityCourse, 'trading_pnl' | 'arbitrage_pnl' | 'daily' | 'range'>;

/** Tells whether nothing was closed in the range: a flat line at zero would look like a result. */
export function isWithoutTrades({ trading_pnl: trading, arbitrage_pnl: arbitrage, daily }: ResultCourse): boolean {
  const isFlat = (values: readonly number[]): boolean => values.every((value) => value === 0);
  return daily.every(({ trades }) => trades === 0) && isFlat(trading) && isFlat(arbitrage);
}

/** Says the result of the range in one sentence. */
export function wordResult({ trading_pnl: trading, arbitrage_pnl: arbitrage, range }: ResultCourse): string {
  const [low, high] = [Math.min(...trading), Math.max(...trading)];
  return `Closed trades of the trading engines in ${range}: ${formatPnl(trading.at(-1))}, between ${formatPnl(low)} and ${formatPnl(high)}; arbitrage ${formatPnl(arbitrage.at(-1))}`;
}
