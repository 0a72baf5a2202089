import type {
  ArbitrageSettings,
  ArbSample,
  ArbTrade,
  Bracket,
  CarryRound,
  DecimalString,
  DustEntry,
  ExecutionMode,
  GateDecision,
  InstrumentId,
  LegKey,
  Market,
  Sequencing,
  Venue,
} from '../domain/index.ts';
import type { RiskBlock } from '../risk/index.ts';
import type {
  BestCarry,
  CarryCandidate,
  CarryExclusion,
  TriangleStep,
  TriangleView,
  WhyNotCheck,
} from '../strategies/index.ts';
import type { OpportunityView } from './hot-batch.ts';

export type { BestCarry, CarryCandidate, CarryExclusion, TriangleStep, TriangleView, WhyNotCheck };

/**
 * What the arbitrage engine shows: plain, structured-clonable, complete. Money as decimal text, figures that only judge as numbers; null is
 * unknown.
 */

export interface WhyNotView {
  readonly opportunity: OpportunityView;
  readonly atMs: number;
  /** Failed first, nearest miss first, then those that passed in their order. */
  readonly checks: readonly WhyNotCheck[];
  /** Entry net at which it would trade now, in bps; null when another check fails. */
  readonly wouldPassAtBps: number | null;
}

/** How many checks of an opportunity hold, and the failed one that is nearest to passing. */
export interface CheckSummary {
  readonly opportunityId: string;
  readonly passed: number;
  readonly total: number;
  /** null when all hold. */
  readonly nearestMiss: string | null;
}

/** A trade as it stands, with what it is worth now. */
export interface ArbTradeView extends ArbTrade {
  /** Result if it were closed at the books of now, all costs in; null when closed or a book is missing. */
  readonly openNetUsd: string | null;
  readonly openNetBps: number | null;
  readonly exitSpreadNowBps: number | null;
  /** By leg: distance of the mark from the liquidation price, in percent of the mark; null when there is none. */
  readonly liquidationPct: Readonly<Record<LegKey, number | null>>;
  readonly adlRank: Readonly<Record<LegKey, number | null>>;
}

/** A carry round with what it earned so far. */
export interface CarryRoundView extends CarryRound {
  readonly priceUsd: string | null;
  readonly feesUsd: string | null;
  readonly borrowUsd: string | null;
  readonly netUsd: string | null;
  readonly nextSettlementMs: number | null;
  /** Rates now, per hour in bps, and what the round would get at its next settlement. */
  readonly edgePerHourBps: number | null;
  /** When what was earned is expected to cover the costs; null when it never does. */
  readonly breakEvenMs: number | null;
  readonly liquidationPct: Readonly<Record<LegKey, number | null>>;
  /** What is left of the distance to liquidation that the leg had at its entry, in percent; null where there is none. */
  readonly marginLeftPct: Readonly<Record<LegKey, number | null>>;
  readonly adlRank: Readonly<Record<LegKey, number | null>>;
  /** What the exit rules wait for, in words; null while nothing is to be said. */
  readonly warning: string | null;
  /** Money that should go from one venue to the other, in words; null while the legs are even. */
  readonly rebalance: string | null;
}

export interface CarryPlanView {
  readonly symbol: string;
  readonly atMs: number;
  readonly candidates: readonly CarryCandidate[];
  /** Listings nothing was planned with, and why. */
  readonly excluded: readonly CarryExclusion[];
  /** Of the candidate with the highest net; null when none is positive. */
  readonly best: BestCarry | null;
  readonly reason: string;
}

/** What the learner knows of one venue pair and size class. */
export interface PairEstimateView {
  readonly buyVenue: Venue;
  readonly buyMarket: Market;
  readonly sellVenue: Venue;
  readonly sellMarket: Market;
  readonly sizeUpToUsd: number;
  readonly samples: number;
  readonly realSamples: number;
  /** Both legs within their limits. */
  readonly fillProbability: number | null;
  readonly slippageBps: number | null;
  readonly latencyCostBps: number | null;
  readonly adverseBps: number | null;
  readonly latencyMs: number | null;
}

/** Predicted against realised, in classes of the prediction. */
export interface CalibrationRow {
  readonly fromBps: number;
  readonly toBps: number;
  readonly trades: number;
  readonly predictedBps: number;
  readonly learnedBps: number | null;
  readonly realisedBps: number;
}

