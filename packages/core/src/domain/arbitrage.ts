import type { InstrumentId } from './instrument.ts';
import type { AccountKey, ExecutionMode, OrderSide } from './orders.ts';
import type { DecimalString } from './units.ts';
import type { Market, Venue } from './venue.ts';

/**
 * What the arbitrage engine says and remembers: trades over two legs, their certificates, dust, carry rounds, samples of what really
 * fills. Plain JSON. Figures that only judge are numbers (NaN never: null is unknown); what sizes, prices or books is exact text.
 */

export type ArbMode = 'futures-futures' | 'spot-futures';

/** The leg that is bought at the entry, and the one that is sold. */
export const LEG_KEYS = ['buy', 'sell'] as const;
export type LegKey = (typeof LEG_KEYS)[number];

/**
 * `parallel`: both legs at once. `thin-first`: the thinner book first, then what it filled on the other. `maker-taker`: a resting order
 * on the wider book, every fill of it hedged on the other.
 */
export const SEQUENCINGS = ['parallel', 'thin-first', 'maker-taker'] as const;
export type Sequencing = (typeof SEQUENCINGS)[number];

/**
 * `planned`: an intent on disk. `gated`: all gates agreed. `sent`: orders may exist. `hedged`: both legs hold the same. `imbalanced`:
 * being completed, trimmed or unwound. `unknown`: an answer is missing, nothing is sent. `aborted`: ended without exposure. `exiting`,
 * `closed`: flat by our books. `certified`: flat by the venues' word. `naked`: a leg stands alone and the ladder is used up: new risk is
 * off until a person, or a later look at the venues, ends it.
 */
export const ARB_STATES = [
  'planned',
  'gated',
  'sent',
  'hedged',
  'imbalanced',
  'unknown',
  'aborted',
  'exiting',
  'closed',
  'certified',
  'naked',
] as const;
export type ArbState = (typeof ARB_STATES)[number];

/** States after which nothing is done any more. */
export const ARB_FINAL_STATES: readonly ArbState[] = ['aborted', 'certified'];

/** How one leg of one phase stands: the rows and columns of the leg-resolution matrix. */
export const LEG_FILLS = ['full', 'partial', 'none', 'unknown'] as const;
export type LegFill = (typeof LEG_FILLS)[number];

/** One side of an arbitrage. Quantities in base units, fills net of fees that were taken in the base asset. */
export interface ArbLeg {
  readonly key: LegKey;
  readonly account: AccountKey;
  readonly venue: Venue;
  readonly market: Market;
  readonly instrumentId: InstrumentId;
  /** Side of the entry order; the exit takes the other. */
  readonly side: OrderSide;
  /** Volume-weighted price at the size when it was planned, and the limit with the protection on it. */
  readonly plannedPx: DecimalString;
  readonly limitPx: DecimalString;
  /** Taker fee of the account, in bps. */
  readonly feeBps: number;
  /** Signed base units that the account held before: the venue's for a perp, the total balance for spot. */
  readonly heldBefore: DecimalString;
  readonly entryBase: DecimalString;
  readonly entryPx: DecimalString | null;
  readonly exitBase: DecimalString;
  readonly exitPx: DecimalString | null;
  /** Far stop at the venue, beyond the stop of the spread; null on spot. */
  readonly disasterStopPx: DecimalString | null;
  /** Distance of the liquidation price from the entry when the legs were hedged, as a fraction of the entry; null where there is none. */
  readonly liquidationFrac: number | null;
  /** Dust of former trades that the exit takes along, in base units; part of `heldBefore`. */
  readonly dustBase: DecimalString;
  readonly firstFillMs: number | null;
  /** True: its venue has it no longer, and no fill says how. Absent: no. */
  readonly isGone?: boolean;
}

/** What was done about legs that did not fill alike. */
export interface LegRepair {
  readonly kind: 'complete' | 'trim' | 'unwind';
  readonly leg: LegKey;
  /** 1 to 3 of the ladder. */
  readonly step: number;
  readonly qtyBase: DecimalString;
  /** What completing and unwinding would have cost, when it was chosen; null where there was no choice or no book. */
  readonly completionBps: number | null;
  readonly unwindBps: number | null;
  readonly atMs: number;
  readonly reason: string;
}

/** What the venues hold, read again, against what the trade should have left. */
export interface FlatCertificate {
  readonly kind: 'hedged' | 'flat';
  readonly ok: boolean;
  readonly atMs: number;
  readonly legs: readonly {
    readonly key: LegKey;
    readonly account: AccountKey;
    readonly instrumentId: InstrumentId;
    readonly before: DecimalString;
    /** The venue's, re-read; null when it could not be read. */
    readonly after: DecimalString | null;
    readonly expected: DecimalString;
    readonly residual: DecimalString | null;
  }[];
  /** Base units by which the two legs differ; null when a leg could not be read. */
  readonly netBase: DecimalString | null;
  /** The finer step of both legs: each must be within less than one step of its own. */
  readonly toleranceBase: DecimalString;
  readonly text: string;
}

