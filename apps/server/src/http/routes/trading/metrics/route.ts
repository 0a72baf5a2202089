import type { FastifyInstance } from 'fastify';
import { getTradingMetrics } from '@riptide/contracts';
import { ok } from '@riptide/core/domain';
import { leadingMode, modeOfVenue } from '../../../presenters/accounts.ts';
import { rounded } from '../../../presenters/numbers.ts';
import { presentPerformance } from '../../../presenters/performance.ts';
import { results } from '../../../presenters/rated-trades.ts';
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
    const filter = { mode, engine: 'all', days: 30, nowMs } as const;
    const trades = history.closedTrades(mode);
    if (!trades.ok) return trades;
    // Of the same results as total_pnl: all of the mode.
    const all = results(link, trades.value);
    const performance = presentPerformance(link, { results: all, points: [] }, filter);
    const binance = presentTradingAccount(link, 'BINANCE').account;
    const result = resultFigures(link, state.value, { mode, trades: trades.value });
    const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
    return ok({
      mode,
      performance: {
        ...result,
        success_rate: performance.win_rate === null ? null : rounded(performance.win_rate * 100, 4),
        active_positions: performance.active_positions,
        daily_trades: all.filter(({ closeMs, isCounted }) => isCounted && closeMs >= todayMs).length,
        win_rate: performance.win_rate,
        total_trades: performance.total_trades,
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
