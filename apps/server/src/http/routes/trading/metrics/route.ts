import type { FastifyInstance } from 'fastify';
import { getTradingMetrics } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { leadingMode, modeOfVenue } from '../../../presenters/accounts.ts';
import { roundedOrNull } from '../../../presenters/numbers.ts';
import { openPositions, winRateOf } from '../../../presenters/performance.ts';
import { bookOf } from '../../../presenters/result-books.ts';
import { resultFigures } from '../../../presenters/result-figures.ts';
import { presentTradingAccount } from '../../../presenters/trading-account.ts';
import { serve } from '../../../serve.ts';
import { readyState } from '../../../trading-calls.ts';
import type { RouteDeps } from '../../route-deps.ts';

const DAY_MS = 86_400_000;

/** `GET /api/trading/metrics` */
export function addTradingMetrics(app: FastifyInstance, { link, history, clock }: RouteDeps): void {
  serve(app, getTradingMetrics, () => {
    const state = readyState(link);
    if (!state.ok) return state;
    const nowMs = clock.nowMs();
    const mode = leadingMode(link);
    const trades = history.closedTrades(mode);
    if (!trades.ok) return trades;
    // Of the same results as total_pnl: all of the mode.
    const book = bookOf(link, trades.value, { mode, engine: 'all' });
    const { sums } = book.whole();
    const winRate = winRateOf(sums);
    const binance = presentTradingAccount(link, 'BINANCE').account;
    const result = resultFigures(link, state.value, { mode, trades: trades.value });
    const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
    return ok({
      mode,
      performance: {
        ...result,
        success_rate: roundedOrNull(winRate === null ? null : winRate * 100, 4),
        active_positions: openPositions(link, mode),
        daily_trades: book.span(todayMs, Number.POSITIVE_INFINITY).sums.counted,
        win_rate: roundedOrNull(winRate, 6),
        total_trades: sums.counted,
      },
      binance: {
        account_equity_usd: binance.equity,
        available_balance: binance.available,
        unrealized_pnl: binance.unrealized_pnl,
        mode: modeOfVenue(link, 'BINANCE'),
      },
    });
  });
}