/** What a trade was expected to earn when it was planned, in bps of the mid of both prices. null is unknown. */
export interface ArbExpectation {
  readonly grossBps: number;
  readonly entryNetBps: number;
  readonly roundTripNetBps: number | null;
  readonly exitSpreadBps: number | null;
  readonly fundingBps: number | null;
  readonly borrowBps: number | null;
  readonly latencyReserveBps: number;
  /** Round trip with funding, less what the learner expects of slippage, latency and adverse moves; null without a learner. */
  readonly learnedNetBps: number | null;
  readonly fillProbability: number | null;
}

/** What a trade earned, exact; costs are positive: price - fees + funding - borrow = net. */
export interface ArbResult {
  /** null while a leg came in or went without a fill: at what price nobody knows. The net is unknown with it. */
  readonly priceUsd: DecimalString | null;
  /** Liquidation fees, rebates and adjustments are in it. null while a fee was taken in an asset whose price is unknown; the net is unknown with it. */
  readonly feesUsd: DecimalString | null;
  readonly fundingUsd: DecimalString;
  readonly borrowUsd: DecimalString;
  readonly netUsd: DecimalString | null;
  /** Of the entry's notional; null when nothing was filled, or the net is unknown. */
  readonly netBps: number | null;
}

export const BRACKETS = ['panic', 'none'] as const;
export type Bracket = (typeof BRACKETS)[number];

/** One arbitrage, from the plan to the certificate. Complete: a newer one replaces it. */
export interface ArbTrade {
  /** `a` and 11 of `[0-9a-z]`. */
  readonly arbId: string;
  /** Who wanted it. */
  readonly source: 'operator' | 'auto' | 'carry';
  /** The carry round it belongs to; null for a trade of its own. */
  readonly roundId: string | null;
  /** `BTCUSDT.PERP.BYBIT>BTCUSDT.PERP.OKX`: buy leg, sell leg. */
  readonly pairId: string;
  readonly symbol: string;
  readonly mode: ArbMode;
  readonly execution: ExecutionMode;
  readonly sequencing: Sequencing;
  /** The leg that goes first, or rests, where they don't go at once. */
  readonly first: LegKey;
  readonly state: ArbState;
  readonly phase: 'entry' | 'exit';
  readonly buy: ArbLeg;
  readonly sell: ArbLeg;
  readonly wantedQtyBase: DecimalString;
  /** Orders sent so far, by leg and phase; ids derive from their number. */
  readonly orders: Readonly<Record<LegKey, { readonly entry: number; readonly exit: number }>>;
  readonly expected: ArbExpectation;
  /** Most that a repair may cost, in bps. */
  readonly repairMaxBps: number;
  readonly bracket: Bracket;
  /** Net result of the whole pair, in bps of the entry's notional, at which it is taken or cut; null without. */
  readonly takeProfitBps: number | null;
  readonly stopLossBps: number | null;
  /** The pair is closed when the spread it would be closed at is at most this; null: by the other rules only. */
  readonly exitSpreadBps: number | null;
  readonly maxHoldMs: number;
  readonly repairs: readonly LegRepair[];
  /** Repairs of before don't count for the ladder: it began anew. */
  readonly ladderSinceMs: number;
  /** Orders without an answer that were judged by what the venue holds: nothing more is awaited of them. */
  readonly judgedOrderIds: readonly string[];
  readonly certificates: readonly FlatCertificate[];
  readonly startedMs: number;
  readonly hedgedMs: number | null;
  readonly exitStartedMs: number | null;
  readonly closedMs: number | null;
  readonly exitReason: string | null;
  /** null until closed. */
  readonly result: ArbResult | null;
  readonly by: string;
  /** Why it stands as it does, in words. */
  readonly reason: string;
}

/** Base units that are too few for any order, kept until a trade of the same asset at the same account takes them along. */
export interface DustEntry {
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  /** Signed; 0 clears the entry. */
  readonly qtyBase: DecimalString;
  /** null: a trade of something else left it. */
  readonly fromArbId: string | null;
  readonly text: string;
}

export const CARRY_STATES = ['pending', 'opening', 'ready', 'closing', 'closed', 'failed'] as const;
export type CarryState = (typeof CARRY_STATES)[number];

/** Funding carry as one thing with phases and its own result. Its orders are those of its arbitrage trade. */
export interface CarryRound {
  /** `r` and 11 of `[0-9a-z]`. */
  readonly roundId: string;
  readonly arbId: string | null;
  readonly symbol: string;
  /** The venue that was named, and the side taken there: `short` earns a positive rate. */
  readonly venue: Venue;
  readonly side: 'long' | 'short';
  readonly longId: InstrumentId;
  readonly shortId: InstrumentId;
  readonly execution: ExecutionMode;
  readonly notionalUsd: DecimalString;
  readonly state: CarryState;
  /** What was planned, for the comparison with what came. */
  readonly plan: {
    readonly edgePerHourBps: number;
    readonly costBps: number;
    /** The part of the costs that is the spread at the exit. */
    readonly exitSpreadBps: number;
    readonly breakEvenHours: number | null;
    readonly aprPct: number | null;
  };
  /** Settlements that were paid or received so far, and their sum. */
  readonly settlements: number;
  readonly fundingUsd: DecimalString;
  readonly createdMs: number;
  readonly openedMs: number | null;
  readonly closedMs: number | null;
  readonly exitReason: string | null;
  readonly result: ArbResult | null;
  readonly by: string;
  readonly reason: string;
}

