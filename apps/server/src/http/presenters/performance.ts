import type { z } from 'zod';
import type { EquityPoint, HistoryItem, Performance } from '@riptide/contracts';
import { decimal, toDecimalString, type Decimal } from '@riptide/core/domain';
import { knownLegs, type RatedTrade, type TradeResult } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import type { EquityRow } from '../../storage/trading-db/trading-history.ts';
import { entrySlippage } from './entry-slippage.ts';
import { modeOfVenue, partsOfAccount, tradingState } from './accounts.ts';
import { exactOrNull, pxOrNull, shown, shownOrNull } from './money.ts';
import { rounded, roundedOrNull, toEpochSeconds } from './numbers.ts';
import { costsUsd, figuresOf, isNarrowed, liquidationFeeUsd, type TradeFilter } from './rated-trades.ts';
import { dayChange, NO_OPEN_PARTS, openParts, shownParts } from './result-figures.ts';

const USD_DIGITS = 4;
const POINTS_MAX = 500;
const DAY_MS = 86_400_000;
/** Returns the figures of results and the equity curve of one mode. */
export function presentPerformance(
  link: EngineLink,
  { results, points }: { readonly results: readonly TradeResult[]; readonly points: readonly EquityRow[] },
  filter: TradeFilter,
): z.input<typeof Performance> {
  const { mode, days } = filter;
  const figures = figuresOf(results);
  const curve = equityCurve(points);
  const open = [...link.values('position').values()].filter(
    (position) => position.mode === mode && modeOfVenue(link, position.venue) === mode,
  );
  return {
    mode,
    days,
    daily_pnl: dailyPnl(link, results, filter),
    ...shownParts(decimal(figures.netUsd), isNarrowed(filter) ? NO_OPEN_PARTS : openParts(link, mode)),
    ...moneyOf(results),
    win_rate: roundedOrNull(figures.winRateFrac, 6),
    total_trades: figures.totalTrades,
    closed_drawdown_usd: shown(figures.maxDrawdownUsd, USD_DIGITS),
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

type MoneyParts = Pick<
  z.input<typeof Performance>,
  'gross_pnl' | 'fees' | 'liquidation_fee' | 'funding' | 'wins' | 'losses' | 'avg_win' | 'avg_loss' | 'profit_factor'
>;

/** Of the same list of results they are made once. */
const moneyParts = new WeakMap<readonly TradeResult[], MoneyParts>();

/** What the net is made of. */
function moneyOf(results: readonly TradeResult[]): MoneyParts {
  const made = moneyParts.get(results);
  if (made !== undefined) return made;
  // Like the net, without trades whose net is unknown: the parts add up to it.
  const known = knownLegs(results);
  const sum = (pick: (row: RatedTrade) => Decimal): number =>
    shown(toDecimalString(known.reduce((total, row) => total.plus(pick(row)), decimal(0))), USD_DIGITS);
  const parts = {
    gross_pnl: sum(({ trade }) => decimal(trade.grossQuote ?? '0')),
    fees: sum(costsUsd),
    liquidation_fee: sum(liquidationFeeUsd),
    funding: sum(({ trade }) => decimal(trade.fundingQuote)),
    ...gainsAndLosses(results),
  };
  moneyParts.set(results, parts);
  return parts;
}

/** What was won and lost, trade by trade. */
function gainsAndLosses(
  results: readonly TradeResult[],
): Pick<z.input<typeof Performance>, 'wins' | 'losses' | 'avg_win' | 'avg_loss' | 'profit_factor'> {
  const nets = results.flatMap(({ netUsd, isCounted }) => (netUsd === null || !isCounted ? [] : [decimal(netUsd)]));
  const gains = nets.filter((net) => net.gt(0));
  const falls = nets.filter((net) => net.lt(0));
  const sum = (parts: readonly Decimal[]): Decimal => parts.reduce((total, part) => total.plus(part), decimal(0));
  const mean = (parts: readonly Decimal[]): number | null =>
    parts.length === 0 ? null : shown(toDecimalString(sum(parts).div(parts.length)), USD_DIGITS);
  return {
    wins: gains.length,
    losses: falls.length,
    avg_win: mean(gains),
    avg_loss: mean(falls),
    profit_factor: falls.length === 0 ? null : rounded(Number(sum(gains).div(sum(falls).abs()).toString()), 4),
  };
}

/** The change of the equity in the UTC day; of one kind of engine, and while the engine is away, what was closed today. */
function dailyPnl(link: EngineLink, results: readonly TradeResult[], filter: TradeFilter): number | null {
  const { mode, nowMs } = filter;
  const state = tradingState(link);
  if (link.isConnected && state !== null && !isNarrowed(filter)) return dayChange(state, mode, openParts(link, mode));
  const today = results.filter(({ closeMs }) => closeMs >= Math.floor(nowMs / DAY_MS) * DAY_MS);
  return shown(figuresOf(today).netUsd, USD_DIGITS);
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

/** What is on record of a trade beside its books. */
export interface TradeExtras {
  readonly exit: string | null;
  readonly tickSize: number | null;
  /** Mid of its book when its first wish was decided; undefined where none is on record. */
  readonly decidedPx: string | undefined;
}

/** Returns a closed trade as a line of the history; `tickSize`: the price step of its instrument where that is known. */
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
    fees: shown(toDecimalString(costsUsd(rated)), USD_DIGITS),
    liquidation_fee: shown(toDecimalString(liquidationFeeUsd(rated)), USD_DIGITS),
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
