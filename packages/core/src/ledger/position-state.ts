import {
  decimal,
  FLAT,
  toDecimalString,
  ZERO,
  type CostedQty,
  type Decimal,
  type DecimalString,
  type IntentSource,
} from '../domain/index.ts';
import type { TradeSide } from './closed-trade.ts';

/** The round that is open: from the fill that left flat until the one that returns to it. */
export interface OpenRound {
  readonly side: TradeSide;
  readonly openMs: number;
  readonly entryBase: Decimal;
  readonly entryQuote: Decimal;
  readonly exitBase: Decimal;
  readonly exitQuote: Decimal;
  readonly grossQuote: Decimal;
  readonly feesQuote: Decimal;
  readonly otherFees: ReadonlyMap<string, Decimal>;
  readonly fundingQuote: Decimal;
  readonly otherQuote: Decimal;
  readonly source: IntentSource | null;
  /** The arbitrage whose leg it is; null for any other. Absent in books of before. */
  readonly arbId?: string | null;
  /** How many orders opened it or added to it. */
  readonly entryOrders: number;
  /** Venue ids of the last of them, to tell the fills of one order from another. */
  readonly entryOrderIds: readonly string[];
  /** True once the venue's truth changed the quantity: the gross can't be told any more. */
  readonly hasUnknownPart: boolean;
}

/** One instrument of one account. */
export interface PositionState {
  readonly held: CostedQty;
  /** What ended rounds left of spot, too little for an order, with its cost. */
  readonly dust: CostedQty;
  /** Realised gains of all rounds, before fees. */
  readonly realisedQuote: Decimal;
  /** Proceeds of spot sales of coins whose cost is unknown: money, but no gain. */
  readonly uncoveredQuote: Decimal;
  readonly round: OpenRound | null;
  readonly rounds: number;
}

export const EMPTY_POSITION: PositionState = {
  held: FLAT,
  dust: FLAT,
  realisedQuote: ZERO,
  uncoveredQuote: ZERO,
  round: null,
  rounds: 0,
};

/** Returns a round that begins now, with nothing in it. */
export function beginRound(
  side: TradeSide,
  openMs: number,
  { source, arbId = null }: { readonly source: IntentSource | null; readonly arbId?: string | null },
): OpenRound {
  return {
    side,
    openMs,
    entryBase: ZERO,
    entryQuote: ZERO,
    exitBase: ZERO,
    exitQuote: ZERO,
    grossQuote: ZERO,
    feesQuote: ZERO,
    otherFees: new Map(),
    fundingQuote: ZERO,
    otherQuote: ZERO,
    source,
    arbId,
    entryOrders: 0,
    entryOrderIds: [],
    hasUnknownPart: false,
  };
}

type Texts<T> = {
  readonly [K in keyof T]: T[K] extends Decimal
    ? DecimalString
    : T[K] extends ReadonlyMap<string, Decimal>
      ? readonly (readonly [string, DecimalString])[]
      : T[K];
};

export interface PositionStateSnapshot {
  readonly held: Texts<CostedQty>;
  /** Absent without, and in books of before. */
  readonly dust?: Texts<CostedQty>;
  readonly realisedQuote: DecimalString;
  readonly uncoveredQuote: DecimalString;
  readonly round: Texts<OpenRound> | null;
  readonly rounds: number;
}

/** Returns the state as plain JSON. */
export function savePosition(state: PositionState): PositionStateSnapshot {
  const { held, dust, round } = state;
  return {
    held: textsOf(held),
    ...(dust.qtyBase.eq(0) && dust.costQuote.eq(0) ? {} : { dust: textsOf(dust) }),
    realisedQuote: toDecimalString(state.realisedQuote),
    uncoveredQuote: toDecimalString(state.uncoveredQuote),
    round: round === null ? null : saveRound(round),
    rounds: state.rounds,
  };
}

function textsOf({ qtyBase, costQuote }: CostedQty): Texts<CostedQty> {
  return { qtyBase: toDecimalString(qtyBase), costQuote: toDecimalString(costQuote) };
}

function costedOf({ qtyBase, costQuote }: Texts<CostedQty>): CostedQty {
  return { qtyBase: decimal(qtyBase), costQuote: decimal(costQuote) };
}

function saveRound(round: OpenRound): Texts<OpenRound> {
  return {
    ...round,
    entryBase: toDecimalString(round.entryBase),
    entryQuote: toDecimalString(round.entryQuote),
    exitBase: toDecimalString(round.exitBase),
    exitQuote: toDecimalString(round.exitQuote),
    grossQuote: toDecimalString(round.grossQuote),
    feesQuote: toDecimalString(round.feesQuote),
    otherFees: [...round.otherFees].map(([asset, fee]) => [asset, toDecimalString(fee)] as const),
    fundingQuote: toDecimalString(round.fundingQuote),
    otherQuote: toDecimalString(round.otherQuote),
  };
}

/** Returns the state a snapshot was taken of. */
export function loadPosition(saved: PositionStateSnapshot): PositionState {
  const { held, dust, round } = saved;
  return {
    held: costedOf(held),
    dust: dust === undefined ? FLAT : costedOf(dust),
    realisedQuote: decimal(saved.realisedQuote),
    uncoveredQuote: decimal(saved.uncoveredQuote),
    round: round === null ? null : loadRound(round),
    rounds: saved.rounds,
  };
}

function loadRound(round: Texts<OpenRound>): OpenRound {
  return {
    ...round,
    entryBase: decimal(round.entryBase),
    entryQuote: decimal(round.entryQuote),
    exitBase: decimal(round.exitBase),
    exitQuote: decimal(round.exitQuote),
    grossQuote: decimal(round.grossQuote),
    feesQuote: decimal(round.feesQuote),
    otherFees: new Map(round.otherFees.map(([asset, fee]) => [asset, decimal(fee)] as const)),
    fundingQuote: decimal(round.fundingQuote),
    otherQuote: decimal(round.otherQuote),
  };
}
