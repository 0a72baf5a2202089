import type { Snipe } from '../../domain/index.ts';
import { armOf } from './arms.ts';
import type { GuardRules } from './guard-rules.ts';

/** Builds an open long of 10 at 100, target 35 bps, stop 25 bps. */
export function buildSnipe(over: Partial<Snipe> = {}): Snipe {
  const arm = armOf('fade-15-35x25-post');
  if (arm === null) throw new Error('Invariant: no such arm');
  return {
    snipeId: 's1',
    decisionId: 'd1',
    engine: 'pas-trader',
    account: 'BINANCE:paper',
    mode: 'paper',
    instrumentId: 'DOGEUSDT.PERP.BINANCE',
    symbol: 'DOGEUSDT',
    side: 'long',
    arm,
    state: 'open',
    wantedQtyBase: '10',
    attempts: 1,
    reprices: 0,
    openOrderIds: [],
    entryExpiresMs: null,
    filledQtyBase: '10',
    entryPx: '100',
    stopPx: '99.75',
    takeProfitPx: '100.35',
    bestPx: null,
    isBreakEven: false,
    additions: 0,
    lastAdditionMs: null,
    startedMs: 1_000,
    openedMs: 2_000,
    closedMs: null,
    exitPx: null,
    exit: null,
    netUsd: null,
    netBps: null,
    reason: '',
    ...over,
  };
}

/** Builds guard rules: break-even at 15 bps, no trail, no re-entry. */
export function buildGuard(over: Partial<GuardRules> = {}): GuardRules {
  return {
    breakevenArmBps: 15,
    trailEnable: false,
    trailStepBps: 10,
    trailRearmBps: 5,
    reentryEnable: false,
    reentryCooldownSec: 60,
    reentryEdgeBufferBps: 5,
    reentryMaxAttempts: 2,
    reentryAutoExecute: false,
    ...over,
  };
}
