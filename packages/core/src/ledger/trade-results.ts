import { decimal, toDecimalString, ZERO, type Decimal, type DecimalString } from '../domain/index.ts';
import type { ClosedTrade } from './closed-trade.ts';

/** One closed trade with its net result in USD; null while a price of it is unknown. */
export interface RatedTrade {
  readonly trade: ClosedTrade;
  readonly netUsd: DecimalString | null;
}

/** What counts once: a trade of its own, or an arbitrage with all of its legs, of which one loses by nature. */
export interface TradeResult {
  readonly legs: readonly RatedTrade[];
  /** null where it is no leg. */
  readonly arbId: string | null;
  readonly symbol: string;
  readonly openMs: number;
  /** When the last of its legs closed: it counts in that period, with all of its money. */
  readonly closeMs: number;
  readonly holdMs: number;
  /** Of all legs; null while that of one is unknown. */
  readonly netUsd: DecimalString | null;
  /** False for what is money but no trade of anybody: dust that was sold, and a pair of which a leg is still open. */
  readonly isCounted: boolean;
}

/** Results of trades that are no leg, which are made of nothing else. */
const alone = new WeakMap<RatedTrade, TradeResult>();

/** Returns what closed trades add up to, in the order in which they ended. `openArbIds`: arbitrages that have a leg open. */
export function resultsOf(rated: readonly RatedTrade[], openArbIds: ReadonlySet<string> = new Set()): TradeResult[] {
  const pairs = new Map<string, RatedTrade[]>();
  const results: TradeResult[] = [];
  for (const each of rated) {
    const { arbId } = each.trade;
    if (arbId === undefined) {
      results.push(resultAlone(each));
      continue;
    }
    const legs = pairs.get(arbId) ?? [];
    pairs.set(arbId, legs);
    legs.push(each);
  }
  for (const [arbId, legs] of pairs) results.push(resultOf(legs, arbId, !openArbIds.has(arbId)));
  return results.sort((a, b) => a.closeMs - b.closeMs);
}

/** Returns the result of a trade that is no leg; of the same trade it is made once. */
export function resultAlone(rated: RatedTrade): TradeResult {
  const result = alone.get(rated) ?? resultOf([rated], null, rated.trade.isDust !== true);
  alone.set(rated, result);
  return result;
}

/** Returns the result of legs in the order in which they closed; `arbId` null: of a trade that is none. */
export function resultOf(legs: readonly RatedTrade[], arbId: string | null, isCounted: boolean): TradeResult {
  const trades = legs.map(({ trade }) => trade);
  const openMs = Math.min(...trades.map((trade) => trade.openMs));
  const closeMs = Math.max(...trades.map((trade) => trade.closeMs));
  const [first] = trades;
  const net = legs.reduce<Decimal | null>(
    (sum, { netUsd }) => (sum === null || netUsd === null ? null : sum.plus(decimal(netUsd))),
    ZERO,
  );
  return {
    legs,
    arbId,
    symbol: first === undefined ? '' : symbolOf(first),
    openMs,
    closeMs,
    holdMs: Math.max(0, closeMs - openMs),
    netUsd: net === null ? null : toDecimalString(net),
    isCounted,
  };
}

/** Returns the symbol of what was traded. */
export function symbolOf({ instrumentId }: ClosedTrade): string {
  return instrumentId.slice(0, instrumentId.indexOf('.'));
}

/** Returns the legs of results of known net: what sums are made of. */
export function knownLegs(results: readonly TradeResult[]): RatedTrade[] {
  return results.flatMap(({ legs, netUsd }) => (netUsd === null ? [] : legs));
}
