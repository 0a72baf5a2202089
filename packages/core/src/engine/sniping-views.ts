import type {
  Arm,
  Candle,
  CascadeRow,
  Decision,
  DecimalString,
  DecisionAction,
  DecisionGate,
  DecisionOutcome,
  EngineMode,
  ExecutionMode,
  InstrumentId,
  LeadLagRow,
  LearnerChange,
  LiquidatedSide,
  Snipe,
  SnipingEngine,
  TrailingOrder,
  Venue,
  Verdict,
} from '../domain/index.ts';
import type { OraculisPolicy, OraculisView, PasSettings, Planned } from '../strategies/index.ts';

/**
 * What the sniping engines show: plain, structured-clonable, complete. Money as decimal text, figures that only judge as numbers; null is
 * unknown.
 */

/** One engine as it stands. */
export interface EngineView {
  readonly engine: SnipingEngine;
  readonly isRunning: boolean;
  readonly mode: EngineMode;
  /** Since when it runs, or does not; null before it was ever started. */
  readonly sinceMs: number | null;
  /** Who or what started or stopped it, and why. */
  readonly by: string;
  readonly reason: string;
  readonly settings: PasSettings;
  readonly settingsHash: string;
  /** Where its orders go now. */
  readonly account: string;
  readonly executionMode: ExecutionMode;
  /** Whether it may open trades there. */
  readonly verdict: { readonly ok: boolean; readonly detail: string };
  /** What it picks beside its symbols; empty while it picks nothing by itself. */
  readonly picked: readonly PickedSymbol[];
  readonly openTrades: number;
  /** Notional of its open trades with what later additions may take. */
  readonly exposureUsd: string;
  readonly performance: EnginePerformance;
}

/** A symbol that an engine trades though it is not listed, and why it may. */
export interface PickedSymbol {
  readonly symbol: string;
  readonly reason: string;
}

/** What an engine achieved on the accounts of its execution mode, from the ledger. */
export interface EnginePerformance {
  /** Trades that ever had a fill. */
  readonly positionsOpened: number;
  readonly closedTrades: number;
  /** 0..1 of the trades with a known net; null without any. */
  readonly winRateFrac: number | null;
  readonly avgHoldMinutes: number | null;
  readonly sharpe: number | null;
  readonly pnlUsd: string;
  readonly bestUsd: string | null;
  readonly worstUsd: string | null;
  readonly maxDrawdownUsd: string;
}

/** A symbol and side with liquidations in the window: how near to a trigger, and what stands in its way. */
export interface CandidateView {
  readonly symbol: string;
  readonly liquidatedSide: LiquidatedSide;
  readonly instrumentId: InstrumentId;
  readonly atMs: number;
  readonly windowUsd: number;
  readonly windowCount: number;
  readonly isLowerBound: boolean;
  readonly thresholdUsd: number | null;
  /** Window over threshold. */
  readonly progressFrac: number | null;
  readonly stretchBps: number | null;
  readonly gatesPassed: number;
  readonly gatesTotal: number;
  readonly failedGates: readonly DecisionGate[];
  readonly blockedBy: string | null;
  readonly eligibleArms: number;
}

/** What a proposal would trade if a person executed it now. */
export interface ProposalPlan {
  readonly side: 'long' | 'short';
  readonly qtyBase: DecimalString;
  /** Limit of the entry, and the exits as they will be when the whole is filled at it. */
  readonly entryPx: DecimalString;
  readonly stopPx: DecimalString | null;
  readonly takeProfitPx: DecimalString | null;
  readonly notionalUsd: DecimalString;
  /** Of the entry and of an exit at the stop, by the fees of the account; null where they are not known. */
  readonly feesUsd: DecimalString | null;
  /** From the entry to the stop, before fees. */
  readonly stopLossUsd: DecimalString | null;
}

