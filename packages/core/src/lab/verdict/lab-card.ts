import type { Verdict } from '../../domain/index.ts';
import type { TrialKind } from '../trials/trial-model.ts';

/** Means of the parts of what trades earned, in bps; net = gross - fees - spread - slippage - funding. */
export interface CostBreakdown {
  readonly grossBps: number;
  readonly feesBps: number;
  readonly spreadBps: number;
  readonly slippageBps: number;
  readonly fundingBps: number;
  readonly netBps: number;
}

export interface PlaceboFigures {
  readonly trades: number;
  readonly netBps: number | null;
  /** Before costs: where a placebo earns or loses here, the harness is wrong, not the market. 99 % interval. */
  readonly grossBps: number | null;
  readonly grossLowBps: number | null;
  readonly grossHighBps: number | null;
}

/** Everything the lab can say of one subject, judged on the part of the tape that chose nothing. */
export interface LabCard extends Verdict {
  /** Why the verdict is what it is, in words. */
  readonly reason: string;
  /** Signals judged, filled or not; `trades` counts the filled. */
  readonly signals: number;
  /** Independent stretches of market among them. */
  readonly clusters: number;
  /** After all costs, with its 95 % interval. */
  readonly netBps: number | null;
  readonly netLowBps: number | null;
  readonly netHighBps: number | null;
  readonly costs: CostBreakdown | null;
  readonly placebos: Readonly<Record<Exclude<TrialKind, 'signal'>, PlaceboFigures>>;
  /** Notional of one trade at which the slippage of both ways eats half the edge; null without an edge or without such a depth. */
  readonly capacityUsd: number | null;
  /** The part that may choose parameters: its figures judge nothing. */
  readonly inSample: { readonly trades: number; readonly edgeBps: number | null };
  readonly splitMs: number;
  /** Trials that the end of the tape left open; they are in no figure. */
  readonly openTrials: number;
  readonly method: string;
}
