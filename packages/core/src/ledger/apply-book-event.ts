import {
  applyAtAverageCost,
  applySpotFill,
  arbFillOf,
  averagePx,
  decimal,
  heldToDust,
  toDecimalString,
  ZERO,
  type AccountKey,
  type CostedQty,
  type CostStep,
  type Decimal,
  type DecimalString,
  type Fill,
  type Income,
  type InstrumentAssets,
  type InstrumentId,
  type IntentSource,
  type SpotMove,
  type SpotStep,
} from '../domain/index.ts';
import type { ClosedTrade } from './closed-trade.ts';
import { beginRound, type OpenRound, type PositionState } from './position-state.ts';

/** What moves one position, in the order of the venue's time. `seq` is that of its record. */
export type BookEvent =
  | { readonly kind: 'fill'; readonly fill: Fill; readonly source: IntentSource | null; readonly seq: number }
  | { readonly kind: 'income'; readonly income: Income; readonly seq: number }
  /** All dust there is from here on, signed; the time is that of what was told before it. */
  | { readonly kind: 'dust'; readonly qtyBase: DecimalString; readonly venueMs: number; readonly seq: number };

/** Whose position it is. */
export interface BookIdentity {
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  readonly assets: InstrumentAssets;
}

export interface BookStep {
  readonly state: PositionState;
  readonly closed: readonly ClosedTrade[];
  /** Money of the round that ended last, told while nothing is open: a liquidation's fee, funding of the same moment. */
  readonly late: LateMoney | null;
}

/** Quote that belongs to a closed trade; positive: received. */
export interface LateMoney {
  readonly fundingQuote: Decimal;
  readonly otherQuote: Decimal;
}

/** Applies one event to a position. Pure; the same events in the same order give the same state. */
export function applyBookEvent(book: BookIdentity, before: PositionState, event: BookEvent): BookStep {
  switch (event.kind) {
    case 'fill':
      return applyFill(book, before, event);
    case 'income':
      return applyIncome(book, before, event.income);
    case 'dust':
      return applyDust(book, before, event);
  }
}

/** What a fill moves: signed base, and its fee. A base fee of a spot fill leaves with the coins and is valued at the fill's price. */
export interface FillMove {
  readonly signedBase: Decimal;
  readonly px: Decimal;
  readonly feeQuote: Decimal;
  readonly otherFee: Decimal;
}

/** Reads the move of a fill. */
export function moveOf(fill: Fill, assets: InstrumentAssets): FillMove {
  const px = decimal(fill.px);
  const fee = decimal(fill.fee);
  const signed = decimal(fill.qtyBase).times(fill.side === 'BUY' ? 1 : -1);
  if (fill.feeAsset === assets.quoteAsset) return { signedBase: signed, px, feeQuote: fee, otherFee: ZERO };
  if (assets.kind === 'spot' && fill.feeAsset === assets.baseAsset) {
    return { signedBase: signed.minus(fee), px, feeQuote: fee.times(px), otherFee: ZERO };
  }
  return { signedBase: signed, px, feeQuote: ZERO, otherFee: fee };
}

function applyFill(book: BookIdentity, before: PositionState, event: Extract<BookEvent, { kind: 'fill' }>): BookStep {
  const { fill } = event;
  const move = moveOf(fill, book.assets);
  const arb = arbFillOf(fill);
  const { own, dust, uncoveredBase } = costStepOf(book, before, { ...move, arb });
  const next = {
    ...before,
    held: own.after,
    dust: dust.after,
    realisedQuote: before.realisedQuote.plus(own.realisedQuote).plus(dust.realisedQuote),
    uncoveredQuote: before.uncoveredQuote.plus(uncoveredBase.times(move.px)),
  };
  const parts = [own.closedBase, own.openedBase, dust.closedBase];
  const fees = feeShares(move, parts);
  let { round, rounds } = before;
  const closed: ClosedTrade[] = [];
  if (own.closedBase.gt(0) && round !== null) {
    round = withFee(exitRound(round, own.closedBase, move.px, own.realisedQuote), fill.feeAsset, fees[0]);
    if (own.after.qtyBase.eq(0) || own.openedBase.gt(0)) {
      closed.push(closeRound(book, round, { number: rounds, closeMs: fill.venueMs }));
      round = null;
    }
  }
  if (own.openedBase.gt(0)) {
    if (round === null) {
      const { source } = event;
      round = beginRound(own.after.qtyBase.gt(0) ? 'LONG' : 'SHORT', fill.venueMs, {
        source,
        arbId: arb?.opens === true ? arb.arbId : null,
      });
      rounds += 1;
    }
    round = withFee(enterRound(round, own.openedBase, move.px, fill.venueOrderId), fill.feeAsset, fees[1]);
  }
  if (dust.closedBase.gt(0)) {
    rounds += 1;
    closed.push(dustTrade(book, { number: rounds, before: before.dust, step: dust, fill, fee: fees[2] }));
  }
  return { state: { ...next, round, rounds }, closed, late: null };
}

