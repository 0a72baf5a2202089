import type { ClosedTrade } from '@riptide/core/ledger';

/** Where a trade was. */
interface Place {
  readonly account: string;
  readonly instrumentId: string;
}
type Places = ReadonlyMap<string, ReadonlyMap<string, readonly ClosedTrade[]>>;

/** A list of closed trades stays the same for as long as no trade closes: its order by place is made once. */
const known = new WeakMap<readonly ClosedTrade[], Places>();

/**
 * Returns the trade of a place that a moment belongs to, of trades in the order in which they closed: one place has one position at a time.
 * Of two that meet in the moment it is the later one; null: none was open then, or it has not closed yet.
 */
export function tradeAt(trades: readonly ClosedTrade[], place: Place, atMs: number): ClosedTrade | null {
  const there = tradesOfPlace(trades, place);
  let found: ClosedTrade | null = null;
  for (let at = firstClosedFrom(there, atMs); (there[at]?.openMs ?? Number.POSITIVE_INFINITY) <= atMs; at += 1)
    found = there[at] ?? found;
  return found;
}

/** Returns the place in the list of the first trade that closed at a time or later. */
function firstClosedFrom(trades: readonly ClosedTrade[], atMs: number): number {
  let [low, high] = [0, trades.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((trades[middle]?.closeMs ?? 0) < atMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function tradesOfPlace(trades: readonly ClosedTrade[], { account, instrumentId }: Place): readonly ClosedTrade[] {
  const places = known.get(trades) ?? byPlace(trades);
  known.set(trades, places);
  return places.get(account)?.get(instrumentId) ?? [];
}

function byPlace(trades: readonly ClosedTrade[]): Places {
  const places = new Map<string, Map<string, ClosedTrade[]>>();
  for (const trade of trades) {
    const ofAccount = places.get(trade.account) ?? new Map<string, ClosedTrade[]>();
    places.set(trade.account, ofAccount);
    const there = ofAccount.get(trade.instrumentId);
    if (there === undefined) ofAccount.set(trade.instrumentId, [trade]);
    else there.push(trade);
  }
  return places;
}
