import type { SimCandle, SimLiquidation, SimTrade, SimVenueMarket } from '../market/model.ts';
import { fixedText, trimZeros } from '../server/text.ts';
import type { OkxListing } from './okx-listing.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const UTC8_MS = 8 * HOUR_MS;
const RATE_DECIMALS = 16;

/** Prints a computed figure with at most `decimals` digits and no idle zeros. */
function figure(value: number, decimals: number): string {
  return trimZeros(fixedText(value, decimals));
}

/** Returns one `tickers` row. `vol24h` counts contracts on swaps and base on spot; `volCcy24h` base on swaps and quote on spot. */
export function tickerRow(market: SimVenueMarket, listing: OkxListing): Record<string, string> {
  const { instrument, ix } = listing;
  const stats = market.dayStats(ix);
  const book = market.book(ix);
  const last = market.recentTrades(ix, 1)[0];
  const digits = instrument.pxDecimals;
  const isSwap = listing.instType === 'SWAP';
  const nowMs = market.nowMs();
  const dayOpen = (atMs: number): string => {
    const candle = market.candles(ix, HOUR_MS, 1, atMs)[0];
    return figure(candle === undefined ? stats.openPx : candle.close, digits);
  };
  const midnightMs = nowMs - (nowMs % DAY_MS);
  const midnightUtc8Ms = nowMs - ((nowMs + UTC8_MS) % DAY_MS);
  return {
    instType: listing.instType,
    instId: listing.instId,
    last: last === undefined ? figure(stats.lastPx, digits) : listing.px(last.ticks),
    lastSz: last === undefined ? '' : listing.qty(last.lots),
    askPx: book.bestAsk === null ? '' : listing.px(book.bestAsk.ticks),
    askSz: book.bestAsk === null ? '' : listing.qty(book.bestAsk.lots),
    bidPx: book.bestBid === null ? '' : listing.px(book.bestBid.ticks),
    bidSz: book.bestBid === null ? '' : listing.qty(book.bestBid.lots),
    open24h: figure(stats.openPx, digits),
    high24h: figure(stats.highPx, digits),
    low24h: figure(stats.lowPx, digits),
    sodUtc0: dayOpen(midnightMs),
    sodUtc8: dayOpen(midnightUtc8Ms),
    volCcy24h: figure(isSwap ? stats.volumeQty * instrument.qtyScale : stats.volumeQuote, 8),
    vol24h: figure(stats.volumeQty, instrument.qtyDecimals),
    ts: String(nowMs),
  };
}

/** Returns one trade row; `side` is the taker's. `merged` adds the fields of the aggregated channel. */
export function tradeRow(
  listing: OkxListing,
  trade: SimTrade,
  merged: { seqId: number } | null,
): Record<string, unknown> {
  const row = {
    instId: listing.instId,
    tradeId: String(trade.id),
    px: listing.px(trade.ticks),
    sz: listing.qty(trade.lots),
    side: trade.takerSide === 'BUY' ? 'buy' : 'sell',
    ts: String(trade.atMs),
  };
  return merged === null ? { ...row, source: '0' } : { ...row, count: '1', source: '0', seqId: merged.seqId };
}

/** Returns a candle as OKX sends it: `[ts,o,h,l,c,vol,volCcy,volCcyQuote,confirm]`. */
export function candleRow(listing: OkxListing, candle: SimCandle, isClosed: boolean): string[] {
  const { instrument } = listing;
  const px = (value: number): string => figure(value, instrument.pxDecimals);
  return [
    String(candle.openMs),
    px(candle.open),
    px(candle.high),
    px(candle.low),
    px(candle.close),
    figure(candle.volumeQty, instrument.qtyDecimals),
    figure(candle.volumeQty * instrument.qtyScale, 8),
    figure(candle.volumeQuote, 8),
    isClosed ? '1' : '0',
  ];
}

/** Returns the mark price row of a swap. */
export function markRow(market: SimVenueMarket, listing: OkxListing): Record<string, string> {
  return {
    instType: listing.instType,
    instId: listing.instId,
    markPx: figure(market.mark(listing.ix).markPx, listing.instrument.pxDecimals + 1),
    ts: String(market.nowMs()),
  };
}

