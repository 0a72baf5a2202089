import type { z } from 'zod';
import type {
  AllocationSettings,
  addCooldown,
  getAllocation,
  KillSwitch,
  LossStreak,
  previewAllocation,
  RiskGuard,
  RiskSettings,
} from '@riptide/contracts';
import type { ExecutionMode } from '@riptide/core/domain';
import type { CapitalView, CooldownView, LossStreakState, TradingStateView } from '@riptide/core/engine';
import {
  DEFAULT_ALLOCATION,
  DEFAULT_RISK_GUARD,
  DEFAULT_RISK_LEVEL,
  DEFAULT_RISK_LIMITS,
  type AllocationSettings as CoreAllocation,
  type RiskGuard as CoreGuard,
  type RiskLevel,
  type RiskLimits,
} from '@riptide/core/risk';
import type { EngineLink } from '../../link/engine-link.ts';
import { countOn, overAccounts, overallMode } from './accounts.ts';
import { exact } from './money.ts';
import { rounded, toEpochSecondsOrNull } from './numbers.ts';

type GuardAnswer = z.input<typeof RiskGuard>;
type SettingsAnswer = z.input<typeof RiskSettings>;
/** Fields that were given; the others stay as they are. */
type Given<T> = { readonly [K in keyof T]?: T[K] | undefined };
type AllocationValues = z.input<typeof AllocationSettings>;

/** The API's name of each field and the core's. */
const GUARD_NAMES = {
  sl_bps: 'slBps',
  tp_bps: 'tpBps',
  breakeven_arm_bps: 'breakevenArmBps',
  trail_enable: 'trailEnable',
  trail_step_bps: 'trailStepBps',
  trail_rearm_bps: 'trailRearmBps',
  reentry_enable: 'reentryEnable',
  reentry_cooldown_sec: 'reentryCooldownSec',
  reentry_edge_buffer_bps: 'reentryEdgeBufferBps',
  reentry_max_attempts: 'reentryMaxAttempts',
  reentry_auto_execute: 'reentryAutoExecute',
} as const satisfies Record<keyof GuardAnswer, keyof CoreGuard>;

const LIMIT_NAMES = {
  max_position_usd: 'maxPositionUsd',
  daily_loss_pct: 'dailyLossPct',
  max_leverage: 'maxLeverage',
  stop_loss_pct: 'stopLossPct',
  flatten_on_daily_loss: 'flattenOnDailyLoss',
} as const satisfies Record<keyof SettingsAnswer, keyof RiskLimits>;

const ALLOCATION_NAMES = {
  balance_weight: 'balanceWeight',
  latency_weight: 'latencyWeight',
  fee_weight: 'feeWeight',
  min_allocation: 'minAllocation',
  max_allocation: 'maxAllocation',
} as const satisfies Record<keyof AllocationValues, keyof CoreAllocation>;

/** Returns the guard and the level as the core holds them. */
export function presentRisk(state: Pick<TradingStateView, 'settings' | 'lossStreaks'>): {
  config: GuardAnswer;
  risk_level: RiskLevel;
  loss_streak: Record<ExecutionMode, z.input<typeof LossStreak>>;
} {
  const guard = { ...DEFAULT_RISK_GUARD, ...(state.settings['risk-guard'] as Partial<CoreGuard> | undefined) };
  const level = state.settings['risk-level'] as { readonly level?: RiskLevel } | undefined;
  return {
    config: renamed(GUARD_NAMES, guard) as GuardAnswer,
    risk_level: level?.level ?? DEFAULT_RISK_LEVEL,
    loss_streak: { paper: presentStreak(state.lossStreaks.paper), live: presentStreak(state.lossStreaks.live) },
  };
}

function presentStreak(streak: LossStreakState): z.input<typeof LossStreak> {
  const { losses, lossesMax, halts, haltsMax, haltEndMs, isOff } = streak;
  const isHalted = isOff || haltEndMs !== null;
  const byItself = isOff || haltEndMs === null ? '' : 'at halted_until, or earlier ';
  return {
    losses,
    losses_max: lossesMax,
    halts,
    halts_max: haltsMax,
    is_halted: isHalted,
    halted_until: isOff ? null : toEpochSecondsOrNull(haltEndMs),
    lifts: isHalted ? `${byItself}by a release of the kill switch` : null,
  };
}

