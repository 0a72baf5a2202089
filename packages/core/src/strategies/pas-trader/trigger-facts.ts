import type { ArmOffer, DecisionGate, KillLevel, RadarReading, SnipeMarket } from '../../domain/index.ts';
import type { PasSettings } from './pas-settings.ts';

/** What the engine knows besides radar and market when it judges a trigger. NaN is unknown and blocks. */
export interface TriggerFacts {
  readonly nowMs: number;
  readonly isEngineRunning: boolean;
  readonly killLevel: KillLevel;
  /** End of the pause of this symbol and side, the end itself is free; 0 without one. */
  readonly cooldownUntilMs: number;
  /** What stands on the instrument, whoever opened it; null when nothing does. */
  readonly standing: { readonly side: 'long' | 'short'; readonly as: 'position' | 'entry' | 'arbitrage' } | null;
  /** Trades of the engine that are not closed, and their notional. */
  readonly openSnipes: number;
  readonly exposureUsd: number;
  /** What a new order could use as margin, and all that the account is worth. */
  readonly freeUsd: number;
  readonly equityUsd: number;
  /** Smallest notional the venue takes; 0 where it states none. */
  readonly minNotionalUsd: number;
  readonly fees: { readonly makerBps: number; readonly takerBps: number; readonly source: string };
  /** Maintenance margin as a fraction of the notional, the venue's or assumed. */
  readonly maintenanceFrac: number;
  /** null while unknown: then any whole hour may be a settlement. */
  readonly fundingIntervalMs: number | null;
  readonly verdict: { readonly ok: boolean; readonly detail: string };
}

/** Everything a judgement is made of. */
export interface TriggerInput {
  readonly reading: RadarReading;
  readonly market: SnipeMarket;
  readonly settings: PasSettings;
  readonly facts: TriggerFacts;
}

/** What was found at one event of the radar. */
export interface TriggerJudgement {
  /** Enough USD and enough liquidations: worth a decision, whatever the other gates say. */
  readonly isTrigger: boolean;
  /** Every gate said yes. An order needs this and an eligible arm. */
  readonly isAllowed: boolean;
  readonly thresholdUsd: number;
  readonly thresholdBy: string;
  /** In a fixed order, all of them. */
  readonly gates: readonly DecisionGate[];
  /** Every arm, in the order of `ARMS`. Never eligible while prices are unknown. */
  readonly offers: readonly ArmOffer[];
  /** What was looked at, by name; null is unknown. */
  readonly values: Readonly<Record<string, number | null>>;
  /** In the order of `CONTEXT_FEATURES`. */
  readonly context: readonly number[];
  /** The first gate that said no, in words; null when all said yes. */
  readonly blockedBy: string | null;
}
