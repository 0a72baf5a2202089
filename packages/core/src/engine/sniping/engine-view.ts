import type { ExecutionMode, SnipingEngine } from '../../domain/index.ts';
import { netQuoteOf, performanceOf, resultsOf, type RatedTrade } from '../../ledger/index.ts';
import { settingsHash } from '../../strategies/index.ts';
import type { EnginePerformance, EngineView } from '../sniping-views.ts';
import { exposureOf } from './exposure.ts';
import { accountOf, type SnipingContext } from './sniping-context.ts';
import { verdictFor } from './verdict-rule.ts';

const MINUTE_MS = 60_000;

/** Returns an engine as it stands. */
export function engineView(context: SnipingContext, engine: SnipingEngine): EngineView {
  const { core, state } = context;
  const run = state.runOf(engine);
  const settings = state.settingsOf(engine);
  const executionMode = core.permit.modeOf(settings.venue);
  const exposure = exposureOf(state, engine, executionMode);
  return {
    engine,
    isRunning: run.isRunning,
    mode: settings.mode,
    sinceMs: run.sinceMs,
    by: run.by,
    reason: run.reason,
    settings,
    settingsHash: settingsHash(settings),
    account: accountOf(context, settings),
    executionMode,
    verdict: verdictFor(state, engine, {
      market: context.market,
      mode: executionMode,
      nowMs: context.core.clock.nowMs(),
    }),
    picked: context.picked.of(context, engine),
    openTrades: exposure.trades,
    exposureUsd: exposure.usd,
    performance: performanceView(context, engine, executionMode),
  };
}

/** Figures of the trades that the engine opened, of one execution mode alone: paper and real money never add up. */
function performanceView(
  { core, state }: SnipingContext,
  engine: SnipingEngine,
  mode: ExecutionMode,
): EnginePerformance {
  const rated: RatedTrade[] = [];
  for (const books of core.ledger.accounts()) {
    if (!books.account.endsWith(`:${mode}`)) continue;
    for (const trade of books.closedTrades()) {
      // A leg of an arbitrage is never its own, whoever closed it.
      if (trade.source !== engine || trade.arbId !== undefined) continue;
      rated.push({ trade, netUsd: netQuoteOf(trade, (asset) => core.eyes.priceUsd(asset)) });
    }
  }
  const figures = performanceOf(resultsOf(rated));
  return {
    positionsOpened: state.snipes.opened(engine),
    closedTrades: figures.totalTrades,
    winRateFrac: figures.winRateFrac,
    avgHoldMinutes: figures.avgHoldMs === null ? null : figures.avgHoldMs / MINUTE_MS,
    sharpe: figures.sharpe,
    pnlUsd: figures.netUsd,
    bestUsd: figures.bestUsd,
    worstUsd: figures.worstUsd,
    maxDrawdownUsd: figures.maxDrawdownUsd,
  };
}