export function guardToCore(body: Given<GuardAnswer>): Record<string, unknown> {
  return toCore(GUARD_NAMES, body);
}

export function presentRiskSettings(state: Pick<TradingStateView, 'settings'>): SettingsAnswer {
  const limits = { ...DEFAULT_RISK_LIMITS, ...(state.settings['risk-limits'] as Partial<RiskLimits> | undefined) };
  return renamed(LIMIT_NAMES, limits) as SettingsAnswer;
}

export function riskSettingsToCore(body: Given<SettingsAnswer>): Record<string, unknown> {
  return toCore(LIMIT_NAMES, body);
}

/** Returns dollars by venue; the capital of paper and of live is never one sum. */
export function presentAllocation(
  link: EngineLink,
  { capital, settings }: Pick<TradingStateView, 'capital' | 'settings'>,
): Omit<z.input<typeof getAllocation.response>, 'ok'> {
  const held = { ...DEFAULT_ALLOCATION, ...(settings['allocation'] as Partial<CoreAllocation> | undefined) };
  return { ...presentCapital(link, capital), settings: renamed(ALLOCATION_NAMES, held) as AllocationValues };
}

/** Returns what other settings would give each venue; unknown while the worth of an account is. */
export function presentAllocationPreview(
  link: EngineLink,
  capital: CapitalView,
  settings: AllocationValues,
): Omit<z.input<typeof previewAllocation.response>, 'ok'> {
  const divided = presentCapital(link, capital);
  const { mode, by_mode: byMode } = divided;
  const unallocated = mode === 'mixed' ? null : (byMode[mode]?.unallocated ?? null);
  return { ...divided, unallocated, settings };
}

function presentCapital(link: EngineLink, capital: CapitalView) {
  const mode = overallMode(link);
  const of = (one: ExecutionMode) => {
    const divided = capital[one];
    if (divided === null) return null;
    return {
      allocations: Object.fromEntries(divided.byVenue.map(({ venue, usd }) => [venue, exact(usd)])),
      total_capital: exact(divided.totalUsd),
      unallocated: exact(divided.unallocatedUsd),
    };
  };
  const byMode = { paper: of('paper'), live: of('live') };
  return {
    allocations: { ...byMode.paper?.allocations, ...byMode.live?.allocations },
    total_capital: mode === 'mixed' ? null : (byMode[mode]?.total_capital ?? null),
    mode,
    by_mode: byMode,
  };
}

export function allocationToCore(body: AllocationValues): Record<string, unknown> {
  return toCore(ALLOCATION_NAMES, body);
}

/** Returns the cooldowns that still run, by `SYMBOL:VENUE:action`. */
export function presentCooldowns(
  cooldowns: readonly CooldownView[],
  nowMs: number,
): Omit<z.input<typeof addCooldown.response>, 'ok'> {
  const running = cooldowns.filter(({ endsMs }) => endsMs > nowMs);
  const active = running.map(({ symbol, venue, action, endsMs, totalMs, reason }) => [
    `${symbol}:${venue}:${action}`,
    {
      symbol,
      venue,
      action,
      remaining_seconds: rounded((endsMs - nowMs) / 1_000, 3),
      total_duration: rounded(totalMs / 1_000, 3),
      by: reason.startsWith('set by ') ? ('manual' as const) : ('engine' as const),
      reason,
    },
  ]);
  return { active_cooldowns: Object.fromEntries(active), count: running.length };
}

/** Returns the kill switch and what is still open: on the accounts orders go to, and on others where anything is. */
export function presentKillSwitch(link: EngineLink, state: TradingStateView): z.input<typeof KillSwitch> {
  const venues = overAccounts(
    link,
    (account) => ({
      open_positions: countOn(link.values('position').values(), account),
      open_orders: countOn(link.values('order').values(), account),
    }),
    (open) => open.open_positions + open.open_orders > 0,
  );
  return { level: state.killLevel, reason: state.killReason, since: toEpochSecondsOrNull(state.killedMs), venues };
}

type Names = Readonly<Record<string, string>>;

function renamed(names: Names, values: object): Record<string, unknown> {
  const from = values as Readonly<Record<string, unknown>>;
  return Object.fromEntries(Object.entries(names).map(([wire, core]) => [wire, from[core]]));
}

function toCore(names: Names, body: object): Record<string, unknown> {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    given.flatMap(([wire, value]) => (names[wire] === undefined ? [] : [[names[wire], value]])),
  );
}