/** Spot can't go short, unless an arbitrage sells coins of ours. */
function costStepOf({ assets }: BookIdentity, { held, dust }: PositionState, move: SpotMove): SpotStep {
  if (assets.kind === 'spot') return applySpotFill({ held, dust }, move);
  const own = applyAtAverageCost(held, move.signedBase, move.px);
  return { own, dust: applyAtAverageCost(dust, ZERO, move.px), uncoveredBase: ZERO };
}

type FeeShare = Pick<FillMove, 'feeQuote' | 'otherFee'>;
const NO_FEE: FeeShare = { feeQuote: ZERO, otherFee: ZERO };

/** One fill pays one fee for what it closes, opens and takes of dust: each has its share, the last one what the others left. */
function feeShares(move: FeeShare, parts: readonly Decimal[]): readonly [FeeShare, FeeShare, FeeShare] {
  const total = parts.reduce((sum, part) => sum.plus(part), ZERO);
  const last = parts.findLastIndex((part) => part.gt(0));
  let left: FeeShare = move;
  const [closed = NO_FEE, opened = NO_FEE, dust = NO_FEE] = parts.map((part, at): FeeShare => {
    if (part.eq(0)) return NO_FEE;
    if (at === last) return left;
    const feeQuote = move.feeQuote.times(part).div(total);
    const otherFee = move.otherFee.times(part).div(total);
    left = { feeQuote: left.feeQuote.minus(feeQuote), otherFee: left.otherFee.minus(otherFee) };
    return { feeQuote, otherFee };
  });
  return [closed, opened, dust];
}

/** The sale of coins that ended trades had left. */
function dustTrade(
  book: BookIdentity,
  sale: {
    readonly number: number;
    readonly before: CostedQty;
    readonly step: CostStep;
    readonly fill: Fill;
    readonly fee: FeeShare;
  },
): ClosedTrade {
  const { number, before, step, fill, fee } = sale;
  const { venueMs, feeAsset } = fill;
  const px = averagePx(before) ?? ZERO;
  const begun = beginRound(before.qtyBase.gt(0) ? 'LONG' : 'SHORT', venueMs, { source: null });
  const entered = { ...begun, entryBase: step.closedBase, entryQuote: step.closedBase.times(px) };
  const round = withFee(exitRound(entered, step.closedBase, decimal(fill.px), step.realisedQuote), feeAsset, fee);
  return { ...closeRound(book, round, { number, closeMs: venueMs }), isDust: true };
}

/** What is left of a round is too little for an order: the round ends, its rest and the cost of it go to the dust. More than was told stays. */
function applyDust(book: BookIdentity, before: PositionState, event: Extract<BookEvent, { kind: 'dust' }>): BookStep {
  const { round, held } = before;
  const most = decimal(event.qtyBase).abs();
  if (round === null || held.qtyBase.abs().gt(most)) return { state: before, closed: [], late: null };
  const closed = closeRound(book, round, { number: before.rounds, closeMs: event.venueMs });
  return { state: { ...before, ...heldToDust(before), round: null }, closed: [closed], late: null };
}

