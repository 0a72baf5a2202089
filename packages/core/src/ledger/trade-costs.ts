import { decimal, ZERO, type Decimal } from '../domain/index.ts';
import type { RatedTrade } from './trade-results.ts';

/**
 * Returns the costs of a trade in USD: gross less them, plus funding, is its net. While the net is unknown, those that are known: fees
 * in coins without a price are not in them.
 */
export function costsUsd({ trade, netUsd }: RatedTrade): Decimal {
  if (netUsd === null || trade.grossQuote === null) return decimal(trade.feesQuote).minus(decimal(trade.otherQuote));
  return decimal(trade.grossQuote).plus(decimal(trade.fundingQuote)).minus(decimal(netUsd));
}

/** Returns what the venue took for a liquidation, less rebates and adjustments of the trade; 0 where it took nothing. */
export function liquidationFeeUsd({ trade }: RatedTrade): Decimal {
  const cost = ZERO.minus(decimal(trade.otherQuote));
  return cost.gt(0) ? cost : ZERO;
}
