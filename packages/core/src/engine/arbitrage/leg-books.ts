import {
  assetsOfInstrument,
  decimal,
  maxOf,
  minOf,
  toDecimalString,
  ZERO,
  type ArbLeg,
  type Decimal,
  type DecimalString,
  type Fill,
  type Income,
} from '../../domain/index.ts';

/** By what a leg was closed last. `venue`: it vanished there, and no fill says how. */
export type LegExitCause =
  'own' | 'stop' | 'liquidation' | 'adl' | 'kill-switch' | 'operator' | 'protection' | 'trailing' | 'venue' | 'other';

/** What the fills of one leg add up to. Base is net of fees taken in the base asset, quote is its value at the prices of the fills. */
export interface LegBooks {
  readonly entryBase: DecimalString;
  readonly entryQuote: DecimalString;
  readonly exitBase: DecimalString;
  readonly exitQuote: DecimalString;
  /** Of the exit: what went beyond the entry, dust of former trades that left along. Its money is in no figure of the trade. Absent: none. */
  readonly dust?: { readonly base: DecimalString; readonly quote: DecimalString; readonly feesQuote: DecimalString };
  /** Positive costs. */
  readonly feesQuote: DecimalString;
  /** Fees in third assets. */
  readonly otherFees: readonly (readonly [string, DecimalString])[];
  /** Positive: received. */
  readonly fundingQuote: DecimalString;
  readonly settlements: number;
  readonly borrowBase: DecimalString;
  readonly firstFillMs: number | null;
  readonly lastFillMs: number | null;
  readonly lastExit: LegExitCause | null;
  /** Venue time up to which a quantity taken from the venue explains everything; null when none was taken. */
  readonly coveredMs: number | null;
  /** A part of it came in, or went, without a fill: at what price nobody knows. Absent: no. */
  readonly isEntryPxUnknown?: boolean;
  readonly isExitPxUnknown?: boolean;
}

export const EMPTY_BOOKS: LegBooks = {
  entryBase: '0',
  entryQuote: '0',
  exitBase: '0',
  exitQuote: '0',
  feesQuote: '0',
  otherFees: [],
  fundingQuote: '0',
  settlements: 0,
  borrowBase: '0',
  firstFillMs: null,
  lastFillMs: null,
  lastExit: null,
  coveredMs: null,
};

/** Returns what a leg holds by its fills, along its entry: positive while it is open. */
export function heldOf(books: LegBooks): Decimal {
  return decimal(books.entryBase).minus(decimal(books.exitBase));
}

/** Returns 1 for a leg that is long, -1 for one that is short. */
export function signOf(leg: Pick<ArbLeg, 'side'>): 1 | -1 {
  return leg.side === 'BUY' ? 1 : -1;
}

/** Returns the average of a quantity and what it cost; null without a quantity. */
export function averageOf(base: DecimalString, quote: DecimalString): DecimalString | null {
  const qty = decimal(base);
  return qty.gt(0) ? toDecimalString(decimal(quote).div(qty).round(12)) : null;
}

/** Adds a fill to its leg; `cause` says by what a closing one came. */
export function withFill(books: LegBooks, leg: ArbLeg, fill: Fill, cause: LegExitCause): LegBooks {
  if (books.coveredMs !== null && fill.venueMs <= books.coveredMs) return books;
  const fee = decimal(fill.fee);
  const px = decimal(fill.px);
  const assets = assetsOfInstrument(leg.instrumentId);
  const isBaseFee = assets?.kind === 'spot' && fill.feeAsset === assets.baseAsset;
  const isQuoteFee = fill.feeAsset === (assets?.quoteAsset ?? fill.feeAsset);
  const signed = decimal(fill.qtyBase).times(fill.side === 'BUY' ? 1 : -1);
  const net = (isBaseFee ? signed.minus(fee) : signed).abs();
  const feeQuote = isBaseFee ? fee.times(px) : isQuoteFee ? fee : ZERO;
  const otherFees =
    isBaseFee || isQuoteFee || fee.eq(0) ? books.otherFees : [...books.otherFees, [fill.feeAsset, fill.fee] as const];
  const times = {
    firstFillMs: Math.min(books.firstFillMs ?? Infinity, fill.venueMs),
    lastFillMs: Math.max(books.lastFillMs ?? 0, fill.venueMs),
  };
  if (fill.side === leg.side) {
    const entered = { entryBase: plus(books.entryBase, net), entryQuote: plus(books.entryQuote, net.times(px)) };
    const paid = { feesQuote: plus(books.feesQuote, feeQuote), otherFees };
    return withoutDustOf({ ...books, ...entered, ...paid, ...times }, net);
  }
  const own = minOf(net, maxOf(ZERO, heldOf(books)));
  const shareOf = (amount: Decimal): Decimal => (own.eq(net) ? amount : amount.times(own).div(net));
  const ownFee = shareOf(feeQuote);
  const exited = {
    exitBase: plus(books.exitBase, net),
    exitQuote: plus(books.exitQuote, own.times(px)),
    feesQuote: plus(books.feesQuote, ownFee),
    otherFees:
      otherFees === books.otherFees
        ? otherFees
        : [...books.otherFees, [fill.feeAsset, toDecimalString(shareOf(fee))] as const],
    lastExit: cause,
  };
  const beyond = net.minus(own);
  if (beyond.eq(0)) return { ...books, ...exited, ...times };
  const { base, quote, feesQuote } = books.dust ?? NO_DUST;
  const dust = {
    base: plus(base, beyond),
    quote: plus(quote, beyond.times(px)),
    feesQuote: plus(feesQuote, feeQuote.minus(ownFee)),
  };
  return { ...books, ...exited, ...times, dust };
}

