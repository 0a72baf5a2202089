import type { InstrumentId } from './instrument.ts';
import type { AccountKey, ExecutionMode } from './orders.ts';
import type { DecimalString } from './units.ts';
import type { Venue } from './venue.ts';

/**
 * What the sniping engines say and remember: arms, decisions and their outcomes, trades, trailing orders, verdicts. Plain JSON. Figures
 * that only judge are numbers (NaN never: null is unknown); what sizes or prices an order is exact text.
 */

/** Engines that a person starts and stops. */
export const SNIPING_ENGINES = ['pas-trader', 'oraculis'] as const;
export type SnipingEngine = (typeof SNIPING_ENGINES)[number];

/** `auto` trades, `manual` proposes and a person executes, `monitor` only watches and learns. */
export const ENGINE_MODES = ['auto', 'manual', 'monitor'] as const;
export type EngineMode = (typeof ENGINE_MODES)[number];

/** Whose positions were closed by force: LONG means that the venue sold. */
export type LiquidatedSide = 'LONG' | 'SHORT';

/** `fade` trades against the forced flow, `follow` with it. */
export type ArmDirection = 'fade' | 'follow';

/** One way of answering a trigger. */
export interface Arm {
  /** e.g. `fade-15-35x25-post`. */
  readonly armId: string;
  readonly direction: ArmDirection;
  /** Distance of the entry limit from the mid, away from it for `post-only`, beyond it for `ioc`. */
  readonly offsetBps: number;
  readonly takeProfitBps: number;
  readonly stopLossBps: number;
  readonly execution: 'post-only' | 'ioc';
}

/** The arm that does nothing. Always there, always worth 0. */
export const ABSTAIN = 'abstain';

/** One check of a trigger: the value, its bound, and in words for a person. */
export interface DecisionGate {
  readonly gate: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly value: number | null;
  readonly bound: number | null;
}

/** How an arm stood when a decision was made. */
export interface ArmScore {
  readonly armId: string;
  readonly isEligible: boolean;
  /** Why it is not; null while it is. */
  readonly reason: string | null;
  /** Posterior mean in bps net of costs; null without a learner. */
  readonly meanBps: number | null;
  /** Half width of the 90 % interval of the mean. */
  readonly halfWidthBps: number | null;
  /** Chance with which the chooser would have taken it. Those of one decision sum to 1. */
  readonly propensity: number;
}

/** `added`: the cluster was added to a trade. `blocked`: a gate said no. `abstained`: the chooser did. `proposed`: waits for a person. `watched`: monitor mode. */
export const DECISION_ACTIONS = ['traded', 'added', 'proposed', 'watched', 'abstained', 'blocked'] as const;
export type DecisionAction = (typeof DECISION_ACTIONS)[number];

/** What was thought at one trigger, also when nothing was done. */
export interface Decision {
  /** `[A-Za-z0-9]{1,16}`; derived from symbol, side, cluster and the number of the decision in it. */
  readonly decisionId: string;
  readonly atMs: number;
  /** Who acts, or would; null while no engine runs. */
  readonly engine: SnipingEngine | null;
  readonly mode: EngineMode;
  readonly venue: Venue;
  readonly instrumentId: InstrumentId;
  readonly symbol: string;
  readonly liquidatedSide: LiquidatedSide;
  readonly trigger: {
    /** These two are null, as the propensity is, in a row that was rebuilt from its trade. */
    readonly windowUsd: number | null;
    readonly thresholdUsd: number | null;
    /** e.g. `P95`, `fixed`, `turnover`. */
    readonly thresholdBy: string;
    readonly count: number;
    /** True when a venue in it throttles, or the window reaches back to before the start: the sum is at least this. */
    readonly isLowerBound: boolean;
    /** Newest last, at most 20. */
    readonly eventIds: readonly string[];
    readonly clusterId: string;
  };
  /** Everything the gates and the chooser looked at, by name; null is unknown. */
  readonly values: Readonly<Record<string, number | null>>;
  /** What the learner sees, in the order of its features. */
  readonly context: readonly number[];
  readonly gates: readonly DecisionGate[];
  readonly arms: readonly ArmScore[];
  /** ABSTAIN or an arm's id. */
  readonly chosenArmId: string;
  readonly chosenBy: 'fixed' | 'oraculis';
  readonly propensity: number | null;
  readonly action: DecisionAction;
  /** In words. */
  readonly reason: string;
  /** The trade it began, or was added to; null without. */
  readonly snipeId: string | null;
}

/**
 * How a position ended. `stop-loss` is the arm's own stop, `break-even` and `trailing-stop` the same order after the guard had moved it;
 * `trailing-order` a take-profit of a person that follows the price; `liquidation` and `adl` are done by the venue; `other` came from
 * outside.
 */
export const EXIT_KINDS = [
  'take-profit',
  'stop-loss',
  'break-even',
  'trailing-stop',
  'time',
  'operator',
  'trailing-order',
  'kill-switch',
  'liquidation',
  'adl',
  'none',
  'other',
] as const;
export type ExitKind = (typeof EXIT_KINDS)[number];

/** What an arm earned, or would have. */
export interface ArmOutcome {
  readonly armId: string;
  /** False: the entry was never reached, which earns and costs 0. */
  readonly isFilled: boolean;
  /** True for the fill of a real (or paper) order, false for a shadow. */
  readonly isReal: boolean;
  /** After entry and exit fees, spread and slippage, not clipped. 0 when not filled. */
  readonly netBps: number;
  readonly feesBps: number;
  readonly entryPx: number | null;
  readonly exitPx: number | null;
  readonly exit: ExitKind;
  readonly heldMs: number | null;
}