/** Orders of one position whose fills may still come mixed; an older order's later fill counts as another order. */
const ENTRY_IDS_MAX = 16;

function enterRound(round: OpenRound, base: Decimal, px: Decimal, orderId: string): OpenRound {
  const isKnown = round.entryOrderIds.includes(orderId);
  return {
    ...round,
    entryBase: round.entryBase.plus(base),
    entryQuote: round.entryQuote.plus(base.times(px)),
    entryOrders: round.entryOrders + (isKnown ? 0 : 1),
    entryOrderIds: isKnown ? round.entryOrderIds : [...round.entryOrderIds, orderId].slice(-ENTRY_IDS_MAX),
  };
}

function exitRound(round: OpenRound, base: Decimal, px: Decimal, realisedQuote: Decimal): OpenRound {
  return {
    ...round,
    exitBase: round.exitBase.plus(base),
    exitQuote: round.exitQuote.plus(base.times(px)),
    grossQuote: round.grossQuote.plus(realisedQuote),
  };
}

function withFee(
  round: OpenRound,
  asset: string,
  { feeQuote, otherFee }: Pick<FillMove, 'feeQuote' | 'otherFee'>,
): OpenRound {
  const feesQuote = round.feesQuote.plus(feeQuote);
  if (otherFee.eq(0)) return { ...round, feesQuote };
  const otherFees = new Map(round.otherFees);
  otherFees.set(asset, (otherFees.get(asset) ?? ZERO).plus(otherFee));
  return { ...round, feesQuote, otherFees };
}

function applyIncome({ assets }: BookIdentity, before: PositionState, income: Income): BookStep {
  const { round } = before;
  const untouched = { state: before, closed: [], late: null };
  if (income.kind === 'transfer' || income.asset !== assets.quoteAsset) return untouched;
  const amount = decimal(income.amount);
  const late =
    income.kind === 'funding' ? { fundingQuote: amount, otherQuote: ZERO } : { fundingQuote: ZERO, otherQuote: amount };
  if (round === null) return { ...untouched, late };
  const fundingQuote = round.fundingQuote.plus(late.fundingQuote);
  const otherQuote = round.otherQuote.plus(late.otherQuote);
  return { ...untouched, state: { ...before, round: { ...round, fundingQuote, otherQuote } } };
}

/** Returns a closed trade with money that was told after its close. */
export function withLateMoney(trade: ClosedTrade, { fundingQuote, otherQuote }: LateMoney): ClosedTrade {
  return {
    ...trade,
    fundingQuote: toDecimalString(decimal(trade.fundingQuote).plus(fundingQuote)),
    otherQuote: toDecimalString(decimal(trade.otherQuote).plus(otherQuote)),
  };
}

/** Returns the row of a round that has ended. */
export function closeRound(
  book: BookIdentity,
  round: OpenRound,
  { number, closeMs }: { readonly number: number; readonly closeMs: number },
): ClosedTrade {
  const known = (value: Decimal) => (round.hasUnknownPart ? null : toDecimalString(value));
  const average = (quote: Decimal, base: Decimal) => (base.eq(0) ? null : known(quote.div(base)));
  return {
    tradeId: `${book.account}|${book.instrumentId}|${number}`,
    account: book.account,
    instrumentId: book.instrumentId,
    quoteAsset: book.assets.quoteAsset,
    side: round.side,
    openMs: round.openMs,
    closeMs,
    holdMs: Math.max(0, closeMs - round.openMs),
    qtyBase: known(round.entryBase),
    avgEntryPx: average(round.entryQuote, round.entryBase),
    avgExitPx: average(round.exitQuote, round.exitBase),
    grossQuote: known(round.grossQuote),
    feesQuote: toDecimalString(round.feesQuote),
    otherFees: [...round.otherFees].map(([asset, amount]) => ({ asset, amount: toDecimalString(amount) })),
    fundingQuote: toDecimalString(round.fundingQuote),
    otherQuote: toDecimalString(round.otherQuote),
    source: round.source,
    entryOrders: round.entryOrders,
    ...(round.arbId === undefined || round.arbId === null ? {} : { arbId: round.arbId }),
  };
}
