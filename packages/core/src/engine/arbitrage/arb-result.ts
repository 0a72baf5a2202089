import {
  decimal,
  LEG_KEYS,
  toDecimalString,
  ZERO,
  type ArbResult,
  type ArbTrade,
  type Decimal,
  type LegKey,
  type Venue,
} from '../../domain/index.ts';
import type { MarketEyes } from '../trading/market-eyes.ts';
import { priceResult, type LegBooks } from './leg-books.ts';
import type { TrackedArb } from './trade-book.ts';

/** Digits of a figure that is for reading. */
const BPS_DIGITS = 4;

/** Returns which leg came in or went, in whole or in part, without a fill that tells its price; null where every price is known. */
export function unpricedLegOf({
  trade,
  books,
}: Pick<TrackedArb, 'trade' | 'books'>): { leg: LegKey; phase: ArbTrade['phase'] } | null {
  for (const leg of LEG_KEYS) {
    if (books[leg].isExitPxUnknown === true || trade[leg].isGone === true) return { leg, phase: 'exit' };
    if (books[leg].isEntryPxUnknown === true) return { leg, phase: 'entry' };
  }
  return null;
}

/**
 * Returns what a trade earned by its fills, exact; the parts sum to the net. What a leg got without a fill has no price: neither has the
 * net then. null when nothing was filled.
 */
export function resultOf(tracked: TrackedArb, eyes: MarketEyes): ArbResult | null {
  const result = estimateOf(tracked, eyes);
  return result === null || unpricedLegOf(tracked) === null
    ? result
    : { ...result, priceUsd: null, netUsd: null, netBps: null };
}

/** Returns the same with what is unpriced at the mark of that moment: for the rules that end a trade, never as a result. */
export function estimateOf({ trade, books }: TrackedArb, eyes: MarketEyes): ArbResult | null {
  if (LEG_KEYS.every((key) => decimal(books[key].entryBase).eq(0))) return null;
  let price = ZERO;
  let fees: Decimal | null = ZERO;
  let funding = ZERO;
  let borrow = ZERO;
  for (const key of LEG_KEYS) {
    const leg = books[key];
    price = price.plus(priceResult(leg, trade[key]));
    const legFees = feesUsdOf(leg, trade[key].venue, eyes);
    fees = fees === null || legFees === null ? null : fees.plus(legFees);
    funding = funding.plus(decimal(leg.fundingQuote));
    borrow = borrow.plus(decimal(leg.borrowBase).times(decimal(trade[key].plannedPx)));
  }
  const net = fees === null ? null : price.minus(fees).plus(funding).minus(borrow);
  return {
    priceUsd: toDecimalString(price),
    feesUsd: fees === null ? null : toDecimalString(fees),
    fundingUsd: toDecimalString(funding),
    borrowUsd: toDecimalString(borrow),
    netUsd: net === null ? null : toDecimalString(net),
    netBps: net === null ? null : bpsOf(net, notionalOf({ books })),
  };
}

/** Returns the fees of a leg in USD; null while one was taken in an asset whose price is unknown. */
export function feesUsdOf(
  { feesQuote, otherFees }: Pick<LegBooks, 'feesQuote' | 'otherFees'>,
  venue: Venue,
  eyes: Pick<MarketEyes, 'priceUsd'>,
): Decimal | null {
  let fees = decimal(feesQuote);
  for (const [asset, amount] of otherFees) {
    const px = eyes.priceUsd(asset, venue);
    if (px === null) return null;
    fees = fees.plus(decimal(amount).times(decimal(px)));
  }
  return fees;
}

/** Returns the entry's notional: that of the larger leg. */
export function notionalOf({ books }: Pick<TrackedArb, 'books'>): Decimal {
  const [buy, sell] = [decimal(books.buy.entryQuote), decimal(books.sell.entryQuote)];
  return buy.gt(sell) ? buy : sell;
}

/** Returns an amount in bps of a notional; null without one. */
export function bpsOf(amount: Decimal, notional: Decimal): number | null {
  return notional.lte(0) ? null : Number(amount.div(notional).times(10_000).round(BPS_DIGITS));
}
