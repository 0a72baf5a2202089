import { decimal, toDecimalString, ZERO, type Decimal, type DecimalString } from '../domain/index.ts';
import type { TradeResult } from './trade-results.ts';

const DAY_MS = 86_400_000;
const DAYS_PER_YEAR = 365;

export interface DayPnl {
  /** Midnight UTC at which the day begins. */
  readonly dayMs: number;
  readonly netUsd: DecimalString;
  readonly trades: number;
}

export interface EquityPoint {
  readonly atMs: number;
  /** Sum of the nets up to and with this trade. */
  readonly netUsd: DecimalString;
  /** How far below the highest sum before it, at least 0. */
  readonly drawdownUsd: DecimalString;
}

export interface SymbolResult {
  readonly symbol: string;
  readonly netUsd: DecimalString;
  readonly trades: number;
  readonly wins: number;
}

/** What a set of results achieved: an arbitrage counts once, with both legs. Those without a known net are counted apart and are in no figure. */
export interface Performance {
  readonly totalTrades: number;
  readonly unknownTrades: number;
  readonly wins: number;
  /** 0..1 of the trades with a known net; a net of 0 is no win. null without any. */
  readonly winRateFrac: number | null;
  readonly netUsd: DecimalString;
  readonly bestUsd: DecimalString | null;
  readonly worstUsd: DecimalString | null;
  readonly avgHoldMs: number | null;
  readonly daily: readonly DayPnl[];
  readonly equity: readonly EquityPoint[];
  readonly maxDrawdownUsd: DecimalString;
  /** Mean by standard deviation of the daily nets, times the root of 365; null below two days or without any spread. */
  readonly sharpe: number | null;
  readonly bySymbol: readonly SymbolResult[];
}

/** Returns the results that ended within the last `days` days; the far edge counts. */
export function resultsOfPeriod(
  results: readonly TradeResult[],
  { nowMs, days }: { readonly nowMs: number; readonly days: 7 | 30 | 90 },
): TradeResult[] {
  const fromMs = nowMs - days * DAY_MS;
  return results.filter(({ closeMs }) => closeMs >= fromMs && closeMs <= nowMs);
}

/**
 * Returns the figures of results; days are UTC, every day between the first and the last is there. What does not count as a trade is in
 * the sums of money alone.
 */
export function performanceOf(results: readonly TradeResult[]): Performance {
  const known = results
    .flatMap((result): KnownResult[] => {
      const { netUsd, closeMs, isCounted, symbol } = result;
      return netUsd === null ? [] : [{ net: decimal(netUsd), closeMs, isCounted, symbol }];
    })
    .sort((a, b) => a.closeMs - b.closeMs);
  const counted = results.filter(({ isCounted }) => isCounted);
  const rated = counted.filter(({ netUsd }) => netUsd !== null);
  const nets = known.flatMap(({ net, isCounted }) => (isCounted ? [net] : []));
  const wins = nets.filter((net) => net.gt(0)).length;
  const [first] = nets;
  const best = first === undefined ? undefined : nets.reduce(larger, first);
  const worst = first === undefined ? undefined : nets.reduce((a, b) => (b.lt(a) ? b : a), first);
  const holdMs = rated.reduce((sum, result) => sum + result.holdMs, 0);
  const daily = dailyPnl(known);
  const { equity, maxDrawdown } = equityCurve(known);
  return {
    totalTrades: counted.length,
    unknownTrades: counted.length - rated.length,
    wins,
    winRateFrac: rated.length === 0 ? null : wins / rated.length,
    netUsd: equity.at(-1)?.netUsd ?? '0',
    bestUsd: best === undefined ? null : toDecimalString(best),
    worstUsd: worst === undefined ? null : toDecimalString(worst),
    avgHoldMs: rated.length === 0 ? null : Math.round(holdMs / rated.length),
    daily,
    equity,
    maxDrawdownUsd: toDecimalString(maxDrawdown),
    sharpe: sharpeOf(daily),
    bySymbol: bySymbol(known),
  };
}

interface KnownResult {
  readonly net: Decimal;
  readonly closeMs: number;
  readonly isCounted: boolean;
  readonly symbol: string;
}

const larger = (a: Decimal, b: Decimal): Decimal => (a.gt(b) ? a : b);
const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS) * DAY_MS;

function dailyPnl(known: readonly KnownResult[]): DayPnl[] {
  const [first, last] = [known.at(0), known.at(-1)];
  if (first === undefined || last === undefined) return [];
  const sums = new Map<number, { net: Decimal; trades: number }>();
  for (const { closeMs, net, isCounted } of known) {
    const day = sums.get(dayOf(closeMs)) ?? { net: ZERO, trades: 0 };
    sums.set(dayOf(closeMs), { net: day.net.plus(net), trades: day.trades + (isCounted ? 1 : 0) });
  }
  const days: DayPnl[] = [];
  for (let dayMs = dayOf(first.closeMs); dayMs <= last.closeMs; dayMs += DAY_MS) {
    const { net, trades } = sums.get(dayMs) ?? { net: ZERO, trades: 0 };
    days.push({ dayMs, netUsd: toDecimalString(net), trades });
  }
  return days;
}

function equityCurve(known: readonly KnownResult[]): {
  readonly equity: EquityPoint[];
  readonly maxDrawdown: Decimal;
} {
  let sum = ZERO;
  let peak = ZERO;
  let maxDrawdown = ZERO;
  const equity = known.map(({ closeMs, net }) => {
    sum = sum.plus(net);
    peak = larger(peak, sum);
    const drawdown = peak.minus(sum);
    maxDrawdown = larger(maxDrawdown, drawdown);
    return { atMs: closeMs, netUsd: toDecimalString(sum), drawdownUsd: toDecimalString(drawdown) };
  });
  return { equity, maxDrawdown };
}

/** Returns mean by deviation of daily nets, times the root of 365. A statistic, not money: floats will do. */
export function sharpeOf(daily: readonly DayPnl[]): number | null {
  if (daily.length < 2) return null;
  const values = daily.map((day) => Number(day.netUsd));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  const sharpe = (mean / Math.sqrt(variance)) * Math.sqrt(DAYS_PER_YEAR);
  return variance > 0 && Number.isFinite(sharpe) ? sharpe : null;
}

function bySymbol(known: readonly KnownResult[]): SymbolResult[] {
  const results = new Map<string, { net: Decimal; trades: number; wins: number }>();
  for (const { symbol, net, isCounted } of known) {
    const before = results.get(symbol) ?? { net: ZERO, trades: 0, wins: 0 };
    results.set(symbol, {
      net: before.net.plus(net),
      trades: before.trades + (isCounted ? 1 : 0),
      wins: before.wins + (isCounted && net.gt(0) ? 1 : 0),
    });
  }
  return [...results]
    .map(([symbol, { net, trades, wins }]) => ({ symbol, netUsd: toDecimalString(net), trades, wins }))
    .sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
}
