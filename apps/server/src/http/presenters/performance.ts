import type { z } from 'zod';
import type { EquityPoint, HistoryItem, Performance } from '@riptide/contracts';
import { decimal, toDecimalString, type Decimal, type ExecutionMode, type IntentSource } from '@riptide/core/domain';
import { netQuoteOf, performanceOf, tradesOfPeriod, type ClosedTrade, type RatedTrade } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import type { EquityRow } from '../../storage/trading-db/trading-history.ts';
import { modeOfVenue, partsOfAccount, tradingState } from './accounts.ts';
import { coinPrices } from './coin-prices.ts';
import { exactOrNull, pxOrNull, shown, shownOrNull } from './money.ts';
import { rounded, roundedOrNull, toEpochSeconds } from './numbers.ts';

const USD_DIGITS = 4;
const POINTS_MAX = 500;
const DAY_MS = 86_400_000;
const ARBITRAGE: ReadonlySet<IntentSource | null> = new Set(['arbitrage', 'carry'] as const);

type HistoryEngine = 'all' | 'trading' | 'arbitrage';

/** Which trades are asked for. */
export interface TradeFilter {
  readonly mode: ExecutionMode;
  readonly engine: HistoryEngine;
  readonly days: 7 | 30 | 90;
  readonly nowMs: number;
}

/** Returns the trades of an engine and a period, each with its net; coins of fees count at their price now. */
export function ratedTrades(link: EngineLink, trades: readonly ClosedTrade[], filter: TradeFilter): RatedTrade[] {
  const { engine, nowMs, days } = filter;
  const wanted = trades.filter(({ source }) => engine === 'all' || (engine === 'arbitrage') === ARBITRAGE.has(source));
  return tradesOfPeriod(rate(link, wanted), { nowMs, days });
}

/** Returns every trade with its net in USD; null while a price for it is missing. */
export function rate(link: EngineLink, trades: readonly ClosedTrade[]): RatedTrade[] {
  const priceOf = coinPrices(link);
  return trades.map((trade) => ({ trade, netUsd: netQuoteOf(trade, priceOf) }));
}

/**
 * Returns the costs of a trade in USD: gross less them, plus funding, is its net. While the net is unknown, those that are known: fees
 * in coins without a price are not in them.
 */
export function costsUsd({ trade, netUsd }: RatedTrade): Decimal {
  if (netUsd === null || trade.grossQuote === null) return decimal(trade.feesQuote).minus(decimal(trade.otherQuote));
  return decimal(trade.grossQuote).plus(decimal(trade.fundingQuote)).minus(decimal(netUsd));
}

/** Returns what the venue took for a liquidation, less rebates and adjustments of the trade; 0 where it took nothing. */
export function liquidationFeeUsd({ trade }: RatedTrade): Decimal {
  const cost = decimal(0).minus(decimal(trade.otherQuote));
  return cost.gt(0) ? cost : decimal(0);
}

/** Returns the figures of closed trades and the equity curve of one mode. */
export function presentPerformance(
  link: EngineLink,
  { rated, points }: { readonly rated: readonly RatedTrade[]; readonly points: readonly EquityRow[] },
  filter: TradeFilter,
): z.input<typeof Performance> {
  const { mode, days } = filter;
  const figures = performanceOf(rated);
  const curve = equityCurve(points);
  // Like the net, without trades whose net is unknown: the parts add up to it.
  const known = rated.filter(({ netUsd }) => netUsd !== null);
  const sum = (pick: (row: RatedTrade) => Decimal): number =>
    shown(toDecimalString(known.reduce((total, row) => total.plus(pick(row)), decimal(0))), USD_DIGITS);
  const open = [...link.values('position').values()].filter(
    (position) => position.mode === mode && modeOfVenue(link, position.venue) === mode,
  );
  return {
    mode,
    days,
    daily_pnl: dailyPnl(link, rated, filter),
    total_pnl: shown(figures.netUsd, USD_DIGITS),
    gross_pnl: sum(({ trade }) => decimal(trade.grossQuote ?? '0')),
    fees: sum(costsUsd),
    liquidation_fee: sum(liquidationFeeUsd),
    funding: sum(({ trade }) => decimal(trade.fundingQuote)),
    win_rate: roundedOrNull(figures.winRateFrac, 6),
    total_trades: figures.totalTrades,
    active_positions: open.length,
    largest_win: shownOrNull(
      figures.bestUsd !== null && decimal(figures.bestUsd).gt(0) ? figures.bestUsd : null,
      USD_DIGITS,
    ),
    largest_loss: shownOrNull(
      figures.worstUsd !== null && decimal(figures.worstUsd).lt(0) ? figures.worstUsd : null,
      USD_DIGITS,
    ),
    avg_hold_time_minutes: roundedOrNull(figures.avgHoldMs === null ? null : figures.avgHoldMs / 60_000, 4),
    sharpe_ratio: roundedOrNull(figures.sharpe, 4),
    max_drawdown_pct: curve.length === 0 ? null : rounded(Math.min(...curve.map((point) => point.drawdown_pct)), 4),
    equity_curve: curve,
  };
}

