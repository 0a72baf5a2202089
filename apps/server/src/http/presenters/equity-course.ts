import type { z } from 'zod';
import type { EquityRange, getEquityCourse } from '@riptide/contracts';
import { decimal, type Decimal, type ExecutionMode, type Venue } from '@riptide/core/domain';
import type { ClosedTrade, ResultSpan } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import type { EquityPoints } from '../../storage/trading-db/read-equity.ts';
import { partsOfAccount, tradingState } from './accounts.ts';
import { shown, shownDecimal } from './money.ts';
import { rounded, toEpochSeconds } from './numbers.ts';
import { bookOf } from './result-books.ts';
import { dayChange, openParts } from './result-figures.ts';

type Course = Omit<z.input<typeof getEquityCourse.response>, 'ok'>;

const DAY_MS = 86_400_000;
const USD_DIGITS = 4;
const PERCENT_DIGITS = 4;

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
  readonly points: EquityPoints;
  readonly trades: readonly ClosedTrade[];
}

/** Returns the course of the equity of a mode and of what its engines earned in it. */
export function presentEquityCourse(link: EngineLink, input: CourseInput): Course {
  const { mode, range, nowMs } = input;
  const sinceMs = nowMs - RANGE_MS[range];
  const course = shownCourseOf(input.points);
  const todayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  const of = (engine: 'trading' | 'arbitrage' | 'all', fromMs: number): ResultSpan =>
    bookOf(link, input.trades, { mode, engine }).span(fromMs, nowMs);
  const [all, trading, arbitrage] = [of('all', sinceMs), of('trading', sinceMs), of('arbitrage', sinceMs)];
  return {
    success: true,
    mode,
    range,
    since: toEpochSeconds(sinceMs),
    ...course.shown,
    trading_pnl: trading.sumsAt(course.atMs).map((sum) => money(sum)),
    arbitrage_pnl: arbitrage.sumsAt(course.atMs).map((sum) => money(sum)),
    daily: daysOf(all, trading, arbitrage),
    today: todayOf(link, { mode, today: of('all', todayMs), lastEquity: course.lastEquity }),
  };
}

function money(value: Decimal): number;
function money(value: Decimal | null): number | null;
function money(value: Decimal | null): number | null {
  return value === null ? null : shownDecimal(value, USD_DIGITS);
}

interface ShownCourse {
  readonly atMs: readonly number[];
  readonly lastEquity: Decimal | null;
  readonly shown: Pick<Course, 'timestamps' | 'equity' | 'drawdown_pct' | 'by_venue'>;
}

/** Points come once a minute and readers far more often: the same points are worked out once. */
const courses = new WeakMap<EquityPoints, ShownCourse>();

function shownCourseOf(points: EquityPoints): ShownCourse {
  const known = courses.get(points);
  if (known !== undefined) return known;
  const { atMs, equity, drawdownPct, byVenue } = courseOf(points);
  const made: ShownCourse = {
    atMs,
    lastEquity: equity.at(-1) ?? null,
    shown: {
      timestamps: atMs.map(toEpochSeconds),
      equity: equity.map(money),
      drawdown_pct: drawdownPct,
      by_venue: Object.fromEntries([...byVenue].map(([venue, values]) => [venue, values.map(money)])),
    },
  };
  courses.set(points, made);
  return made;
}

interface EquityCourse {
  readonly atMs: number[];
  readonly equity: (Decimal | null)[];
  readonly drawdownPct: (number | null)[];
  readonly byVenue: ReadonlyMap<Venue, (Decimal | null)[]>;
}

/** Takes the last state of every account in each step; the total begins when all accounts are known. */
function courseOf({ rows: points, stepMs }: EquityPoints): EquityCourse {
  const venues = [...new Set(points.map(({ account }) => partsOfAccount(account).venue))];
  const now = new Map<Venue, Decimal>();
  const steps = new Map<number, { readonly atMs: number; readonly states: readonly (Decimal | null)[] }>();
  for (const { atMs, account, cashUsd, unrealisedUsd } of points) {
    now.set(partsOfAccount(account).venue, decimal(cashUsd).plus(decimal(unrealisedUsd)));
    steps.set(Math.floor(atMs / stepMs), { atMs, states: venues.map((venue) => now.get(venue) ?? null) });
  }
  const rows = [...steps.values()];
  let peak = 0;
  const equity = rows.map(({ states }) => total(states));
  // A part of what there was, not money: floats will do.
  const drawdownPct = equity.map((exactTotal) => {
    if (exactTotal === null) return null;
    const value = Number(exactTotal.toString());
    peak = Math.max(peak, value);
    return peak > 0 ? rounded(((value - peak) / peak) * 100, PERCENT_DIGITS) : 0;
  });
  const byVenue = new Map(venues.map((venue, at) => [venue, rows.map(({ states }) => states[at] ?? null)]));
  return { atMs: rows.map(({ atMs }) => atMs), equity, drawdownPct, byVenue };
}

function total(states: readonly (Decimal | null)[]): Decimal | null {
  let sum: Decimal | null = decimal(0);
  for (const state of states) sum = sum === null || state === null ? null : sum.plus(state);
  return sum;
}

function daysOf(all: ResultSpan, trading: ResultSpan, arbitrage: ResultSpan): Course['daily'] {
  const netOf = (span: ResultSpan): ReadonlyMap<number, string> =>
    new Map(span.daily().map(({ dayMs, netUsd }) => [dayMs, netUsd]));
  const [tradingNet, arbitrageNet] = [netOf(trading), netOf(arbitrage)];
  return all.daily().map(({ dayMs, netUsd, trades }) => ({
    day: toEpochSeconds(dayMs),
    trading_usd: shown(tradingNet.get(dayMs) ?? '0', USD_DIGITS),
    arbitrage_usd: shown(arbitrageNet.get(dayMs) ?? '0', USD_DIGITS),
    net_usd: shown(netUsd, USD_DIGITS),
    trades,
  }));
}

interface TodayInput {
  readonly mode: ExecutionMode;
  readonly today: ResultSpan;
  readonly lastEquity: Decimal | null;
}

function todayOf(link: EngineLink, { mode, today, lastEquity }: TodayInput): Course['today'] {
  const { net, costs, funding, counted } = today.sums;
  const state = tradingState(link);
  const pnl = !link.isConnected || state === null ? null : dayChange(state, mode, openParts(link, mode));
  const start = pnl === null || lastEquity === null ? null : lastEquity.minus(decimal(String(pnl)));
  const isRated = pnl !== null && start !== null && start.gt(0);
  return {
    pnl_usd: pnl,
    pnl_pct: isRated ? rounded((pnl / Number(start.toString())) * 100, PERCENT_DIGITS) : null,
    realized_usd: money(net),
    fees_usd: money(costs),
    funding_usd: money(funding),
    trades: counted,
  };
}