/** A decision without its gates and arms that passed; the whole by `sniping-query`. */
export interface DecisionRow {
  readonly decisionId: string;
  readonly atMs: number;
  readonly engine: SnipingEngine | null;
  readonly mode: EngineMode;
  readonly venue: Venue;
  readonly symbol: string;
  readonly liquidatedSide: LiquidatedSide;
  readonly windowUsd: number | null;
  readonly thresholdUsd: number | null;
  readonly thresholdBy: string;
  readonly count: number;
  readonly isLowerBound: boolean;
  /** Ids of the liquidations it answers, newest last. */
  readonly eventIds: readonly string[];
  readonly chosenArmId: string;
  readonly chosenBy: Decision['chosenBy'];
  readonly propensity: number | null;
  readonly action: DecisionAction;
  readonly reason: string;
  readonly snipeId: string | null;
  /** Until when a proposal can be executed; null for everything else. */
  readonly expiresMs: number | null;
  /** Net of the chosen arm; null while it is not known. */
  readonly netBps: number | null;
  /** How the trade that came of it stands, and why; null where none did, or it ended long ago. */
  readonly trade: Pick<Snipe, 'state' | 'reason'> | null;
  /** Of a proposal that can be executed: as of now, or in words why nothing could be planned. Absent for everything else. */
  readonly plan?: Planned<ProposalPlan>;
}

/** An arm with what it earned over all decisions, shadows included. */
export interface ArmRow {
  readonly arm: Arm;
  readonly chosen: number;
  readonly outcomes: number;
  readonly fills: number;
  readonly realFills: number;
  readonly winRateFrac: number | null;
  readonly meanNetBps: number | null;
  readonly stdNetBps: number | null;
  readonly lastNetBps: number | null;
}

/** A trade as it stands. */
export interface SnipeView extends Snipe {
  /** Signed base units of the books; null when flat. */
  readonly heldQtyBase: string | null;
  readonly markPx: string | null;
}

/** A cascade; null is unknown. */
export interface CascadeView extends Omit<CascadeRow, 'leadMs' | 'startPx' | 'extremeBps' | 'afterBps'> {
  readonly leadMs: number | null;
  readonly startPx: number | null;
  readonly extremeBps: number | null;
  readonly afterBps: number | null;
}

export interface RadarView {
  readonly cascades: readonly CascadeView[];
  readonly leadLag: readonly LeadLagRow[];
  readonly counters: Readonly<Record<string, number>>;
}

export interface SnipingView {
  readonly atMs: number;
  readonly engines: readonly EngineView[];
  readonly candidates: readonly CandidateView[];
  /** Newest first, at most 50. */
  readonly decisions: readonly DecisionRow[];
  readonly decisionsMade: number;
  readonly arms: readonly ArmRow[];
  readonly radar: RadarView;
  readonly trailing: readonly TrailingView[];
  /** Open first, then finished, newest first, at most 50. */
  readonly snipes: readonly SnipeView[];
  readonly verdicts: readonly Verdict[];
  /** Subjects that may trade live without a verdict, and by whose word. */
  readonly overrides: readonly {
    readonly subject: string;
    readonly by: string;
    readonly atMs: number;
    /** Until then; afterwards the gate `verdict` blocks again. */
    readonly expiresMs: number;
  }[];
  readonly shadows: {
    readonly followed: number;
    readonly begun: number;
    readonly told: number;
    readonly closedEarly: number;
    /** Over all restarts. */
    readonly interrupted: number;
  };
  /** Triggers without a decision, and facts that could not be written. */
  readonly faults: {
    readonly untradeable: number;
    readonly unwritten: number;
    readonly refusedSettings: readonly string[];
  };
}

/** A trailing order with what stands in its way now, in words; null or absent: nothing does. */
export type TrailingView = TrailingOrder & { readonly warning?: string | null };

export interface EngineAnswer {
  readonly engine: SnipingEngine;
  /** True when it ran, or stood, already. */
  readonly isAlready: boolean;
  readonly view: EngineView;
}

/** A decision with all of it, and what became of its arms. */
export interface DecisionDetail {
  readonly decision: Decision;
  readonly outcome: DecisionOutcome | null;
  readonly snipe: Snipe | null;
}

