import {
  applyAtAverageCost,
  decimal,
  toDecimalString,
  ZERO,
  type AccountKey,
  type Decimal,
  type Fill,
  type Income,
  type InstrumentAssets,
  type InstrumentId,
  type IntentSource,
} from '../domain/index.ts';
import type { ClosedTrade } from './closed-trade.ts';
import { beginRound, type OpenRound, type PositionState } from './position-state.ts';

/** What moves one position, in the order of the venue's time. `seq` is that of its record. */
export type BookEvent =
  | { readonly kind: 'fill'; readonly fill: Fill; readonly source: IntentSource | null; readonly seq: number }
  | { readonly kind: 'income'; readonly income: Income; readonly seq: number };

/** Whose position it is. */
export interface BookIdentity {
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  readonly assets: InstrumentAssets;
}

export interface BookStep {
  readonly state: PositionState;
  readonly closed: ClosedTrade | null;
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
  return event.kind === 'fill' ? applyFill(book, before, event) : applyIncome(book, before, event.income);
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
  const { fill, source } = event;
  const move = moveOf(fill, book.assets);
  const covered = coveredBase(book, before, move.signedBase);
  const step = applyAtAverageCost(before.held, covered, move.px);
  const next = {
    ...before,
    held: step.after,
    realisedQuote: before.realisedQuote.plus(step.realisedQuote),
    uncoveredQuote: before.uncoveredQuote.plus(covered.minus(move.signedBase).times(move.px)),
  };
  const movedBase = step.closedBase.plus(step.openedBase);
  if (movedBase.eq(0)) return { state: next, closed: null, late: null };
  let { round } = before;
  let closed: ClosedTrade | null = null;
  let { rounds } = before;
  const isSplit = step.closedBase.gt(0) && step.openedBase.gt(0);
  // A flip pays one fee for two rounds: each takes its share, the second what the first left.
  const first = isSplit
    ? {
        feeQuote: move.feeQuote.times(step.closedBase).div(movedBase),
        otherFee: move.otherFee.times(step.closedBase).div(movedBase),
      }
    : move;
  if (step.closedBase.gt(0) && round !== null) {
    round = withFee(exitRound(round, step.closedBase, move.px, step.realisedQuote), fill.feeAsset, first);
    if (step.after.qtyBase.eq(0) || step.openedBase.gt(0)) {
      closed = closeRound(book, round, { number: rounds, closeMs: fill.venueMs });
      round = null;
    }
  }
  if (step.openedBase.gt(0)) {
    if (round === null) {
      round = beginRound(step.after.qtyBase.gt(0) ? 'LONG' : 'SHORT', fill.venueMs, source);
      rounds += 1;
    }
    const second = isSplit
      ? { feeQuote: move.feeQuote.minus(first.feeQuote), otherFee: move.otherFee.minus(first.otherFee) }
      : move;
    round = withFee(enterRound(round, step.openedBase, move.px, fill.venueOrderId), fill.feeAsset, second);
  }
  return { state: { ...next, round, rounds }, closed, late: null };
}

/** Spot can't go short: coins beyond the known ones came from elsewhere. */
function coveredBase(book: BookIdentity, before: PositionState, signedBase: Decimal): Decimal {
  if (book.assets.kind !== 'spot' || before.held.qtyBase.plus(signedBase).gte(0)) return signedBase;
  return before.held.qtyBase.times(-1);
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
  const untouched = { state: before, closed: null, late: null };
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
  };
}
