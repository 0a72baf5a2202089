import type { MarketStore } from '../market-data/index.ts';
import type { OpportunityRow } from '../strategies/index.ts';
import type { InstrumentView, LegView, OpportunityView } from './hot-batch.ts';

/** A longer delay is no delay: the data were recorded some time ago. */
const DELAY_MS_MAX = 60_000;

/**
 * Returns our time of a book's data: the venue's time less its clock offset where both are known, else the receive time.
 * NaN before the first data.
 */
function bookMsOf(store: MarketStore, ix: number): number {
  const recvMs = store.books[ix]?.recvMs ?? Number.NaN;
  const delayMs = store.depthDelayMs(ix);
  const isKnown = !Number.isNaN(store.clockOffsetMsAt(ix)) && delayMs > 0 && delayMs < DELAY_MS_MAX;
  return isKnown ? recvMs - delayMs : recvMs;
}

/** Reads the latest figures of one instrument. */
export function instrumentView(store: MarketStore, ix: number): InstrumentView {
  const { figures } = store;
  const book = store.books[ix];
  if (book === undefined) throw new Error(`Invariant: no book with index ${ix}`);
  const at = (column: Float64Array): number => column[ix] ?? Number.NaN;
  return {
    ix,
    bidPx: at(figures.bidPx),
    bidQtyBase: at(figures.bidQtyBase),
    askPx: at(figures.askPx),
    askQtyBase: at(figures.askQtyBase),
    lastPx: at(figures.lastPx),
    markPx: at(figures.markPx),
    indexPx: at(figures.indexPx),
    fundingRateFrac: at(figures.fundingRateFrac),
    fundingIntervalHours: at(figures.fundingIntervalHours),
    nextFundingMs: at(figures.nextFundingMs),
    changeFrac: at(figures.changeFrac),
    volumeQuote: at(figures.volumeQuote),
    venueMs: at(figures.venueMs),
    recvMs: at(figures.recvMs),
    bookMs: bookMsOf(store, ix),
    bookLive: book.isLive,
    bookResetReason: book.resetReason,
  };
}

/** Copies a row of the scanner's list, with the times its books stand at now. */
export function opportunityView(row: OpportunityRow, store: MarketStore): OpportunityView {
  const { pair, priced } = row;
  return {
    id: pair.id,
    symbol: pair.buy.symbol,
    asset: pair.buy.baseAsset,
    mode: pair.mode,
    buy: buyLeg(row, store),
    sell: sellLeg(row, store),
    qtyBase: priced.qtyBase,
    sizeFrac: priced.sizeFrac,
    notionalUsd: priced.notionalUsd,
    grossBps: priced.grossBps,
    latencyReserveBps: priced.latencyReserveBps,
    entryNetBps: priced.entryNetBps,
    exitSpreadBps: priced.exitSpreadBps,
    exitSpreadSamples: row.exitSpreadSamples,
    roundTripNetBps: priced.roundTripNetBps,
    fundingBps: priced.fundingBps,
    borrowBps: priced.borrowBps,
    learnedCostBps: priced.learnedCostBps,
    fillProbability: priced.fillProbability,
    learnedNetBps: priced.learnedNetBps,
    expectedUsd: priced.expectedUsd,
    capacityUsd: priced.capacityUsd,
    confidence: row.confidence,
    aliveSinceMs: row.aliveSinceMs,
    aliveP50Ms: row.aliveP50Ms,
    crossingsPerHour: row.crossingsPerHour,
    computedMs: row.computedMs,
    policy: row.policy,
    policyReason: row.policyReason,
    nearestMiss: row.nearestMiss,
  };
}

// HOT: plain literals; spreading a part of a leg into another made these two the costliest lines of a batch.
function buyLeg({ pair, priced, buyAgeMs }: OpportunityRow, store: MarketStore): LegView {
  const ix = pair.buyIx;
  const isPerp = pair.buyMarket === 'perp';
  const { figures } = store;
  return {
    id: pair.buy.id,
    venue: pair.buy.venue,
    market: pair.buyMarket,
    side: 'BUY',
    vwapPx: priced.buyVwapPx,
    bestPx: priced.buyBestPx,
    feeBps: pair.buyFeeBps,
    feeSource: pair.buyFeeSource,
    slippageBps: priced.buySlippageBps,
    bookAgeMs: buyAgeMs,
    bookMs: bookMsOf(store, ix),
    fundingRateFrac: isPerp ? knownOrNull(figures.fundingRateFrac[ix]) : null,
    fundingIntervalHours: isPerp ? knownOrNull(figures.fundingIntervalHours[ix]) : null,
    nextFundingMs: isPerp ? knownOrNull(figures.nextFundingMs[ix]) : null,
  };
}

function sellLeg({ pair, priced, sellAgeMs }: OpportunityRow, store: MarketStore): LegView {
  const ix = pair.sellIx;
  const isPerp = pair.sellMarket === 'perp';
  const { figures } = store;
  return {
    id: pair.sell.id,
    venue: pair.sell.venue,
    market: pair.sellMarket,
    side: 'SELL',
    vwapPx: priced.sellVwapPx,
    bestPx: priced.sellBestPx,
    feeBps: pair.sellFeeBps,
    feeSource: pair.sellFeeSource,
    slippageBps: priced.sellSlippageBps,
    bookAgeMs: sellAgeMs,
    bookMs: bookMsOf(store, ix),
    fundingRateFrac: isPerp ? knownOrNull(figures.fundingRateFrac[ix]) : null,
    fundingIntervalHours: isPerp ? knownOrNull(figures.fundingIntervalHours[ix]) : null,
    nextFundingMs: isPerp ? knownOrNull(figures.nextFundingMs[ix]) : null,
  };
}

function knownOrNull(value: number | undefined): number | null {
  return value === undefined || Number.isNaN(value) ? null : value;
}
