import { decimal } from '@riptide/core/domain';
import { ResultBook, type ClosedTrade, type ResultSpan, type TradeResult } from '@riptide/core/ledger';
import type { EngineLink } from '../../link/engine-link.ts';
import { coinPrices } from './coin-prices.ts';
import { rateOf, type TradeFilter } from './rated-trades.ts';

const DAY_MS = 86_400_000;
/** Books of filters that somebody chose are kept up to here, the last used ones; those of the engines always. */
const CHOSEN_MAX = 4;

/** Whose results a book has. */
export type BookFilter = Omit<TradeFilter, 'days' | 'nowMs'>;

interface Kept {
  readonly book: ResultBook;
  /** All trades it was last given, and those of them it wants. */
  source: readonly ClosedTrade[] | null;
  wanted: readonly ClosedTrade[];
}

/** Screens ask for the same figures again and again: of the same link and filter they are carried on, not made anew. */
const books = new WeakMap<EngineLink, Map<string, Kept>>();

/** Returns the results of some of the trades of a mode, a pair as one; coins of fees count at their price now. */
export function bookOf(link: EngineLink, trades: readonly ClosedTrade[], filter: BookFilter): ResultBook {
  const kept = keptOf(link, filter);
  if (kept.source !== trades) {
    kept.wanted =
      isChosen(filter) || filter.engine !== 'all' ? trades.filter((each) => isWanted(each, filter)) : trades;
    kept.source = trades;
  }
  const priceOf = coinPrices(link);
  const rate = rateOf(priceOf);
  return kept.book.update({ trades: kept.wanted, openArbIds: openArbIds(link), priceOf, rate });
}

/** Returns what of it ended within the last days; the far edge counts. */
export function spanOfDays(book: ResultBook, { days, nowMs }: Pick<TradeFilter, 'days' | 'nowMs'>): ResultSpan {
  return book.span(nowMs - days * DAY_MS, nowMs);
}

function keptOf(link: EngineLink, filter: BookFilter): Kept {
  const { mode, engine, symbol, venue, side, result } = filter;
  const known = books.get(link) ?? new Map<string, Kept>();
  books.set(link, known);
  const key = [mode, engine, ...(isChosen(filter) ? [symbol, venue, side, result] : [])].join('|');
  const kept = known.get(key) ?? { book: new ResultBook(keptResults(result)), source: null, wanted: [] };
  known.delete(key);
  known.set(key, kept);
  const chosen = [...known.keys()].filter((each) => each.split('|').length > 2);
  for (const old of chosen.slice(0, -CHOSEN_MAX)) known.delete(old);
  return kept;
}

function isChosen({ symbol, venue, side, result }: BookFilter): boolean {
  return [symbol, venue, side, result].some((part) => part !== undefined);
}

function keptResults(wanted: TradeFilter['result']): { readonly isKept?: (result: TradeResult) => boolean } {
  if (wanted === undefined) return {};
  const isKept = ({ netUsd, isCounted }: TradeResult): boolean => {
    if (netUsd === null || !isCounted) return false;
    return wanted === 'win' ? decimal(netUsd).gt(0) : decimal(netUsd).lt(0);
  };
  return { isKept };
}

function isWanted(trade: ClosedTrade, { engine, symbol, venue, side }: BookFilter): boolean {
  if (engine !== 'all' && kindOf(trade) !== engine) return false;
  if (symbol !== undefined && !trade.instrumentId.startsWith(`${symbol}.`)) return false;
  if (venue !== undefined && !trade.account.startsWith(`${venue}:`)) return false;
  return side === undefined || trade.side.toLowerCase() === side;
}

/** Dust that is sold is money of no engine. */
function kindOf({ source, arbId, isDust }: ClosedTrade): TradeFilter['engine'] | 'dust' {
  if (isDust === true) return 'dust';
  return arbId !== undefined || source === 'arbitrage' || source === 'carry' ? 'arbitrage' : 'trading';
}

/** Arbitrages that have a leg open: what they have closed so far is money, and no result yet. */
function openArbIds(link: EngineLink): ReadonlySet<string> {
  return new Set([...link.values('position').values()].flatMap(({ arbId = null }) => (arbId === null ? [] : [arbId])));
}
