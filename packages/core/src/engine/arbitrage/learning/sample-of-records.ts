import { LEG_KEYS, type ArbLeg, type ArbSample, type LegKey, type LegSample } from '../../../domain/index.ts';
import type { TrackedArb } from '../trade-book.ts';

/**
 * Returns what a trade teaches by its records alone, for one that was not watched to its end. How the markets moved meanwhile and how long
 * words took nobody knows any more.
 */
export function sampleOfRecords(tracked: TrackedArb): ArbSample {
  const { trade } = tracked;
  const { buy, sell, wantedQtyBase, expected } = trade;
  return {
    pairId: trade.pairId,
    symbol: trade.symbol,
    mode: trade.mode,
    notionalUsd: (Number(wantedQtyBase) * (Number(buy.plannedPx) + Number(sell.plannedPx))) / 2,
    isShadow: false,
    arbId: trade.arbId,
    sequencing: trade.sequencing,
    legs: [legOf(tracked, 'buy'), legOf(tracked, 'sell')],
    predictedBps: expected.entryNetBps,
    latencyReserveBps: expected.latencyReserveBps,
    learnedBps: null,
    realisedBps: entryBps(tracked),
  };
}

/** By the first order of the leg's entry. */
function legOf({ trade, orders }: TrackedArb, key: LegKey): LegSample {
  const { venue, market, side, plannedPx } = trade[key];
  const unseen = { venue, market, side, latencyMs: null, latencyCostBps: null, adverseBps: null };
  const order = orders.find(({ leg, phase, n, isSent }) => leg === key && phase === 'entry' && n === 1 && isSent);
  if (order === undefined || order.qtyBase === null) return { ...unseen, filledFrac: null, slippageBps: null };
  const filledBase = Number(order.filledQtyBase);
  const worse = side === 'BUY' ? 1 : -1;
  const slippageBps = worse * (Number(order.filledQuote) / filledBase / Number(plannedPx) - 1) * 1e4;
  return {
    ...unseen,
    filledFrac: filledBase / Number(order.qtyBase),
    // WHY: a negative zero would not survive the journal.
    slippageBps: Number.isFinite(slippageBps) ? slippageBps + 0 : null,
  };
}

/** The entry as it came, with the account's fees; null unless it was hedged, and where a trim took a part of it back. */
function entryBps({ trade, books }: TrackedArb): number | null {
  const { buy, sell, hedgedMs, repairs } = trade;
  if (hedgedMs === null || repairs.some(({ kind, atMs }) => kind === 'trim' && atMs <= hedgedMs)) return null;
  const priceOf = ({ key }: ArbLeg): number => Number(books[key].entryQuote) / Number(books[key].entryBase);
  const [buyPx, sellPx] = [priceOf(buy), priceOf(sell)];
  const gotBps = ((sellPx - buyPx) / ((buyPx + sellPx) / 2)) * 1e4 - buy.feeBps - sell.feeBps;
  return LEG_KEYS.every((key) => books[key].isEntryPxUnknown !== true) && Number.isFinite(gotBps) ? gotBps : null;
}