/** The core's own figure of the day (UTC); while the engine is away that of the trades closed today. */
function dailyPnl(link: EngineLink, rated: readonly RatedTrade[], { mode, engine, nowMs }: TradeFilter): number {
  const state = tradingState(link);
  if (link.isConnected && state !== null && engine === 'all') return shown(state.dayPnlUsd[mode], USD_DIGITS);
  const today = rated.filter(({ trade }) => trade.closeMs >= Math.floor(nowMs / DAY_MS) * DAY_MS);
  return shown(performanceOf(today).netUsd, USD_DIGITS);
}

/** Adds the accounts of a mode up, from the first moment at which all of them are known; at most 500 points. */
function equityCurve(points: readonly EquityRow[]): z.input<typeof EquityPoint>[] {
  const accounts = new Set(points.map(({ account }) => account)).size;
  const first = points[0]?.atMs ?? 0;
  const last = points.at(-1)?.atMs ?? 0;
  const bucketMs = Math.max(60_000, Math.ceil((last - first) / POINTS_MAX));
  const equity = new Map<string, ReturnType<typeof decimal>>();
  const curve = new Map<number, z.input<typeof EquityPoint>>();
  let peak = 0;
  for (const { atMs, account, cashUsd, unrealisedUsd } of points) {
    equity.set(account, decimal(cashUsd).plus(decimal(unrealisedUsd)));
    if (equity.size < accounts) continue;
    const total = [...equity.values()].reduce((sum, part) => sum.plus(part), decimal(0));
    const value = shown(toDecimalString(total), USD_DIGITS);
    peak = Math.max(peak, value);
    const drawdown = peak > 0 ? rounded(((value - peak) / peak) * 100, 4) : 0;
    curve.set(Math.floor(atMs / bucketMs), { timestamp: toEpochSeconds(atMs), equity: value, drawdown_pct: drawdown });
  }
  return [...curve.values()];
}

/** Returns a closed trade as a line of the history. */
export function presentTrade(rated: RatedTrade): z.input<typeof HistoryItem> {
  const { trade, netUsd } = rated;
  const { venue, mode } = partsOfAccount(trade.account);
  const qty = exactOrNull(trade.qtyBase);
  return {
    id: trade.tradeId,
    timestamp: toEpochSeconds(trade.closeMs),
    symbol: trade.instrumentId.slice(0, trade.instrumentId.indexOf('.')),
    venue,
    mode,
    side: trade.side === 'LONG' ? 'BUY' : 'SELL',
    quantity: qty,
    size: qty,
    price: pxOrNull(trade.avgEntryPx),
    exit_price: pxOrNull(trade.avgExitPx),
    pnl: shownOrNull(netUsd, USD_DIGITS),
    gross_pnl: shownOrNull(trade.grossQuote, USD_DIGITS),
    fees: shown(toDecimalString(costsUsd(rated)), USD_DIGITS),
    liquidation_fee: shown(toDecimalString(liquidationFeeUsd(rated)), USD_DIGITS),
    funding: shown(trade.fundingQuote, USD_DIGITS),
    hold_seconds: rounded(trade.holdMs / 1_000, 3),
    engine: trade.source ?? 'external',
  };
}
