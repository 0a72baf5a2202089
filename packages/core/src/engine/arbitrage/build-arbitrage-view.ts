import type { ArbitrageView, ArbPerformance, ArbTradeView } from '../arbitrage-views.ts';
import type { AutoDesk } from './auto-desk.ts';
import type { ArbitrageContext } from './arbitrage-context.ts';
import type { CarryDesk } from './carry/carry-desk.ts';
import type { ModeSums } from './guard-book.ts';
import type { LearningDesk } from './learning/learning-desk.ts';
import { pairNow } from './pair-now.ts';
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
    stability: guards.stabilityAt(nowMs),
    breaker: guards.breaker,
    seen: scanner.seen(nowMs),
    auto: {
      isOn: settings.autoExecute,
      tradesLastHour: guards.startsWithinHour(nowMs),
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
  return {
    ...trade,
    openNetUsd: now.netUsd,
    openNetBps: now.netBps,
    exitSpreadNowBps: now.exitSpreadBps,
    liquidationPct: now.liquidationPct,
    adlRank: now.adlRank,
  };
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
