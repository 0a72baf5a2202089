import type { FastifyInstance } from 'fastify';
import { getHistory, getHistoryCourse, getHistoryFills } from '@riptide/contracts';
import { ok, toDecimalString, type DomainError, type Result } from '@riptide/core/domain';
import type { RatedTrade, ResultSpan } from '@riptide/core/ledger';
import { firstIntentOf } from '../../../presenters/entry-slippage.ts';
import { unsyncedAccounts } from '../../../presenters/unsynced-accounts.ts';
import { leadingMode } from '../../../presenters/accounts.ts';
import { shown } from '../../../presenters/money.ts';
import { toEpochSeconds } from '../../../presenters/numbers.ts';
import { presentTrade } from '../../../presenters/performance.ts';
import type { TradeFilter } from '../../../presenters/rated-trades.ts';
import { bookOf, spanOfDays } from '../../../presenters/result-books.ts';
import { exitOf, presentFill } from '../../../presenters/trade-records.ts';
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
    const span = spanOf(deps, filter);
    if (!span.ok) return span;
    // The last of each step: the sum as it stood when the next began.
    const points = span.value.course(POINTS_MAX);
    return ok({
      mode: filter.mode,
      timestamps: points.map(({ atMs }) => toEpochSeconds(atMs)),
      cumulative_usd: points.map(({ net }) => shown(toDecimalString(net), USD_DIGITS)),
      daily: span.value.daily().map(({ dayMs, netUsd, trades }) => ({
        day: toEpochSeconds(dayMs),
        net_usd: shown(netUsd, USD_DIGITS),
        trades,
      })),
      symbols: span.value
        .bySymbol()
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
  const span = spanOf(deps, filter);
  if (!span.ok) return span;
  const total = span.value.sums.legs;
  const rows = span.value.newestLegs({ limit, offset });
  const fills = deps.history.fills(rows.map(({ trade }) => trade));
  return fills.ok ? ok({ rows, fills: fills.value, total }) : fills;
}

function filterOf({ link, clock }: RouteDeps, query: Query): TradeFilter {
  return { ...query, mode: query.mode ?? leadingMode(link), nowMs: clock.nowMs() };
}

function spanOf({ link, history }: RouteDeps, filter: TradeFilter): Result<ResultSpan, DomainError> {
  const trades = history.closedTrades(filter.mode);
  return trades.ok ? ok(spanOfDays(bookOf(link, trades.value, filter), filter)) : trades;
}
