import { plural, VENUES, type ExecutionMode } from '../../domain/index.ts';
import type { ArbGuardsView, ArbHalt, ArbitrageView, ArbPerformance, ArbTradeView } from '../arbitrage-views.ts';
import type { AutoDesk } from './auto-desk.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import type { CarryDesk } from './carry/carry-desk.ts';
import type { ModeSums } from './guard-book.ts';
import type { LearningDesk } from './learning/learning-desk.ts';
import { unpricedLegOf } from './arb-result.ts';
import { pairNow } from './pair-now.ts';
import { arbBlocksOf } from './arb-blocks.ts';
import { watchedReason } from './arb-watch.ts';
import { troublesOf } from './arb-troubles.ts';
import { isFinished, type TrackedArb } from './trade-book.ts';
import { withBooksOf } from './trade-of-books.ts';

const TRADES_MAX = 50;
const NO_LEG = { buy: null, sell: null } as const;

export interface ArbitrageViewParts {
  readonly carry: CarryDesk;
  readonly learning: LearningDesk;
  readonly auto: AutoDesk;
}

/** Puts together what the arbitrage engine shows. */
export function buildArbitrageView(context: ArbitrageContext, parts: ArbitrageViewParts): ArbitrageView {
  const { core, scanner, state } = context;
  const { guards, settings, trades } = state;
  const nowMs = core.clock.nowMs();
  const leadingMode = VENUES.some((venue) => core.permit.modeOf(venue) === 'live') ? 'live' : 'paper';
  const leading = guards.of(leadingMode);
  const shown = [...trades.open().toReversed(), ...trades.finished().toReversed()].slice(0, TRADES_MAX);
  return {
    atMs: nowMs,
    settings,
    trades: shown.map((tracked) => tradeView(context, tracked)),
    rounds: parts.carry.views(),
    dust: state.dust.list(),
    learner: parts.learning.view(),
    performance: {
      paper: performanceOf(guards.sumsOf('paper', nowMs)),
      live: performanceOf(guards.sumsOf('live', nowMs)),
    },
    cooldowns: guards.runningPauses(nowMs),
    stability: leading.stabilityAt(nowMs),
    breaker: leading.breaker,
    halt: haltOf(context, leadingMode, nowMs),
    guards: { paper: guardsView(context, 'paper', nowMs), live: guardsView(context, 'live', nowMs) },
    troubles: troublesOf(context, nowMs),
    blocks: arbBlocksOf(context, nowMs),
    seen: scanner.seen(nowMs),
    auto: {
      isOn: settings.autoExecute,
      tradesLastHour: leading.startsWithinHour(nowMs),
      lastRefusal: parts.auto.lastRefusal,
      refusals: parts.auto.counts(),
    },
  };
}

/** Returns a trade with what it is worth now. */
export function tradeView(context: ArbitrageContext, tracked: TrackedArb): ArbTradeView {
  const trade = withBooksOf(tracked);
  if (isFinished(trade)) {
    const nothing = { openNetUsd: null, openNetBps: null, exitSpreadNowBps: null };
    return { ...trade, ...nothing, liquidationPct: NO_LEG, adlRank: NO_LEG };
  }
  const now = pairNow(context, tracked);
  const reason = watchedReason(context, trade);
  const isPriced = unpricedLegOf(tracked) === null;
  return {
    ...trade,
    reason,
    openNetUsd: isPriced ? now.netUsd : null,
    openNetBps: isPriced ? now.netBps : null,
    exitSpreadNowBps: now.exitSpreadBps,
    liquidationPct: now.liquidationPct,
    adlRank: now.adlRank,
  };
}

function guardsView(context: ArbitrageContext, mode: ExecutionMode, nowMs: number): ArbGuardsView {
  const guards = context.state.guards.of(mode);
  const { breaker } = guards;
  return {
    stability: guards.stabilityAt(nowMs),
    breaker,
    tradesLastHour: guards.startsWithinHour(nowMs),
    halt: haltOf(context, mode, nowMs),
  };
}

/** Returns what refuses new arbitrages after losses in a row, as the gates do; the longer one. */
function haltOf({ core, state }: ArbitrageContext, mode: ExecutionMode, nowMs: number): ArbHalt | null {
  const { breaker } = state.guards.of(mode);
  const streak = core.risk.lossStreak(mode);
  const halts = [
    { by: 'breaker', who: 'arbitrage', isOff: breaker.isOff, endMs: breaker.haltedUntilMs, count: breaker.halts },
    { by: 'loss-streak', who: `new ${mode} risk`, isOff: streak.isOff, endMs: streak.haltEndMs, count: streak.halts },
  ] as const;
  const [longest] = halts
    .filter(({ isOff, endMs }) => isOff || (endMs !== null && endMs > nowMs))
    .sort((a, b) => Number(b.isOff) - Number(a.isOff) || (b.endMs ?? 0) - (a.endMs ?? 0));
  if (longest === undefined) return null;
  const { by, who, isOff, endMs, count } = longest;
  const why = isOff
    ? `${who} is off after ${plural(count, 'halt')}, until the kill switch is released`
    : `${who} is halted after too many losing results in a row`;
  return { by, reason: why, untilMs: isOff ? null : endMs };
}

function performanceOf(sums: ModeSums): ArbPerformance {
  const {
    trades,
    unpriced = 0,
    wins,
    executedToday,
    aborted,
    naked,
    netUsd,
    priceUsd,
    feesUsd,
    fundingUsd,
    borrowUsd,
  } = sums;
  const known = trades - unpriced;
  const successPct = known === 0 ? null : (wins / known) * 100;
  return {
    trades,
    unpriced,
    wins,
    netUsd,
    priceUsd,
    feesUsd,
    fundingUsd,
    borrowUsd,
    executedToday,
    aborted,
    naked,
    successPct,
  };
}
