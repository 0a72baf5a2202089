import { decimal, type Decimal, type ExecutionMode, type IntentSource } from '@riptide/core/domain';
import {
  netQuoteOf,
  performanceOf,
  resultsOf,
  resultsOfPeriod,
  type ClosedTrade,
  type Performance,
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
export function resultsFor(
  link: EngineLink,
  trades: readonly ClosedTrade[],
  filter: TradeFilter,
): readonly TradeResult[] {
  const { nowMs, days, result } = filter;
  const all = results(link, wantedOf(trades, filter));
  const ended = samePart(all, days, resultsOfPeriod(all, { nowMs, days }));
  if (result === undefined) return ended;
  return ended.filter(({ netUsd, isCounted }) => {
    if (netUsd === null || !isCounted) return false;
    return result === 'win' ? decimal(netUsd).gt(0) : decimal(netUsd).lt(0);
  });
}

/** Lists made of the same trades, for as long as those are the same: screens ask for the same figures again and again. */
const ofEngine = new WeakMap<readonly ClosedTrade[], Map<HistoryEngine, readonly ClosedTrade[]>>();
const ofTrades = new WeakMap<
  readonly ClosedTrade[],
  { readonly openIds: string; readonly made: readonly TradeResult[] }
>();
const ofDays = new WeakMap<readonly TradeResult[], Map<number, readonly TradeResult[]>>();
const figures = new WeakMap<readonly TradeResult[], Performance>();
/** Trades whose net needs no price of now. */
const settled = new WeakMap<ClosedTrade, RatedTrade>();

function wantedOf(trades: readonly ClosedTrade[], filter: TradeFilter): readonly ClosedTrade[] {
  const { engine, symbol, venue, side } = filter;
  const isByEngineAlone = symbol === undefined && venue === undefined && side === undefined;
  if (isByEngineAlone && engine === 'all') return trades;
  const known = ofEngine.get(trades) ?? new Map<HistoryEngine, readonly ClosedTrade[]>();
  const wanted = (isByEngineAlone ? known.get(engine) : undefined) ?? trades.filter((trade) => isWanted(trade, filter));
  if (isByEngineAlone) ofEngine.set(trades, known.set(engine, wanted));
  return wanted;
}

/** Returns the list of a period that was made before where it holds the same results; both are parts of one list in its order. */
function samePart(all: readonly TradeResult[], days: number, part: readonly TradeResult[]): readonly TradeResult[] {
  const known = ofDays.get(all) ?? new Map<number, readonly TradeResult[]>();
  const before = known.get(days);
  if (before?.length === part.length && before[0] === part[0] && before.at(-1) === part.at(-1)) return before;
  ofDays.set(all, known.set(days, part));
  return part;
}

/** Returns the figures of a list of results; of the same list they are made once. */
export function figuresOf(list: readonly TradeResult[]): Performance {
  const made = figures.get(list) ?? performanceOf(list);
  figures.set(list, made);
  return made;
}

function isWanted(trade: ClosedTrade, { engine, symbol, venue, side }: TradeFilter): boolean {
  if (engine !== 'all' && kindOf(trade) !== engine) return false;
  if (symbol !== undefined && !trade.instrumentId.startsWith(`${symbol}.`)) return false;
  if (venue !== undefined && !trade.account.startsWith(`${venue}:`)) return false;
  return side === undefined || trade.side.toLowerCase() === side;
}

/** Returns all trades as results, each with its net in USD; null while a price for it is missing. */
export function results(link: EngineLink, trades: readonly ClosedTrade[]): readonly TradeResult[] {
  const open = openArbIds(link);
  const openIds = [...open].sort().join();
  const known = ofTrades.get(trades);
  if (known?.openIds === openIds) return known.made;
  const made = resultsOf(rate(link, trades), open);
  // WHY: with a fee in a coin the net moves with the price of that coin.
  if (trades.every((trade) => trade.otherFees.length === 0)) ofTrades.set(trades, { openIds, made });
  return made;
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
  return trades.map((trade) => {
    const rated = settled.get(trade) ?? { trade, netUsd: netQuoteOf(trade, priceOf) };
    if (trade.otherFees.length === 0) settled.set(trade, rated);
    return rated;
  });
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
