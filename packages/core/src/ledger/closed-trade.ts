import {
  decimal,
  toDecimalString,
  ZERO,
  type AccountKey,
  type DecimalString,
  type InstrumentId,
  type IntentSource,
  type Money,
} from '../domain/index.ts';

export type TradeSide = 'LONG' | 'SHORT';

/** One position from flat to flat. Plain JSON; amounts without an asset are in quote. */
export interface ClosedTrade {
  /** `<account>|<instrument>|<number of the round>`, unique for ever. */
  readonly tradeId: string;
  readonly account: AccountKey;
  readonly instrumentId: InstrumentId;
  readonly quoteAsset: string;
  readonly side: TradeSide;
  readonly openMs: number;
  readonly closeMs: number;
  readonly holdMs: number;
  /** Base units that went in; null when the venue's truth changed the quantity meanwhile, as are all figures that rest on it. */
  readonly qtyBase: DecimalString | null;
  readonly avgEntryPx: DecimalString | null;
  readonly avgExitPx: DecimalString | null;
  readonly grossQuote: DecimalString | null;
  /** Fees in quote, and in base at the price of their fill; positive costs. */
  readonly feesQuote: DecimalString;
  /** Fees in third coins, as charged. */
  readonly otherFees: readonly Money[];
  /** Positive: received. */
  readonly fundingQuote: DecimalString;
  /** Liquidation fees, rebates and adjustments of the instrument; positive: received. */
  readonly otherQuote: DecimalString;
  /** Who wanted the order that opened it; null when unknown. */
  readonly source: IntentSource | null;
  readonly entryOrders: number;
  /** The arbitrage whose leg it was: both legs are one result. Absent for any other trade. */
  readonly arbId?: string;
  /** Coins that ended trades had left as too few for an order, sold later: money, but no trade of anybody. Absent: no. */
  readonly isDust?: true;
}

/** Price of one unit of `asset` in the quote asset; null while unknown. */
export type PriceOf = (asset: string) => DecimalString | null;

/** Returns gross less fees, plus funding and the rest, in quote; null when the gross or the price of a fee's coin is unknown. */
export function netQuoteOf(trade: ClosedTrade, priceInQuote: PriceOf): DecimalString | null {
  if (trade.grossQuote === null) return null;
  let fees = decimal(trade.feesQuote);
  for (const { asset, amount } of trade.otherFees) {
    const price = priceInQuote(asset);
    if (price === null) return null;
    fees = fees.plus(decimal(amount).times(decimal(price)));
  }
  const net = decimal(trade.grossQuote).minus(fees).plus(decimal(trade.fundingQuote)).plus(decimal(trade.otherQuote));
  return toDecimalString(net.eq(0) ? ZERO : net);
}