export interface ArbLearnerView {
  readonly isRunning: boolean;
  readonly isFrozen: boolean;
  readonly samples: number;
  readonly realSamples: number;
  readonly estimates: readonly PairEstimateView[];
  readonly calibration: readonly CalibrationRow[];
  /** Mean of realised less predicted, before learning and with it, and the mean of its size; null without a trade. */
  readonly meanErrorBps: number | null;
  readonly meanLearnedErrorBps: number | null;
  readonly meanAbsErrorBps: number | null;
  readonly meanAbsLearnedErrorBps: number | null;
  readonly lastSamples: readonly (ArbSample & { readonly atMs: number })[];
}

/** Figures of one execution mode. */
export interface ArbPerformance {
  readonly trades: number;
  /** Trades of which a part of the result is unknown: in `trades`, in no sum. */
  readonly unpriced: number;
  readonly wins: number;
  readonly netUsd: string;
  readonly priceUsd: string;
  readonly feesUsd: string;
  readonly fundingUsd: string;
  readonly borrowUsd: string;
  readonly executedToday: number;
  readonly aborted: number;
  readonly naked: number;
  /** Percent of the finished trades of known result that ended with a positive net; null without any. */
  readonly successPct: number | null;
}

/** What holds one execution mode back. */
export interface ArbGuardsView {
  /** Failures lower it, time raises it; under 8 of 10 nothing new is sent. */
  readonly stability: { readonly score: number; readonly max: number; readonly isOff: boolean };
  readonly breaker: {
    readonly losses: number;
    readonly haltedUntilMs: number | null;
    readonly halts: number;
    readonly isOff: boolean;
  };
  readonly tradesLastHour: number;
  /** What halts new risk after losses in a row: the breaker here, or the streak of all engines. null or absent: nothing. */
  readonly halt?: ArbHalt | null;
}

export interface ArbHalt {
  readonly by: 'breaker' | 'loss-streak';
  readonly reason: string;
  /** null: until a person releases the kill switch. */
  readonly untilMs: number | null;
}

/** A trade that is not as it should be: naked, or without the venues' word for longer than it takes. */
export interface ArbTrouble {
  readonly arbId: string;
  readonly symbol: string;
  readonly sinceMs: number;
  readonly text: string;
}

export interface ArbitrageView {
  readonly atMs: number;
  readonly settings: ArbitrageSettings;
  /** Open first, then finished, newest first, at most 50; `arb-query` tells the rest. */
  readonly trades: readonly ArbTradeView[];
  readonly rounds: readonly CarryRoundView[];
  readonly dust: readonly DustEntry[];
  readonly learner: ArbLearnerView;
  readonly performance: { readonly paper: ArbPerformance; readonly live: ArbPerformance };
  /** Pairs that wait after a trade or a failure. */
  readonly cooldowns: readonly {
    readonly pairId: string;
    readonly mode: ExecutionMode;
    readonly endsMs: number;
    readonly reason: string;
  }[];
  /** Of the mode that orders go to now: live where a venue is set to it. */
  readonly stability: ArbGuardsView['stability'];
  readonly breaker: ArbGuardsView['breaker'];
  readonly halt?: ArbHalt | null;
  readonly guards: Readonly<Record<ExecutionMode, ArbGuardsView>>;
  readonly troubles: readonly ArbTrouble[];
  /** Why a mode opens no pair at all, and where open ones are left alone. */
  readonly blocks: readonly RiskBlock[];
  /** Of the last 24 h: distinct opportunities, those that were positive after the entry, and after the round trip. */
  readonly seen: { readonly found: number; readonly entryPositive: number; readonly roundTripPositive: number };
  readonly auto: {
    readonly isOn: boolean;
    readonly tradesLastHour: number;
    readonly lastRefusal: string | null;
    /** By code: how often a row was not traded since the start. */
    readonly refusals: Readonly<Record<string, number>>;
  };
}

/** What an arbitrage order names: a row of the scanner, or a symbol and venues of which the best pair is taken. */
export interface ArbWish {
  readonly opportunityId: string | null;
  readonly symbol: string | null;
  readonly venues: readonly Venue[];
  readonly qtyBase: string | null;
  readonly notionalUsd: string | null;
  readonly bracket: Bracket;
  readonly takeProfitBps: number | null;
  readonly stopLossBps: number | null;
  readonly sequencing: Sequencing | null;
  /** Paper only: takes an expected loss. */
  readonly acceptsNegative: boolean;
  readonly by: string;
}

