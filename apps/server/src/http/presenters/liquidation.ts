import type { LiquidationItem } from '@riptide/contracts';
import type { LinkLiquidation } from '../../link/link-contract.ts';
import { price, rounded, toEpochSeconds } from './numbers.ts';

/** Returns a forced liquidation as the API shows it. */
export function presentLiquidation(item: LinkLiquidation): LiquidationItem {
  return {
    venue: item.venue,
    market: item.market,
    symbol: item.symbol,
    liquidated_side: item.liquidatedSide,
    price: price(item.px),
    quantity: price(item.qtyBase),
    usd: rounded(item.usd, 2),
    lower_bound: item.isLowerBound,
    inferred: item.isInferred,
    timestamp: toEpochSeconds(item.venueMs),
  };
}
