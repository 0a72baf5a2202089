import type { z } from 'zod';
import type { EquityRange, getEquityCourse } from '@riptide/contracts';
import { decimal, toDecimalString, type Decimal, type ExecutionMode, type Venue } from '@riptide/core/domain';
import { knownLegs, performanceOf, type ClosedTrade, type TradeResult } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import type { EquityRow } from '../../storage/trading-db/trading-history.ts';
import { partsOfAccount, tradingState } from './accounts.ts';
import { shown } from './money.ts';
import { rounded, toEpochSeconds } from './numbers.ts';
import { costsUsd, resultsFor } from './rated-trades.ts';
import { dayChange, openParts } from './result-figures.ts';

type Course = Omit<z.input<typeof getEquityCourse.response>, 'ok'>;

const DAY_MS = 86_400_000;
const USD_DIGITS = 4;
const PERCENT_DIGITS = 4;
const POINTS_MAX = 500;
/** Accounts are written down once a minute. */
const STEP_MS = 60_000;

export const RANGE_MS: Readonly<Record<EquityRange, number>> = {
  '24h': DAY_MS,
  '7d': 7 * DAY_MS,
  '30d': 30 * DAY_MS,
  '90d': 90 * DAY_MS,
};

export interface CourseInput {
  readonly mode: ExecutionMode;
  readonly range: EquityRange;
  readonly nowMs: number;
  readonly points: readonly EquityRow[];
  readonly trades: readonly ClosedTrade[];
}

/** Returns the course of the equity of a mode and of what its engines earned in it. */
export function presentEquityCourse(link: EngineLink, input: CourseInput): Course {
  const { mode, range, nowMs } = input;
  const sinceMs = nowMs - RANGE_MS[range];
  const course = courseOf(input, sinceMs);
  const of = (engine: 'trading' | 'arbitrage' | 'all'): readonly TradeResult[] =>
    resultsFor(link, input.trades, { mode, engine, days: 90, nowMs });
  const isSince = ({ closeMs }: TradeResult): boolean => closeMs >= sinceMs;
  const [all, trading, arbitrage] = [of('all'), of('trading').filter(isSince), of('arbitrage').filter(isSince)];
  const lastEquity = course.equity.at(-1) ?? null;
  return {
    success: true,
    mode,
    range,
    since: toEpochSeconds(sinceMs),
    timestamps: course.atMs.map(toEpochSeconds),
    equity: course.equity.map(money),
    drawdown_pct: course.drawdownPct,
    by_venue: Object.fromEntries([...course.byVenue].map(([venue, values]) => [venue, values.map(money)])),
    trading_pnl: sumsAt(course.atMs, trading),
    arbitrage_pnl: sumsAt(course.atMs, arbitrage),
    daily: daysOf(all.filter(isSince), trading, arbitrage),
    today: todayOf(link, { mode, nowMs, results: all, lastEquity }),
  };
}

function money(value: Decimal): number;
function money(value: Decimal | null): number | null;
function money(value: Decimal | null): number | null {
  return value === null ? null : shown(toDecimalString(value), USD_DIGITS);
}

interface EquityCourse {
  readonly atMs: number[];
  readonly equity: (Decimal | null)[];
  readonly drawdownPct: (number | null)[];
  readonly byVenue: ReadonlyMap<Venue, (Decimal | null)[]>;
}