const NO_DUST = { base: '0', quote: '0', feesQuote: '0' } as const;

/** What closed a leg may be told before what opened it: it was none of the dust then. */
function withoutDustOf(books: LegBooks, enteredBase: Decimal): LegBooks {
  if (books.dust === undefined) return books;
  const { base, quote, feesQuote } = books.dust;
  const known = decimal(base);
  const back = minOf(known, enteredBase);
  if (back.lte(0)) return books;
  const part = (of: DecimalString): Decimal => (back.eq(known) ? decimal(of) : decimal(of).times(back).div(known));
  const less = (of: DecimalString): DecimalString => toDecimalString(decimal(of).minus(part(of)));
  const { dust: _, ...rest } = books;
  return {
    ...rest,
    exitQuote: plus(books.exitQuote, part(quote)),
    feesQuote: plus(books.feesQuote, part(feesQuote)),
    ...(back.eq(known) ? {} : { dust: { base: less(base), quote: less(quote), feesQuote: less(feesQuote) } }),
  };
}

/** Base units of the entry that have left: dust that went along is not in it. */
export function ownExitBase({ exitBase, dust }: Pick<LegBooks, 'exitBase' | 'dust'>): DecimalString {
  return dust === undefined ? exitBase : toDecimalString(decimal(exitBase).minus(decimal(dust.base)));
}

/** Takes the venue's quantity over, signed. What our fills lack of it counts at `px` for the rules of the exit; its price is unknown. */
export function withVenueQty(
  books: LegBooks,
  leg: ArbLeg,
  set: { readonly qtyBase: DecimalString; readonly px: DecimalString; readonly asOfMs: number },
): LegBooks {
  const held = decimal(set.qtyBase).minus(decimal(leg.heldBefore)).times(signOf(leg));
  const more = held.minus(heldOf(books));
  const covered = { ...books, coveredMs: set.asOfMs };
  if (more.eq(0)) return covered;
  const quote = more.abs().times(decimal(set.px));
  if (more.gt(0)) {
    const entryBase = plus(books.entryBase, more);
    const entryQuote = plus(books.entryQuote, quote);
    const firstFillMs = books.firstFillMs ?? set.asOfMs;
    return { ...covered, entryBase, entryQuote, firstFillMs, isEntryPxUnknown: true };
  }
  const exitBase = plus(books.exitBase, more.abs());
  const exitQuote = plus(books.exitQuote, quote);
  return { ...covered, exitBase, exitQuote, lastExit: 'venue', isExitPxUnknown: true };
}

/** Adds money that moved without a fill. What is no funding and no interest counts as a fee, a negative one where it was received. */
export function withIncome(books: LegBooks, leg: Pick<ArbLeg, 'instrumentId'>, income: Income): LegBooks {
  const amount = decimal(income.amount);
  const assets = assetsOfInstrument(leg.instrumentId);
  const isQuote = income.asset === (assets?.quoteAsset ?? income.asset);
  const settlements = books.settlements + (income.kind === 'funding' ? 1 : 0);
  const cost = toDecimalString(amount.times(-1));
  if (income.kind === 'borrow-interest' && income.asset === assets?.baseAsset) {
    return { ...books, borrowBase: plus(books.borrowBase, amount.times(-1)) };
  }
  if (!isQuote) return { ...books, settlements, otherFees: [...books.otherFees, [income.asset, cost]] };
  if (income.kind === 'funding') {
    return { ...books, settlements, fundingQuote: plus(books.fundingQuote, amount) };
  }
  return { ...books, feesQuote: plus(books.feesQuote, amount.times(-1)) };
}

/** Returns what tells one state of a leg's money from another. */
export function moneyMarkOf(books: LegBooks): string {
  const { entryQuote, exitQuote, feesQuote, otherFees, fundingQuote, borrowBase } = books;
  return [entryQuote, exitQuote, feesQuote, otherFees.length, fundingQuote, borrowBase].join('|');
}

/** Returns what a leg earned by its price alone, in quote: closed base units against the average of the entry. */
export function priceResult(books: LegBooks, leg: Pick<ArbLeg, 'side'>): Decimal {
  const entryBase = decimal(books.entryBase);
  const exitBase = decimal(ownExitBase(books));
  if (entryBase.eq(0)) return ZERO;
  const entryQuote = decimal(books.entryQuote);
  const cost = entryBase.eq(exitBase) ? entryQuote : entryQuote.times(exitBase).div(entryBase);
  return decimal(books.exitQuote).minus(cost).times(signOf(leg));
}

function plus(a: DecimalString, b: Decimal): DecimalString {
  return toDecimalString(decimal(a).plus(b));
}