/** Returns the index row behind a listing; `instId` is the index name, e.g. BTC-USDT. */
export function indexRow(market: SimVenueMarket, listing: OkxListing): Record<string, string> {
  const stats = market.dayStats(listing.ix);
  const digits = listing.instrument.pxDecimals + 1;
  const idxPx = figure(market.mark(listing.ix).indexPx, digits);
  return {
    instId: listing.family,
    idxPx,
    high24h: figure(stats.highPx, digits),
    sodUtc0: figure(stats.openPx, digits),
    open24h: figure(stats.openPx, digits),
    low24h: figure(stats.lowPx, digits),
    sodUtc8: figure(stats.openPx, digits),
    ts: String(market.nowMs()),
  };
}

/** Returns the funding row: `fundingRate` is the forecast for the settlement at `fundingTime`. */
export function fundingRow(market: SimVenueMarket, listing: OkxListing): Record<string, string> {
  const mark = market.mark(listing.ix);
  const intervalMs = listing.instrument.fundingIntervalHours * HOUR_MS;
  return {
    formulaType: 'withRate',
    fundingRate: figure(mark.fundingRateFrac, RATE_DECIMALS),
    fundingTime: String(mark.nextFundingMs),
    impactValue: '20000',
    instId: listing.instId,
    instType: 'SWAP',
    interestRate: '0.0001',
    maxFundingRate: '0.015',
    method: 'current_period',
    minFundingRate: '-0.015',
    nextFundingRate: '',
    nextFundingTime: String(mark.nextFundingMs + intervalMs),
    premium: figure(mark.markPx / mark.indexPx - 1, RATE_DECIMALS),
    prevFundingTime: String(mark.nextFundingMs - intervalMs),
    settFundingRate: figure(mark.fundingRateFrac, RATE_DECIMALS),
    settState: 'settled',
    ts: String(market.nowMs()),
  };
}

/** Returns past funding rows, newest first, for settlements before `beforeMs`. */
export function fundingHistoryRows(
  market: SimVenueMarket,
  listing: OkxListing,
  page: { readonly count: number; readonly beforeMs: number },
): Record<string, string>[] {
  const mark = market.mark(listing.ix);
  const intervalMs = listing.instrument.fundingIntervalHours * HOUR_MS;
  const rows: Record<string, string>[] = [];
  for (let back = 1; rows.length < page.count; back += 1) {
    const atMs = mark.nextFundingMs - back * intervalMs;
    if (atMs < listing.instrument.listedMs) break;
    if (atMs >= page.beforeMs) continue;
    // The market keeps no funding history: past rates swing around the present one, the same for every call.
    const rate = figure(mark.fundingRateFrac * Math.cos(atMs / intervalMs), 10);
    rows.push({
      formulaType: 'withRate',
      fundingRate: rate,
      fundingTime: String(atMs),
      instId: listing.instId,
      instType: 'SWAP',
      method: 'current_period',
      realizedRate: rate,
    });
  }
  return rows;
}

/** Returns open interest: contracts, coin and USD. The process has none of its own; it is a day's volume. */
export function openInterestRow(market: SimVenueMarket, listing: OkxListing): Record<string, string> {
  const { instrument, ix } = listing;
  const stats = market.dayStats(ix);
  const coins = stats.volumeQty * instrument.qtyScale;
  return {
    instId: listing.instId,
    instType: listing.instType,
    oi: figure(stats.volumeQty, instrument.qtyDecimals),
    oiCcy: figure(coins, 8),
    oiUsd: figure(coins * stats.lastPx, 8),
    ts: String(market.nowMs()),
  };
}

/** Returns one entry of `details`: `side` is the forced order's, so a long is closed by `sell`; `sz` counts contracts. */
export function liquidationDetail(
  listing: OkxListing,
  liquidation: SimLiquidation,
  isNet: boolean,
): Record<string, string> {
  const isLong = liquidation.liquidatedSide === 'LONG';
  const hedgeSide = isLong ? 'long' : 'short';
  return {
    bkLoss: '0',
    bkPx: listing.px(liquidation.bankruptcyTicks),
    ccy: '',
    posSide: isNet ? 'net' : hedgeSide,
    side: isLong ? 'sell' : 'buy',
    sz: listing.qty(liquidation.lots),
    ts: String(liquidation.atMs),
  };
}