/** Takes the last state of every account in each step; the total begins when all accounts are known. */
function courseOf({ points, nowMs }: CourseInput, sinceMs: number): EquityCourse {
  const stepMs = Math.max(STEP_MS, Math.ceil((nowMs - sinceMs) / POINTS_MAX));
  const venues = [...new Set(points.map(({ account }) => partsOfAccount(account).venue))];
  const now = new Map<Venue, Decimal>();
  const steps = new Map<number, { readonly atMs: number; readonly states: readonly (Decimal | null)[] }>();
  for (const { atMs, account, cashUsd, unrealisedUsd } of points) {
    now.set(partsOfAccount(account).venue, decimal(cashUsd).plus(decimal(unrealisedUsd)));
    steps.set(Math.floor(atMs / stepMs), { atMs, states: venues.map((venue) => now.get(venue) ?? null) });
  }
  const rows = [...steps.values()];
  let peak = decimal(0);
  const equity = rows.map(({ states }) => total(states));
  const drawdownPct = equity.map((value) => {
    if (value === null) return null;
    if (value.gt(peak)) peak = value;
    return peak.gt(0) ? rounded(Number(value.minus(peak).div(peak).times(100).toString()), PERCENT_DIGITS) : 0;
  });
  const byVenue = new Map(venues.map((venue, at) => [venue, rows.map(({ states }) => states[at] ?? null)]));
  return { atMs: rows.map(({ atMs }) => atMs), equity, drawdownPct, byVenue };
}

function total(states: readonly (Decimal | null)[]): Decimal | null {
  let sum: Decimal | null = decimal(0);
  for (const state of states) sum = sum === null || state === null ? null : sum.plus(state);
  return sum;
}

/** Adds up, at each moment, what ended until then; what has no known net is left out. */
function sumsAt(atMs: readonly number[], results: readonly TradeResult[]): number[] {
  const rising = results.toSorted((a, b) => a.closeMs - b.closeMs);
  let next = 0;
  let sum = decimal(0);
  return atMs.map((at) => {
    for (let result = rising[next]; result !== undefined && result.closeMs <= at; result = rising[next]) {
      if (result.netUsd !== null) sum = sum.plus(decimal(result.netUsd));
      next += 1;
    }
    return money(sum);
  });
}

function daysOf(
  all: readonly TradeResult[],
  trading: readonly TradeResult[],
  arbitrage: readonly TradeResult[],
): Course['daily'] {
  const netOf = (results: readonly TradeResult[]): ReadonlyMap<number, string> =>
    new Map(performanceOf(results).daily.map(({ dayMs, netUsd }) => [dayMs, netUsd]));
  const [tradingNet, arbitrageNet] = [netOf(trading), netOf(arbitrage)];
  return performanceOf(all).daily.map(({ dayMs, netUsd, trades }) => ({
    day: toEpochSeconds(dayMs),
    trading_usd: shown(tradingNet.get(dayMs) ?? '0', USD_DIGITS),
    arbitrage_usd: shown(arbitrageNet.get(dayMs) ?? '0', USD_DIGITS),
    net_usd: shown(netUsd, USD_DIGITS),
    trades,
  }));
}

interface TodayInput {
  readonly mode: ExecutionMode;
  readonly nowMs: number;
  readonly results: readonly TradeResult[];
  readonly lastEquity: Decimal | null;
}

function todayOf(link: EngineLink, { mode, nowMs, results, lastEquity }: TodayInput): Course['today'] {
  const today = results.filter(({ closeMs }) => closeMs >= Math.floor(nowMs / DAY_MS) * DAY_MS);
  const figures = performanceOf(today);
  const legs = knownLegs(today);
  const state = tradingState(link);
  const pnl = !link.isConnected || state === null ? null : dayChange(state, mode, openParts(link, mode));
  const start = pnl === null || lastEquity === null ? null : lastEquity.minus(decimal(String(pnl)));
  const isRated = pnl !== null && start !== null && start.gt(0);
  return {
    pnl_usd: pnl,
    pnl_pct: isRated ? rounded((pnl / Number(start.toString())) * 100, PERCENT_DIGITS) : null,
    realized_usd: shown(figures.netUsd, USD_DIGITS),
    fees_usd: money(legs.reduce((sum, leg) => sum.plus(costsUsd(leg)), decimal(0))),
    funding_usd: money(legs.reduce((sum, { trade }) => sum.plus(decimal(trade.fundingQuote)), decimal(0))),
    trades: figures.totalTrades,
  };
}
