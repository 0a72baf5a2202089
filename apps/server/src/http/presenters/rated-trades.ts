import type { ExecutionMode } from '@riptide/core/domain';
import { netQuoteOf, type ClosedTrade, type PriceOf, type RatedTrade } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import { coinPrices } from './coin-prices.ts';

/** Which trades are asked for. */
export interface TradeFilter {
  readonly mode: ExecutionMode;
  readonly engine: 'all' | 'trading' | 'arbitrage';
  readonly days: 7 | 30 | 90;
  readonly nowMs: number;
  readonly symbol?: string | undefined;
  readonly venue?: string | undefined;
  readonly side?: 'long' | 'short' | undefined;
  readonly result?: 'win' | 'loss' | undefined;
}

/** Tells whether the filter leaves out trades of the accounts, so that figures of the accounts are none of it. */
export function isNarrowed({ engine, symbol, venue, side, result }: TradeFilter): boolean {
  return engine !== 'all' || [symbol, venue, side, result].some((part) => part !== undefined);
}

/** Trades whose net needs no price of now. */
const settled = new WeakMap<ClosedTrade, RatedTrade>();

/** Returns every trade with its net in USD; null while a price for it is missing. */
export function rate(link: EngineLink, trades: readonly ClosedTrade[]): RatedTrade[] {
  return trades.map(rateOf(coinPrices(link)));
}

/** Returns how a trade gets its net at prices of now; one without fees in coins gets it once. */
export function rateOf(priceOf: PriceOf): (trade: ClosedTrade) => RatedTrade {
  return (trade) => {
    const rated = settled.get(trade) ?? { trade, netUsd: netQuoteOf(trade, priceOf) };
    if (trade.otherFees.length === 0) settled.set(trade, rated);
    return rated;
  };
}