/** Calls the sniping engines answer, by name. Every answer is a `Result`; bad input is INPUT_INVALID naming the field. */
export interface SnipingCalls {
  'start-engine': {
    request: { readonly engine: SnipingEngine; readonly settings?: unknown; readonly by: string };
    answer: EngineAnswer;
  };
  'stop-engine': {
    request: { readonly engine: SnipingEngine; readonly reason?: string; readonly by: string };
    answer: EngineAnswer;
  };
  /** The second engine a second after the first. */
  'start-all': { request: { readonly by: string }; answer: readonly EngineAnswer[] };
  /** The second engine half a second after the first. */
  'stop-all': { request: { readonly by: string }; answer: readonly EngineAnswer[] };
  /** Fields that are left out keep their values. ENGINE_RUNNING for all but the risk level while the engine runs. */
  'set-engine-settings': {
    request: { readonly engine: SnipingEngine; readonly value: unknown; readonly by: string };
    answer: EngineAnswer;
  };
  /** Trades a proposal at the market of now. PREVIEW_EXPIRED after 30 s, ORDER_FINAL when it is no proposal any more. */
  'execute-decision': { request: { readonly decisionId: string; readonly by: string }; answer: DecisionDetail };
  'dismiss-decision': { request: { readonly decisionId: string; readonly by: string }; answer: DecisionDetail };
  'trailing-create': {
    request: {
      readonly orderId: string;
      /** null: the venue of PAS Trader's settings. */
      readonly venue: Venue | null;
      readonly symbol: string;
      /** The side of the position's entry: BUY protects a long. */
      readonly side: 'BUY' | 'SELL';
      readonly entryPx: string;
      readonly qtyBase: string;
      /** null or 0: the entry price and the distance. */
      readonly initialTakeProfitPx: string | null;
      /** null or 0: 0.02; at most 0.1. */
      readonly trailingDistanceFrac: number | null;
      /** null or 0: 0.05; at most 0.2. */
      readonly maxTrailingFrac: number | null;
      readonly by: string;
    };
    answer: TrailingView;
  };
  /** ORDER_FINAL when it trails already or has ended. */
  'trailing-start': { request: { readonly orderId: string; readonly by: string }; answer: TrailingView };
  'trailing-remove': { request: { readonly orderId: string; readonly by: string }; answer: TrailingView };
  'learner-change': {
    request: { readonly change: LearnerChange; readonly by: string };
    answer: { readonly learner: unknown };
  };
  'add-verdict': { request: { readonly verdict: Verdict; readonly by: string }; answer: Verdict };
  /** `phrase` must be `TRADE WITHOUT VERDICT`; it holds for `days`, 1 to 90, 7 when left out. */
  'verdict-override': {
    request: { readonly subject: SnipingEngine; readonly phrase: string; readonly by: string; readonly days?: number };
    answer: EngineView;
  };
  /** Takes such a word back. `isAlready`: none held. */
  'verdict-override-end': {
    request: { readonly subject: SnipingEngine; readonly by: string };
    answer: { readonly view: EngineView; readonly isAlready: boolean };
  };
  /** Newest first. `decisionId` gives that one alone. */
  'sniping-query': {
    request: {
      readonly decisionId?: string;
      readonly symbol?: string;
      readonly action?: DecisionAction;
      readonly beforeMs?: number;
      readonly afterMs?: number;
      readonly offset?: number;
      /** 1..200. */
      readonly limit?: number;
    };
    answer: { readonly rows: readonly DecisionDetail[]; readonly total: number };
  };
  /** The learner as its `snapshot` tells it, as screens show it, and what can be exported and imported. */
  'learner-state': {
    request: Readonly<Record<string, never>>;
    answer: {
      readonly learner: unknown;
      /** null where the learner is not Oraculis. */
      readonly view?: OraculisView | null;
      readonly policy?: OraculisPolicy | null;
    };
  };
  /** One-minute candles of a venue's history, so that averages are not blind after a start. Oldest first. */
  'warm-market': {
    request: { readonly instrumentId: InstrumentId; readonly candles: readonly Candle[] };
    answer: { readonly isKnown: boolean };
  };
}
export type SnipingCall = keyof SnipingCalls;
