import type { z } from 'zod';
import type { EquityPoint, HistoryItem, Performance } from '@riptide/contracts';
import { decimal, ZERO, type Decimal, type ExecutionMode } from '@riptide/core/domain';
import { costsUsd, liquidationFeeUsd, type RatedTrade, type ResultBook, type ResultSums } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import type { EquityPoints } from '../../storage/trading-db/read-equity.ts';
import { modeOfVenue, partsOfAccount, tradingState } from './accounts.ts';
import { entrySlippage } from './entry-slippage.ts';
import { exactOrNull, pxOrNull, shown, shownDecimal, shownOrNull } from './money.ts';
import { rounded, roundedOrNull, toEpochSeconds } from './numbers.ts';
import { isNarrowed, type TradeFilter } from './rated-trades.ts';
import { spanOfDays } from './result-books.ts';
import { dayChange, NO_OPEN_PARTS, openParts, shownParts } from './result-figures.ts';

const USD_DIGITS = 4;
const DAY_MS = 86_400_000;

interface PerformanceInput {
  readonly book: ResultBook;
  readonly points: EquityPoints;
}

/** Returns the figures of results and the equity curve of one mode. */
export function presentPerformance(
  link: EngineLink,
  { book, points }: PerformanceInput,
  filter: TradeFilter,
): z.input<typeof Performance> {
  const { mode, days } = filter;
  const span = spanOfDays(book, filter);
  const { sums } = span;
  const rated = sums.counted - sums.unknown;
  const curve = equityCurve(points);
  return {
    mode,
    days,
    daily_pnl: dailyPnl(link, book, filter),
    ...shownParts(sums.net, isNarrowed(filter) ? NO_OPEN_PARTS : openParts(link, mode)),
    ...moneyOf(sums),
    win_rate: roundedOrNull(winRateOf(sums), 6),
    total_trades: sums.counted,
    closed_drawdown_usd: usd(sums.drawdown),
    active_positions: openPositions(link, mode),
    largest_win: sums.best?.gt(0) === true ? usd(sums.best) : null,
    largest_loss: sums.worst?.lt(0) === true ? usd(sums.worst) : null,
    avg_hold_time_minutes: roundedOrNull(rated === 0 ? null : Math.round(sums.holdMs / rated) / 60_000, 4),
    sharpe_ratio: roundedOrNull(span.sharpe(), 4),
    max_drawdown_pct: curve.length === 0 ? null : rounded(Math.min(...curve.map((point) => point.drawdown_pct)), 4),
    equity_curve: curve,
  };
}

/** Returns how many positions of a mode are open. */
export function openPositions(link: EngineLink, mode: ExecutionMode): number {
  const all = [...link.values('position').values()];
  return all.filter((position) => position.mode === mode && modeOfVenue(link, position.venue) === mode).length;
}

/** Returns the part of the trades with a known net that won; null without any. */
export function winRateOf({ counted, unknown, wins }: ResultSums): number | null {
  return counted === unknown ? null : wins / (counted - unknown);
}

/** What the net is made of, and what was won and lost, trade by trade. Without trades whose net is unknown: the parts add up to it. */
function moneyOf(
  sums: ResultSums,
): Pick<
  z.input<typeof Performance>,
  'gross_pnl' | 'fees' | 'liquidation_fee' | 'funding' | 'wins' | 'losses' | 'avg_win' | 'avg_loss' | 'profit_factor'
> {
  const { gains, falls, wins, losses } = sums;
  return {
    gross_pnl: usd(sums.gross),
    fees: usd(sums.costs),
    liquidation_fee: usd(sums.liquidation),
    funding: usd(sums.funding),
    wins,
    losses,
    avg_win: wins === 0 ? null : usd(gains.div(wins)),
    avg_loss: losses === 0 ? null : usd(falls.div(losses)),
    profit_factor: losses === 0 ? null : rounded(Number(gains.div(falls.abs()).toString()), 4),
  };
}

function usd(value: Decimal): number {
  return shownDecimal(value, USD_DIGITS);
}

/** The change of the equity in the UTC day; of one kind of engine, and while the engine is away, what was closed today. */
function dailyPnl(link: EngineLink, book: ResultBook, filter: TradeFilter): number | null {
  const { mode, nowMs } = filter;
  const state = tradingState(link);
  if (link.isConnected && state !== null && !isNarrowed(filter)) return dayChange(state, mode, openParts(link, mode));
  return usd(book.span(Math.floor(nowMs / DAY_MS) * DAY_MS, nowMs).sums.net);
}

type Curve = z.input<typeof EquityPoint>[];

/** Points come once a minute and readers far more often: the same points are worked out once. */
const curves = new WeakMap<EquityPoints, Curve>();

function equityCurve(points: EquityPoints): Curve {
  const curve = curves.get(points) ?? curveOf(points);
  curves.set(points, curve);
  return curve;
}

/** Adds the accounts of a mode up, from the first moment at which all of them are known. */
function curveOf({ rows, stepMs }: EquityPoints): Curve {
  const accounts = new Set(rows.map(({ account }) => account)).size;
  const equity = new Map<string, Decimal>();
  const totals = new Map<number, { readonly atMs: number; readonly total: Decimal }>();
  for (const { atMs, account, cashUsd, unrealisedUsd } of rows) {
    equity.set(account, decimal(cashUsd).plus(decimal(unrealisedUsd)));
    if (equity.size < accounts) continue;
    const total = [...equity.values()].reduce((sum, part) => sum.plus(part), ZERO);
    totals.set(Math.floor(atMs / stepMs), { atMs, total });
  }
  let peak = 0;
  return [...totals.values()].map(({ atMs, total }) => {
    const value = usd(total);
    peak = Math.max(peak, value);
    const drawdown = peak > 0 ? rounded(((value - peak) / peak) * 100, 4) : 0;
    return { timestamp: toEpochSeconds(atMs), equity: value, drawdown_pct: drawdown };
  });
}

/** What is known of a closed trade beside its figures. */
interface TradeExtras {
  readonly exit: string | null;
  /** The price step of its instrument where that is known. */
  readonly tickSize: number | null;
  /** The mid at which it was decided, where that is on record. */
  readonly decidedPx: string | undefined;
}

/** Returns a closed trade as a line of the history. */
export function presentTrade(
  rated: RatedTrade,
  { exit, tickSize, decidedPx }: TradeExtras,
): z.input<typeof HistoryItem> {
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
    fees: usd(costsUsd(rated)),
    liquidation_fee: usd(liquidationFeeUsd(rated)),
    funding: shown(trade.fundingQuote, USD_DIGITS),
    hold_seconds: rounded(trade.holdMs / 1_000, 3),
    engine: trade.isDust === true ? 'dust' : (trade.source ?? 'external'),
    execution_id: trade.arbId ?? null,
    opened_at: toEpochSeconds(trade.openMs),
    exit,
    tick_size: tickSize,
    ...entrySlippage(trade, decidedPx),
  };
}