/** The outcomes of one decision, told once all of them are known. */
export interface DecisionOutcome {
  readonly decisionId: string;
  readonly symbol: string;
  readonly liquidatedSide: LiquidatedSide;
  readonly context: readonly number[];
  readonly chosenArmId: string;
  readonly propensity: number | null;
  readonly outcomes: readonly ArmOutcome[];
  /** The process ended while its shadows were in the air: nothing is known of them, and nothing is learnt. */
  readonly isInterrupted?: true;
}

/** What of the risk guard moved a stop. */
export type StopMover = 'break-even' | 'trail';

export const SNIPE_STATES = ['entering', 'open', 'exiting', 'closed', 'missed', 'failed'] as const;
export type SnipeState = (typeof SNIPE_STATES)[number];

/** One trade of an engine, from the first entry order to flat. Complete: a newer one replaces it. */
export interface Snipe {
  readonly snipeId: string;
  readonly decisionId: string;
  readonly engine: SnipingEngine;
  readonly account: AccountKey;
  readonly mode: ExecutionMode;
  readonly instrumentId: InstrumentId;
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly arm: Arm;
  readonly state: SnipeState;
  /** Wished in all, reserves for later additions left out. */
  readonly wantedQtyBase: DecimalString;
  /** Entry orders sent so far, in order; the first is 1. Levels of additions count on. */
  readonly attempts: number;
  readonly reprices: number;
  /** Entry orders of this trade that might still fill when this was written: client order ids. */
  readonly openOrderIds: readonly string[];
  readonly entryExpiresMs: number | null;
  /** Limit of the entry order it stands at. */
  readonly entryLimitPx?: DecimalString;
  readonly filledQtyBase: DecimalString;
  readonly entryPx: DecimalString | null;
  readonly stopPx: DecimalString | null;
  /** Average entry from which the stop was measured; absent while it stands as planned from the limit. */
  readonly stopEntryPx?: DecimalString;
  readonly takeProfitPx: DecimalString | null;
  /** Best mid since the first fill, for the trail. */
  readonly bestPx: DecimalString | null;
  readonly isBreakEven: boolean;
  /** What moved the stop to where it stands; absent or null while it is the arm's own, or was placed by an addition. */
  readonly stopMovedBy?: StopMover | null;
  /** Additions made (DCA), and when the last was. */
  readonly additions: number;
  readonly lastAdditionMs: number | null;
  /** Risk level it was begun at: additions stay at it whatever is set meanwhile. */
  readonly riskLevel?: 'low' | 'medium' | 'high';
  /** Cascade of the newest entry or addition, `<cluster>@<start>`: the next addition needs another one. */
  readonly lastClusterId?: string;
  /** Order of the newest addition as it was planned. */
  readonly addition?: { readonly qtyBase: DecimalString; readonly px: DecimalString; readonly expiresMs: number };
  readonly startedMs: number;
  readonly openedMs: number | null;
  readonly closedMs: number | null;
  readonly exitPx: DecimalString | null;
  readonly exit: ArmOutcome['exit'] | null;
  /** Net of every cost, in USDT and in bps of the entry's notional; null until closed. */
  readonly netUsd: DecimalString | null;
  readonly netBps: number | null;
  /** Why it stands as it does, in words. */
  readonly reason: string;
}

export const TRAILING_STATES = ['initial', 'trailing', 'triggered', 'expired'] as const;
export type TrailingState = (typeof TRAILING_STATES)[number];

/** A take-profit that follows the price. `side` is the side of the position's entry: BUY protects a long. */
export interface TrailingOrder {
  readonly orderId: string;
  readonly venue: Venue;
  readonly symbol: string;
  readonly side: 'BUY' | 'SELL';
  readonly entryPx: DecimalString;
  readonly qtyBase: DecimalString;
  readonly initialTakeProfitPx: DecimalString;
  /** Distance kept from the best price, as a fraction of it. */
  readonly trailingDistanceFrac: number;
  /** Widest distance from the entry at which the order still follows, as a fraction; beyond it the profit is taken. */
  readonly maxTrailingFrac: number;
  readonly state: TrailingState;
  readonly currentTakeProfitPx: DecimalString;
  readonly bestPx: DecimalString | null;
  /** The closing order it sent; null before. */
  readonly clientOrderId: string | null;
  readonly createdMs: number;
  readonly updatedMs: number;
  readonly reason: string;
}

/** A change of the learner that a person made. */
export type LearnerChange =
  | { readonly kind: 'reset' }
  | { readonly kind: 'freeze' }
  | { readonly kind: 'unfreeze' }
  /** Scales the width from which it samples; 1 is as learned; 0 takes the best mean of the arms that are certain enough. */
  | { readonly kind: 'exploration'; readonly scale: number }
  /** Replaces the posterior by an exported one. */
  | { readonly kind: 'import'; readonly policy: unknown };

export const VERDICTS = ['edge', 'no-edge', 'too-few'] as const;

/** What the lab found about an engine or an arm on recorded or simulated markets. */
export interface Verdict {
  /** An engine's name or an arm's id. */
  readonly subject: string;
  readonly verdict: (typeof VERDICTS)[number];
  /** Mean net bps a trade over that of the placebos, out of sample, and its 95 % interval. */
  readonly edgeBps: number | null;
  readonly lowBps: number | null;
  readonly highBps: number | null;
  readonly trades: number;
  readonly placeboBps: Readonly<Record<string, number | null>>;
  /** Settings it was made with: a change of them makes it void. */
  readonly settingsHash: string;
  readonly source: string;
  readonly madeMs: number;
}
