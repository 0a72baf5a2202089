import type { ArmScore, DecisionOutcome, LearnerChange } from './sniping.ts';

/** What a chooser answers for one decision. */
export interface ArmChoice {
  /** An eligible arm, or ABSTAIN. */
  readonly armId: string;
  readonly propensity: number;
  /** Every arm given, and ABSTAIN; propensities sum to 1. */
  readonly scores: readonly ArmScore[];
}

/** An arm as it is offered. */
export interface ArmOffer {
  readonly armId: string;
  readonly isEligible: boolean;
  /** Why it is not; null while it is. */
  readonly reason: string | null;
}

/** Chooses among arms and learns from what all of them earned. Implemented by Oraculis; state is the fold of what it was taught. */
export interface ArmChooser {
  /** `random` in [0, 1), drawn by the caller: equal draws and equal histories give equal choices. Changes nothing. */
  choose(context: readonly number[], offers: readonly ArmOffer[], random: () => number): ArmChoice;
  /** Takes the outcomes of one decision: rewards clipped to ±200 bps, one per arm. */
  learn(outcome: DecisionOutcome, atMs: number): void;
  change(change: LearnerChange, atMs: number): void;
  /** Plain JSON; `restore` of it gives the same chooser. */
  snapshot(): unknown;
}
