import type { z } from 'zod';
import type { EngineName, EnginePerformance, EngineState } from '@riptide/contracts';
import { err, ok, type Result, type SnipingEngine } from '@riptide/core/domain';
import type { EngineView } from '@riptide/core/engine';
import { ARM_IDS } from '@riptide/core/strategies';
import type { EngineLink } from '../../link/engine-link.ts';
import { apiRefusal, type ApiRefusal } from '../api-refusal.ts';
import { engineSilence } from './engine-silence.ts';
import { shown, shownOrNull } from './money.ts';
import { roundedOrNull, toEpochSecondsOrNull } from './numbers.ts';

const USD_DIGITS = 4;
const WIRE_NAMES = { 'pas-trader': 'pas_trader', oraculis: 'oraculis' } as const;
const CORE_NAMES = { pas_trader: 'pas-trader', oraculis: 'oraculis' } as const;
export const ENGINE_TITLES: Readonly<Record<SnipingEngine, string>> = {
  'pas-trader': 'PAS Trader',
  oraculis: 'Oraculis',
};

export function wireEngine(engine: SnipingEngine): EngineName;
export function wireEngine(engine: SnipingEngine | null): EngineName | null;
export function wireEngine(engine: SnipingEngine | null): EngineName | null {
  return engine === null ? null : WIRE_NAMES[engine];
}

export function coreEngine(engine: EngineName): SnipingEngine {
  return CORE_NAMES[engine];
}

/** Both engines as last told. */
export interface EngineViews {
  readonly pasTrader: EngineView;
  readonly oraculis: EngineView;
}

/** Returns both engines as last told, also while the engine process is away; null before the first time. */
export function engineViews(link: EngineLink): EngineViews | null {
  const runs = link.values('engine-run');
  const pasTrader = runs.get('pas-trader');
  const oraculis = runs.get('oraculis');
  return pasTrader === undefined || oraculis === undefined ? null : { pasTrader, oraculis };
}

/** Returns both engines as they stand, or that it can't be told now. */
export function readyEngines(link: EngineLink): Result<EngineViews, ApiRefusal> {
  const views = engineViews(link);
  return link.isConnected && views !== null ? ok(views) : err(apiRefusal('engine_unavailable'));
}

/** Returns an engine as the API shows it. While its process is away nobody knows whether it runs, and the reason says so. */
export function presentEngine(link: EngineLink, view: EngineView): z.input<typeof EngineState> {
  const { settings, performance } = view;
  const silence = engineSilence(link);
  return {
    engine: wireEngine(view.engine),
    running: silence === null ? view.isRunning : null,
    mode: view.mode,
    since: silence === null ? toEpochSecondsOrNull(view.sinceMs) : null,
    by: view.by,
    reason: silence ?? view.reason,
    venue: settings.venue,
    symbols: [...settings.symbols],
    auto_pick: settings.autoPick,
    risk_level: settings.riskLevel,
    execution_mode: view.executionMode,
    verdict: view.verdict,
    settings_hash: view.settingsHash,
    positions: view.openTrades,
    exposure_usd: shown(view.exposureUsd, USD_DIGITS),
    budget_usd: settings.budgetUsd,
    performance: presentEnginePerformance(performance),
  };
}

/** Returns both engines by name, Oraculis with the number of arms it chooses among. */
export function presentEnginePair(link: EngineLink, { pasTrader, oraculis }: EngineViews) {
  return {
    pas_trader: presentEngine(link, pasTrader),
    oraculis: { ...presentEngine(link, oraculis), arms: ARM_IDS.length },
  };
}

function presentEnginePerformance(performance: EngineView['performance']): z.input<typeof EnginePerformance> {
  return {
    total_pnl: shown(performance.pnlUsd, USD_DIGITS),
    positions_opened: performance.positionsOpened,
    closed_trades: performance.closedTrades,
    win_rate: roundedOrNull(performance.winRateFrac, 6),
    avg_hold_time_minutes: roundedOrNull(performance.avgHoldMinutes, 4),
    sharpe_ratio: roundedOrNull(performance.sharpe, 4),
    best_trade: shownOrNull(performance.bestUsd, USD_DIGITS),
    worst_trade: shownOrNull(performance.worstUsd, USD_DIGITS),
    max_drawdown_usd: shown(performance.maxDrawdownUsd, USD_DIGITS),
  };
}
