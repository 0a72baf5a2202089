import { decimal, type Decimal, type ExecutionMode, type IntentSource } from '@riptide/core/domain';
import {
  netQuoteOf,
  resultsOf,
  resultsOfPeriod,
  type ClosedTrade,
  type RatedTrade,
  type TradeResult,
} from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import { coinPrices } from './coin-prices.ts';

const ARBITRAGE: ReadonlySet<IntentSource | null> = new Set(['arbitrage', 'carry'] as const);

type HistoryEngine = 'all' | 'trading' | 'arbitrage';

/** Which trades are asked for. */
export interface TradeFilter {
  readonly mode: ExecutionMode;
  readonly engine: HistoryEngine;
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

/** Returns the results of an engine and a period, a pair as one; coins of fees count at their price now. */
export function resultsFor(link: EngineLink, trades: readonly ClosedTrade[], filter: TradeFilter): TradeResult[] {
  const { nowMs, days, result } = filter;
  const wanted = trades.filter((trade) => isWanted(trade, filter));
  const ended = resultsOfPeriod(results(link, wanted), { nowMs, days });
  if (result === undefined) return ended;
  return ended.filter(({ netUsd, isCounted }) => {
    if (netUsd === null || !isCounted) return false;
    return result === 'win' ? decimal(netUsd).gt(0) : decimal(netUsd).lt(0);
  });
}

function isWanted(trade: ClosedTrade, { engine, symbol, venue, side }: TradeFilter): boolean {
  if (engine !== 'all' && kindOf(trade) !== engine) return false;
  if (symbol !== undefined && !trade.instrumentId.startsWith(`${symbol}.`)) return false;
  if (venue !== undefined && !trade.account.startsWith(`${venue}:`)) return false;
  return side === undefined || trade.side.toLowerCase() === side;
}

/** Returns all trades as results, each with its net in USD; null while a price for it is missing. */
export function results(link: EngineLink, trades: readonly ClosedTrade[]): TradeResult[] {
  return resultsOf(rate(link, trades), openArbIds(link));
}

/** Arbitrages that have a leg open: what they have closed so far is money, and no result yet. */
function openArbIds(link: EngineLink): ReadonlySet<string> {
  return new Set([...link.values('position').values()].flatMap(({ arbId = null }) => (arbId === null ? [] : [arbId])));
}

/** Dust that is sold is money of no engine. */
function kindOf({ source, arbId, isDust }: ClosedTrade): HistoryEngine | 'dust' {
  if (isDust === true) return 'dust';
  return arbId !== undefined || ARBITRAGE.has(source) ? 'arbitrage' : 'trading';
}

/** Returns every trade with its net in USD; null while a price for it is missing. */
export function rate(link: EngineLink, trades: readonly ClosedTrade[]): RatedTrade[] {
  const priceOf = coinPrices(link);
  return trades.map((trade) => ({ trade, netUsd: netQuoteOf(trade, priceOf) }));
}

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
  const cost = decimal(0).minus(decimal(trade.otherQuote));
  return cost.gt(0) ? cost : decimal(0);
}