/** Size classes in which fills are learned, by their upper bound in USD. */
export const SIZE_BUCKETS_USD = [250, 1_000, 5_000, 25_000, 1_000_000_000] as const;

/** What one order of an arbitrage got, or would have got: from it the learner knows what really fills. */
export interface LegSample {
  readonly venue: Venue;
  readonly market: Market;
  readonly side: OrderSide;
  /** 0..1 of the quantity within the limit, by the first order; null when none was sent, since the other leg had got nothing. */
  readonly filledFrac: number | null;
  /** Price got against the planned one, positive costs; null when nothing filled. */
  readonly slippageBps: number | null;
  /** From the order on disk to the venue's word on its end; for a shadow the delay that was assumed. null: no word came. */
  readonly latencyMs: number | null;
  /** How far the mid went against the order from the decision to the fill, and within a second after it. */
  readonly latencyCostBps: number | null;
  readonly adverseBps: number | null;
}

/** One trade, or one opportunity that was only watched, as the learner takes it. */
export interface ArbSample {
  readonly pairId: string;
  readonly symbol: string;
  readonly mode: ArbMode;
  readonly notionalUsd: number;
  readonly isShadow: boolean;
  readonly arbId: string | null;
  /** A resting order fills otherwise than one that takes: such trades are compared with their prediction, and teach no more. */
  readonly sequencing: Sequencing;
  readonly legs: readonly [LegSample, LegSample];
  /** Entry net that was predicted (before learning, and with it) and what came, in bps; null when a leg did not fill. */
  readonly predictedBps: number;
  /** What `predictedBps` had put aside for moves between the decision and the fills. */
  readonly latencyReserveBps: number;
  readonly learnedBps: number | null;
  readonly realisedBps: number | null;
}

/** How the engine trades by itself and when trades end. Bounds stand beside the reader of them. */
export interface ArbitrageSettings {
  readonly autoExecute: boolean;
  readonly minEntryNetBps: number;
  readonly minRoundTripNetBps: number;
  readonly maxTradeUsd: number;
  readonly maxConcurrentPairs: number;
  readonly maxTradesPerHour: number;
  readonly sequencing: Sequencing | 'auto';
  readonly protectBps: number;
  /** Depth of both books over the size that `parallel` needs, within `depthBps` of the best. */
  readonly depthMultiple: number;
  readonly depthBps: number;
  readonly maxGrossBps: number;
  /** A trade is opened only when both books gave a sign of life within this time: one that stands still may be halted. */
  readonly maxSendBookAgeMs: number;
  /** Spot against perp may be traded, not only watched. */
  readonly isSpotFuturesExecutable: boolean;
  /** Of `maxTradeUsd`: how much of one asset may be unhedged over all trades. */
  readonly netExposureFrac: number;
  readonly pairCooldownMs: number;
  readonly failureCooldownMs: number;
  readonly repairExtraBps: number;
  readonly disasterStopBps: number;
  readonly leverage: number;
  readonly exitSpreadBps: number;
  readonly maxHoldMs: number;
  readonly lossCapUsd: number;
  /** Distance to the liquidation price, of that at the entry, in percent: shown as an alert, and reduced at. */
  readonly marginAlertPct: number;
  readonly marginReducePct: number;
  readonly isLearning: boolean;
  readonly carryMinAprPct: number;
  readonly carryMaxHoldMs: number;
  readonly carryLeverage: number;
  readonly carryFundingFlipFrac: number;
}

/** Source: design figures for an arbitrage executor, first values; each can be set. */
export const DEFAULT_ARBITRAGE_SETTINGS: ArbitrageSettings = {
  autoExecute: false,
  minEntryNetBps: 10,
  minRoundTripNetBps: 5,
  maxTradeUsd: 1_000,
  maxConcurrentPairs: 3,
  maxTradesPerHour: 20,
  sequencing: 'auto',
  protectBps: 5,
  depthMultiple: 3,
  depthBps: 30,
  maxGrossBps: 300,
  maxSendBookAgeMs: 700,
  isSpotFuturesExecutable: false,
  netExposureFrac: 0.25,
  pairCooldownMs: 10_000,
  failureCooldownMs: 300_000,
  repairExtraBps: 10,
  disasterStopBps: 500,
  leverage: 2,
  exitSpreadBps: 0,
  maxHoldMs: 172_800_000,
  lossCapUsd: 20,
  marginAlertPct: 20,
  marginReducePct: 12,
  isLearning: true,
  carryMinAprPct: 5,
  carryMaxHoldMs: 172_800_000,
  carryLeverage: 2,
  carryFundingFlipFrac: 0.0003,
};
