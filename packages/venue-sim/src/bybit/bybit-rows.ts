import type { SimCandle, SimTrade, SimVenueMarket } from '../market/model.ts';
import { fixedText, trimZeros } from '../server/text.ts';
import { seqOf, type BybitListing } from './bybit-listing.ts';

const OPEN_INTEREST_SHARE = 0.3;
const FUNDING_CAP = '0.005';

/** The side that took, in the venue's letters. */
function takerSideOf(trade: SimTrade): 'Buy' | 'Sell' {
  return trade.takerSide === 'BUY' ? 'Buy' : 'Sell';
}

/** A trade id: a UUID on linear, a long decimal on spot. */
function tradeIdOf(listing: BybitListing, trade: SimTrade): string {
  if (listing.category === 'spot') return `22000000${String(trade.id).padStart(11, '0')}`;
  const tail = trade.id.toString(16).padStart(12, '0');
  const head = listing.symbolId.toString(16).padStart(8, '0');
  return `${head}-dd5b-5b31-9112-${tail}`;
}

/** One trade of the stream. `seq` is the book's cross sequence at that moment. */
export function streamTradeJson(listing: BybitListing, trade: SimTrade, seq: number, tick: string): string {
  const id = `"i":"${tradeIdOf(listing, trade)}"`;
  const fill = `"v":"${listing.qty(trade.lots)}","p":"${listing.px(trade.ticks)}"`;
  const side = `"S":"${takerSideOf(trade)}"`;
  if (listing.category === 'spot') {
    return `{${id},"T":${trade.atMs},"p":"${listing.px(trade.ticks)}","v":"${listing.qty(trade.lots)}",${side},"seq":${seq},"s":"${listing.symbol}","BT":false,"RPI":false}`;
  }
  return `{"T":${trade.atMs},"s":"${listing.symbol}",${side},${fill},"L":"${tick}",${id},"BT":false,"RPI":false,"seq":${seq}}`;
}

/** One trade of REST. */
export function restTradeRow(listing: BybitListing, trade: SimTrade, seq: number): Record<string, unknown> {
  return {
    execId: tradeIdOf(listing, trade),
    symbol: listing.symbol,
    price: listing.px(trade.ticks),
    size: listing.qty(trade.lots),
    side: takerSideOf(trade),
    time: String(trade.atMs),
    isBlockTrade: false,
    isRPITrade: false,
    seq: String(seq),
  };
}

/** The ticker's fields that follow the book and the trades. */
export function fastTickerFields(market: SimVenueMarket, listing: BybitListing): Record<string, string> {
  const { bestBid, bestAsk } = market.book(listing.ix);
  const last = market.recentTrades(listing.ix, 1)[0];
  return {
    lastPrice: last === undefined ? listing.pxOf(market.dayStats(listing.ix).lastPx) : listing.px(last.ticks),
    bid1Price: bestBid === null ? '' : listing.px(bestBid.ticks),
    bid1Size: bestBid === null ? '' : listing.qty(bestBid.lots),
    ask1Price: bestAsk === null ? '' : listing.px(bestAsk.ticks),
    ask1Size: bestAsk === null ? '' : listing.qty(bestAsk.lots),
  };
}

/** The ticker's fields that change with the day, the mark and the funding of a linear listing. */
export function slowLinearFields(market: SimVenueMarket, listing: BybitListing): Record<string, string> {
  const day = market.dayStats(listing.ix);
  const mark = market.mark(listing.ix);
  const openInterest = day.volumeQty * OPEN_INTEREST_SHARE;
  const hourAgo = market.candles(listing.ix, 3_600_000, 2, market.nowMs())[0];
  return {
    indexPrice: listing.pxOf(mark.indexPx),
    markPrice: listing.pxOf(mark.markPx),
    prevPrice24h: listing.pxOf(day.openPx),
    price24hPcnt: fixedText(day.lastPx / day.openPx - 1, 6),
    highPrice24h: listing.pxOf(day.highPx),
    lowPrice24h: listing.pxOf(day.lowPx),
    prevPrice1h: listing.pxOf(hourAgo?.close ?? day.openPx),
    openInterest: listing.qtyOf(openInterest * 2),
    openInterestValue: fixedText(openInterest * 2 * mark.markPx, 2),
    singleOpenInterest: listing.qtyOf(openInterest),
    singleOpenInterestValue: fixedText(openInterest * mark.markPx, 2),
    turnover24h: fixedText(day.volumeQuote, 4),
    volume24h: listing.qtyOf(day.volumeQty),
    fundingRate: trimZeros(fixedText(mark.fundingRateFrac, 8)),
    nextFundingTime: String(mark.nextFundingMs),
    fundingIntervalHour: String(listing.instrument.fundingIntervalHours),
    fundingCap: FUNDING_CAP,
  };
}

/** Fields of a linear ticker that mean nothing for a perpetual; REST prints them empty. */
export const EMPTY_LINEAR_FIELDS: Readonly<Record<string, string>> = {
  predictedDeliveryPrice: '',
  basisRate: '',
  basis: '',
  deliveryFeeRate: '',
  deliveryTime: '0',
  preOpenPrice: '',
  preQty: '',
  curPreListingPhase: '',
  basisRateYear: '',
};

/** The 24 h fields of a spot ticker. */
export function slowSpotFields(market: SimVenueMarket, listing: BybitListing): Record<string, string> {
  const day = market.dayStats(listing.ix);
  return {
    lastPrice: listing.pxOf(day.lastPx),
    highPrice24h: listing.pxOf(day.highPx),
    lowPrice24h: listing.pxOf(day.lowPx),
    prevPrice24h: listing.pxOf(day.openPx),
    volume24h: listing.qtyOf(day.volumeQty),
    turnover24h: trimZeros(fixedText(day.volumeQuote, 8)),
    price24hPcnt: trimZeros(fixedText(day.lastPx / day.openPx - 1, 4)),
    usdIndexPrice: trimZeros(fixedText(market.mark(listing.ix).indexPx, 9)),
  };
}

/** One kline of REST: start, open, high, low, close, volume, turnover. */
export function klineRow(listing: BybitListing, candle: SimCandle): string[] {
  return [
    String(candle.openMs),
    listing.pxOf(candle.open),
    listing.pxOf(candle.high),
    listing.pxOf(candle.low),
    listing.pxOf(candle.close),
    listing.qtyOf(candle.volumeQty),
    trimZeros(fixedText(candle.volumeQuote, 8)),
  ];
}

/** Cross sequence of a listing's book now. */
export function seqNow(market: SimVenueMarket, listing: BybitListing): number {
  return seqOf(listing, market.book(listing.ix).version);
}
