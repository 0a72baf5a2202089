import type { FastifyInstance } from 'fastify';
import { getHistory, getHistoryCourse, getHistoryFills } from '@riptide/contracts';
import { ok, type DomainError, type Result } from '@riptide/core/domain';
import type { RatedTrade, TradeResult } from '@riptide/core/ledger';
import { firstIntentOf } from '../../../presenters/entry-slippage.ts';
import { unsyncedAccounts } from '../../../presenters/unsynced-accounts.ts';
import { leadingMode } from '../../../presenters/accounts.ts';
import { shown } from '../../../presenters/money.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { presentTrade } from '../../../presenters/performance.ts';
import { figuresOf, resultsFor, type TradeFilter } from '../../../presenters/rated-trades.ts';
import { exitOf, fillsByTrade, presentFill, spanOf } from '../../../presenters/trade-records.ts';
import { serve } from '../../../serve.ts';
import type { FillRecord } from '../../../../storage/trading-db/read-trade-records.ts';
import type { RouteDeps } from '../../route-deps.ts';

const USD_DIGITS = 4;
const POINTS_MAX = 500;

type Query = Omit<TradeFilter, 'mode' | 'nowMs'> & { readonly mode?: TradeFilter['mode'] | undefined };
interface PageQuery extends Query {
  readonly limit: number;
  readonly offset: number;
}

/** `GET /api/portfolio/history`, newest first, its course and its fills; all by the same filter */
export function addHistory(app: FastifyInstance, deps: RouteDeps): void {
  serve(app, getHistory, ({ query }) => {
    const page = pageOf(deps, query);
    if (!page.ok) return page;
    const { rows, fills, total } = page.value;
    const intents = rows.flatMap(({ trade }) => firstIntentOf(trade, fills.get(trade.tradeId) ?? []) ?? []);
    const decided = deps.history.decisionPrices(intents);
    if (!decided.ok) return decided;
    return ok({
      success: true as const,
      history: rows.map((row) =>
        presentTrade(row, {
          exit: exitOf(row.trade, fills.get(row.trade.tradeId) ?? []),
          tickSize: deps.link.values('instrument').get(row.trade.instrumentId)?.pxTick ?? null,
          decidedPx: decided.value.get(firstIntentOf(row.trade, fills.get(row.trade.tradeId) ?? []) ?? ''),
        }),
      ),
      total,
      not_synced: unsyncedAccounts(deps.link, query.mode ?? leadingMode(deps.link), deps.clock.nowMs()),
    });
  });
  serve(app, getHistoryFills, ({ query }) => {
    const page = pageOf(deps, query);
    if (!page.ok) return page;
    const { rows, fills, total } = page.value;
    return ok({
      fills: rows.flatMap(({ trade }) =>
        (fills.get(trade.tradeId) ?? []).map((fill) => presentFill(trade.tradeId, fill)),
      ),
      trades: rows.length,
      total,
    });
  });
  serve(app, getHistoryCourse, ({ query }) => {
    const filter = filterOf(deps, query);
    const results = resultsOf(deps, filter);
    if (!results.ok) return results;
    const { daily, equity, bySymbol } = figuresOf(results.value);
    // The last of each step: the sum as it stood when the next began.
    const step = Math.max(1, Math.ceil(equity.length / POINTS_MAX));
    const points = equity.filter((_, at) => (equity.length - 1 - at) % step === 0);
    return ok({
      mode: filter.mode,
      timestamps: points.map(({ atMs }) => toEpochSeconds(atMs)),
      cumulative_usd: points.map(({ netUsd }) => shown(netUsd, USD_DIGITS)),
      daily: daily.map(({ dayMs, netUsd, trades }) => ({
        day: toEpochSeconds(dayMs),
        net_usd: shown(netUsd, USD_DIGITS),
        trades,
      })),
      symbols: bySymbol
        .map(({ symbol, netUsd, trades }) => ({ symbol, net_usd: shown(netUsd, USD_DIGITS), trades }))
        .sort((one, other) => other.net_usd - one.net_usd),
    });
  });
}

interface HistoryPage {
  readonly rows: readonly RatedTrade[];
  readonly fills: ReadonlyMap<string, readonly FillRecord[]>;
  readonly total: number;
}

function pageOf(deps: RouteDeps, { limit, offset, ...query }: PageQuery): Result<HistoryPage, DomainError> {
  const filter = filterOf(deps, query);
  const results = resultsOf(deps, filter);
  if (!results.ok) return results;
  const rated = results.value.flatMap(({ legs }) => legs).sort((a, b) => b.trade.closeMs - a.trade.closeMs);
  const rows = rated.slice(offset, offset + limit);
  const trades = rows.map(({ trade }) => trade);
  if (trades.length === 0) return ok({ rows, fills: new Map(), total: rated.length });
  const fills = deps.history.fills({ mode: filter.mode, ...spanOf(trades) });
  if (!fills.ok) return fills;
  return ok({ rows, fills: fillsByTrade(trades, fills.value), total: rated.length });
}

function filterOf({ link, clock }: RouteDeps, query: Query): TradeFilter {
  return { ...query, mode: query.mode ?? leadingMode(link), nowMs: clock.nowMs() };
}

function resultsOf({ link, history }: RouteDeps, filter: TradeFilter): Result<readonly TradeResult[], DomainError> {
  const trades = history.closedTrades(filter.mode);
  return trades.ok ? ok(resultsFor(link, trades.value, filter)) : trades;
}
