import {
  assetsOfInstrument,
  decimal,
  toDecimalString,
  ZERO,
  type ArbLeg,
  type Decimal,
  type DecimalString,
  type Fill,
} from '../../domain/index.ts';

/** By what a leg was closed last. */
export type LegExitCause = 'own' | 'stop' | 'liquidation' | 'adl' | 'other';

/** What the fills of one leg add up to. Base is net of fees taken in the base asset, quote is its value at the prices of the fills. */
export interface LegBooks {
  readonly entryBase: DecimalString;
  readonly entryQuote: DecimalString;
  readonly exitBase: DecimalString;
  readonly exitQuote: DecimalString;
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
  const isEntry = fill.side === leg.side;
  return {
    ...books,
    ...(isEntry
      ? { entryBase: plus(books.entryBase, net), entryQuote: plus(books.entryQuote, net.times(px)) }
      : { exitBase: plus(books.exitBase, net), exitQuote: plus(books.exitQuote, net.times(px)), lastExit: cause }),
    feesQuote: plus(books.feesQuote, feeQuote),
    otherFees,
    firstFillMs: books.firstFillMs ?? fill.venueMs,
    lastFillMs: Math.max(books.lastFillMs ?? 0, fill.venueMs),
  };
}

/** Takes the venue's quantity over, signed; what our fills lack of it counts at `px`. */
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
    return { ...covered, entryBase, entryQuote, firstFillMs: books.firstFillMs ?? set.asOfMs };
  }
  const exitBase = plus(books.exitBase, more.abs());
  return { ...covered, exitBase, exitQuote: plus(books.exitQuote, quote), lastExit: 'other' };
}

/** Returns what a leg earned by its price alone, in quote: closed base units against the average of the entry. */
export function priceResult(books: LegBooks, leg: Pick<ArbLeg, 'side'>): Decimal {
  const entryBase = decimal(books.entryBase);
  const exitBase = decimal(books.exitBase);
  if (entryBase.eq(0)) return ZERO;
  const entryQuote = decimal(books.entryQuote);
  const cost = entryBase.eq(exitBase) ? entryQuote : entryQuote.times(exitBase).div(entryBase);
  return decimal(books.exitQuote).minus(cost).times(signOf(leg));
}

function plus(a: DecimalString, b: Decimal): DecimalString {
  return toDecimalString(decimal(a).plus(b));
}