/** What an arbitrage would do. */
export interface ArbPlanView {
  readonly trade: ArbTrade;
  readonly gates: readonly (GateDecision & { readonly leg: LegKey })[];
  readonly isAllowed: boolean;
  readonly refusal: string | null;
  /** The smallest amount that both legs take at the prices of now. */
  readonly minNotionalUsd: string;
}

/** Calls the arbitrage engine answers, by name. Every answer is a `Result`; bad input is INPUT_INVALID naming the field. */
export interface ArbitrageCalls {
  'arb-preview': { request: ArbWish; answer: ArbPlanView };
  /** RISK_NO_EDGE for an expected loss, the code of the first gate that blocks, ARBITRAGE_BUSY, INSTRUMENT_UNKNOWN, RISK_BOOK_STALE. */
  'arb-execute': { request: ArbWish; answer: { readonly trade: ArbTrade } };
  /** ARBITRAGE_NOT_FOUND, ORDER_FINAL when it has ended. */
  'arb-close': { request: { readonly arbId: string; readonly by: string }; answer: { readonly trade: ArbTrade } };
  /** Closes whatever stands alone of a NAKED trade at the market, and looks at the venues again. */
  'arb-flatten': { request: { readonly arbId: string; readonly by: string }; answer: { readonly trade: ArbTrade } };
  /** Fields that are left out keep their values. */
  'arb-settings': { request: { readonly value: unknown; readonly by: string }; answer: ArbitrageSettings };
  /** At the session's size, or at the one that is asked for. ARBITRAGE_NOT_FOUND when the scanner has no such row. */
  'arb-why-not': {
    request: {
      readonly opportunityId: string;
      readonly qtyBase?: DecimalString | null;
      readonly notionalUsd?: DecimalString | null;
    };
    answer: WhyNotView;
  };
  /** In short, of the first 50 that the scanner knows: for a list, where the whole vector of each would be too much. */
  'arb-checks': {
    request: { readonly opportunityIds: readonly string[] };
    answer: { readonly rows: readonly CheckSummary[] };
  };
  /** Newest first. */
  'arb-query': {
    request: {
      readonly arbId?: string;
      readonly state?: ArbTrade['state'];
      readonly symbol?: string;
      readonly beforeMs?: number;
      /** 1..200. */
      readonly limit?: number;
    };
    answer: { readonly trades: readonly ArbTradeView[]; readonly total: number };
  };
  triangular: {
    request: { readonly symbol: string | null; readonly venues: readonly Venue[] };
    answer: { readonly triangles: readonly TriangleView[]; readonly reason: string | null };
  };
  'carry-plan': {
    request: { readonly symbol: string; readonly venues: readonly Venue[]; readonly notionalUsd: string | null };
    answer: CarryPlanView;
  };
  'carry-execute': {
    request: {
      readonly symbol: string;
      readonly venue: Venue;
      readonly side: 'long' | 'short';
      readonly qtyBase: string | null;
      readonly notionalUsd: string | null;
      readonly acceptsNegative: boolean;
      readonly by: string;
    };
    answer: { readonly round: CarryRound; readonly trade: ArbTrade | null };
  };
  'carry-close': { request: { readonly roundId: string; readonly by: string }; answer: { readonly round: CarryRound } };
  /** Settled rates of a perp, oldest first, read by the cool side from the venue's history. */
  'carry-history': {
    request: {
      readonly instrumentId: InstrumentId;
      readonly settlements: readonly { readonly atMs: number; readonly rateFrac: number }[];
    };
    answer: { readonly isKnown: boolean };
  };
  /** Borrow rates of a venue's spot margin, per hour as fractions; what is not in the list can't be borrowed. null: unknown. */
  'borrow-rates': {
    request: {
      readonly venue: Venue;
      readonly rates: readonly { readonly asset: string; readonly perHourFrac: number }[] | null;
    };
    answer: { readonly known: number };
  };
  'arb-learner': {
    request: { readonly change: 'reset' | 'freeze' | 'unfreeze'; readonly by: string };
    answer: ArbLearnerView;
  };
}
export type ArbitrageCall = keyof ArbitrageCalls;
