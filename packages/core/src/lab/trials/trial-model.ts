import type { Arm, ArmOutcome } from '../../domain/index.ts';

/**
 * `signal` is what the strategy wanted. The others are placebos with the same arm, costs and exits: a coin decides the side, the side
 * is turned around, or the entry comes 5 to 60 minutes later.
 */
export const TRIAL_KINDS = ['signal', 'random-side', 'inverted-side', 'shifted-time'] as const;
export type TrialKind = (typeof TRIAL_KINDS)[number];

/** One simulated trade before it begins. */
export interface TrialPlan {
  readonly kind: TrialKind;
  readonly decisionId: string;
  readonly clusterId: string;
  readonly ix: number;
  readonly side: 'long' | 'short';
  readonly arm: Arm;
  readonly notionalUsd: number;
  /** When the decision behind it was made, and when its order leaves. */
  readonly signalMs: number;
  readonly startMs: number;
  /** What the way to the venue takes; the same for a signal and its placebos. */
  readonly latencyMs: number;
}

/** Costs and limits that all trials of a run share. */
export interface TrialRules {
  readonly makerFeeBps: number;
  readonly takerFeeBps: number;
  readonly entryTtlMs: number;
  /** New limits after the first, each at the mid of its moment. */
  readonly repricesMax: number;
  readonly timeStopMs: number;
  readonly latencyMsMin: number;
  readonly latencyMsMax: number;
}

/** Those of the paper client and of the default settings; Binance's regular futures fees. */
export const TRIAL_RULES: TrialRules = {
  makerFeeBps: 2,
  takerFeeBps: 5,
  entryTtlMs: 20_000,
  repricesMax: 2,
  timeStopMs: 3_600_000,
  latencyMsMin: 5,
  latencyMsMax: 40,
};

/** Notionals at which the depth of the book is asked for, to find how much the edge can carry. */
export const CAPACITY_USD = [1e3, 5e3, 1e4, 2.5e4, 5e4, 1e5, 2.5e5, 5e5, 1e6] as const;

/** A trial that ended. Costs are positive, in bps of the entry price; net = gross - fees - spread - slippage - funding, exactly. */
export interface TrialResult {
  readonly plan: TrialPlan;
  /** False: the entry was never reached, which earns and costs 0. */
  readonly isFilled: boolean;
  readonly entryMs: number;
  readonly exitMs: number;
  readonly entryPx: number;
  readonly exitPx: number;
  readonly exit: ArmOutcome['exit'];
  readonly netBps: number;
  /** From the mid at the entry to the mid at the exit. */
  readonly grossBps: number;
  readonly feesBps: number;
  /** From the mid to the best price, both ways; negative where a resting entry earned it. */
  readonly spreadBps: number;
  /** Beyond the best price, both ways. */
  readonly slippageBps: number;
  readonly fundingBps: number;
  /** Slippage both ways by CAPACITY_USD; empty for placebos. */
  readonly depthBps: readonly number[];
}
