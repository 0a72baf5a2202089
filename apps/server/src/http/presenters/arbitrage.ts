import type { z } from 'zod';
import type { ArbFigures, ArbitrageExecutor, ArbitrageSettings, ExecutionPolicies } from '@riptide/contracts';
import {
  ARB_FINAL_STATES,
  err,
  ok,
  type ArbitrageSettings as CoreSettings,
  type ExecutionMode,
  type Result,
} from '@riptide/core/domain';
import type { ArbGuardsView, ArbitrageView, ArbPerformance } from '@riptide/core/engine';
import type { EngineLink } from '../../link/engine-link.ts';
import { apiRefusal, type ApiRefusal } from '../api-refusal.ts';
import { leadingMode, partsOfAccount } from './accounts.ts';
import { exact, shown } from './money.ts';
import { rounded, roundedOrNull, toEpochSeconds, toEpochSecondsOrNull } from './numbers.ts';
import { withWireNames } from './wire-names.ts';

const USD_DIGITS = 4;
const CARRY_ENDED: ReadonlySet<string> = new Set(['closed', 'failed']);

/** Returns the state of the arbitrage engine; null before it told of it. */
export function arbitrageView(link: EngineLink): ArbitrageView | null {
  return link.values('arbitrage').get('state') ?? null;
}

/** Returns the state of the arbitrage engine, or that it can't be told now. */
export function readyArbitrage(link: EngineLink): Result<ArbitrageView, ApiRefusal> {
  const view = arbitrageView(link);
  return view === null || !link.isConnected ? err(apiRefusal('engine_unavailable')) : ok(view);
}

/** Returns what the platform does with an opportunity of each mode. Until the engine has told, spot is only evaluated. */
export function executionPolicies(link: EngineLink): ExecutionPolicies {
  return {
    futures_futures_executable: true,
    spot_futures_evaluating: true,
    spot_futures_executable: arbitrageView(link)?.settings.isSpotFuturesExecutable ?? false,
    spot_futures_crossvenue_evaluating: true,
  };
}

/** Returns the figures of the mode whose results are shown when nobody asks for one; null before the engine told of them. */
export function leadingFigures(link: EngineLink): ArbPerformance | null {
  return arbitrageView(link)?.performance[leadingMode(link)] ?? null;
}

/** Returns the figures of finished arbitrages of one mode. */
export function presentArbFigures(figures: ArbPerformance, mode: ExecutionMode): z.input<typeof ArbFigures> {
  return {
    mode,
    total_trades: figures.trades,
    unpriced_trades: figures.unpriced,
    wins: figures.wins,
    win_rate:
      figures.trades === figures.unpriced ? null : rounded(figures.wins / (figures.trades - figures.unpriced), 6),
    success_rate: roundedOrNull(figures.successPct, 4),
    total_pnl: shown(figures.netUsd, USD_DIGITS),
    price_pnl: shown(figures.priceUsd, USD_DIGITS),
    fees: shown(figures.feesUsd, USD_DIGITS),
    funding: shown(figures.fundingUsd, USD_DIGITS),
    borrow: shown(figures.borrowUsd, USD_DIGITS),
    executed_today: figures.executedToday,
    aborted: figures.aborted,
    naked: figures.naked,
  };
}

/** Returns what the executor does and what holds it back; null before the engine told of it. */
export function presentExecutor(link: EngineLink): z.input<typeof ArbitrageExecutor> | null {
  const view = arbitrageView(link);
  if (view === null) return null;
  const open = view.trades.filter(({ state }) => !ARB_FINAL_STATES.some((final) => final === state));
  return {
    auto_execute: view.auto.isOn,
    trades_last_hour: view.auto.tradesLastHour,
    last_refusal: view.auto.lastRefusal,
    open_trades: open.length,
    open_rounds: view.rounds.filter(({ state }) => !CARRY_ENDED.has(state)).length,
    naked: open.filter(({ state }) => state === 'naked').map(({ arbId }) => arbId),
    ...presentGuards(view),
    guards: {
      paper: { ...presentGuards(view.guards.paper), trades_last_hour: view.guards.paper.tradesLastHour },
      live: { ...presentGuards(view.guards.live), trades_last_hour: view.guards.live.tradesLastHour },
    },
    cooldowns: view.cooldowns.map(({ pairId, mode, endsMs, reason }) => ({
      pair_id: pairId,
      mode,
      ends_at: toEpochSeconds(endsMs),
      reason,
    })),
    dust: view.dust.map(({ account, instrumentId, qtyBase, fromArbId, text }) => ({
      ...partsOfAccount(account),
      instrument_id: instrumentId,
      qty: exact(qtyBase),
      execution_id: fromArbId,
      text,
    })),
  };
}

function presentGuards({ stability, breaker, halt = null }: Pick<ArbGuardsView, 'stability' | 'breaker' | 'halt'>) {
  return {
    halt: halt === null ? null : { by: halt.by, reason: halt.reason, until: toEpochSecondsOrNull(halt.untilMs) },
    stability: { score: stability.score, max: stability.max, off: stability.isOff },
    breaker: {
      losses: breaker.losses,
      halted_until: toEpochSecondsOrNull(breaker.haltedUntilMs),
      halts: breaker.halts,
      off: breaker.isOff,
    },
  };
}

/** Returns the settings under the names of the API. */
export function presentArbSettings(settings: CoreSettings): z.input<typeof ArbitrageSettings> {
  return withWireNames(settings) as z.input<typeof ArbitrageSettings>;
}
