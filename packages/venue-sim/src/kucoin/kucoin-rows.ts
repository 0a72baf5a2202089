import type { SimCandle, SimTrade, SimVenueMarket } from '../market/model.ts';
import { bareNumber, nanos } from './kucoin-json.ts';
import { figure, type KucoinListing } from './kucoin-listing.ts';

const TAKER_SPOT = '0.001';

/** An order id of the form both products use: 24 hex digits that depend on the trade only. */
function orderId(trade: SimTrade, role: 'taker' | 'maker'): string {
  const head = Math.floor(trade.atMs / 1_000)
    .toString(16)
    .padStart(8, '0');
  return `${head}${role === 'taker' ? 'a0' : 'b1'}${trade.id.toString(16).padStart(14, '0')}`;
}

/** The best quotes and the last trade of a listing as text; empty where a side is empty. */
export function quoteTexts(
  market: SimVenueMarket,
  listing: KucoinListing,
): Record<'bid' | 'bidSize' | 'ask' | 'askSize' | 'last' | 'lastSize', string> {
  const book = market.book(listing.ix);
  const last = market.recentTrades(listing.ix, 1)[0];
  return {
    bid: book.bestBid === null ? '' : listing.px(book.bestBid.ticks),
    bidSize: book.bestBid === null ? '' : listing.qty(book.bestBid.lots),
    ask: book.bestAsk === null ? '' : listing.px(book.bestAsk.ticks),
    askSize: book.bestAsk === null ? '' : listing.qty(book.bestAsk.lots),
    last:
      last === undefined
        ? figure(market.dayStats(listing.ix).lastPx, listing.instrument.pxDecimals)
        : listing.px(last.ticks),
    lastSize: last === undefined ? '0' : listing.qty(last.lots),
  };
}

/** Returns the `data` of a spot `trade.ticker` push, also of `orderbook/level1`. */
export function spotTicker(market: SimVenueMarket, listing: KucoinListing, sequence: number): Record<string, unknown> {
  const quote = quoteTexts(market, listing);
  return {
    bestAsk: quote.ask,
    bestAskSize: quote.askSize,
    bestBid: quote.bid,
    bestBidSize: quote.bidSize,
    price: quote.last,
    sequence: String(sequence),
    size: quote.lastSize,
    time: market.nowMs(),
  };
}

/** Returns one row of the spot `allTickers`. */
export function spotDayRow(market: SimVenueMarket, listing: KucoinListing): Record<string, unknown> {
  const quote = quoteTexts(market, listing);
  const stats = market.dayStats(listing.ix);
  const digits = listing.instrument.pxDecimals;
  return {
    symbol: listing.symbol,
    symbolName: listing.symbol,
    buy: quote.bid,
    bestBidSize: quote.bidSize,
    sell: quote.ask,
    bestAskSize: quote.askSize,
    changeRate: figure(stats.lastPx / stats.openPx - 1, 4),
    changePrice: figure(stats.lastPx - stats.openPx, digits),
    high: figure(stats.highPx, digits),
    low: figure(stats.lowPx, digits),
    vol: figure(stats.volumeQty, 8),
    volValue: figure(stats.volumeQuote, 8),
    last: quote.last,
    averagePrice: figure((stats.highPx + stats.lowPx) / 2, digits),
    takerFeeRate: TAKER_SPOT,
    makerFeeRate: TAKER_SPOT,
    takerCoefficient: '1',
    makerCoefficient: '1',
  };
}

/** Returns the inner `data` of a spot `trade.snapshot` push. */
export function spotSnapshotData(market: SimVenueMarket, listing: KucoinListing): Record<string, unknown> {
  const stats = market.dayStats(listing.ix);
  const book = market.book(listing.ix);
  const { instrument } = listing;
  const number = (value: number): number => Number(figure(value, instrument.pxDecimals));
  return {
    averagePrice: number((stats.highPx + stats.lowPx) / 2),
    baseCurrency: instrument.base,
    board: 1,
    buy: book.bestBid === null ? 0 : Number(listing.px(book.bestBid.ticks)),
    changePrice: number(stats.lastPx - stats.openPx),
    changeRate: Number(figure(stats.lastPx / stats.openPx - 1, 4)),
    close: number(stats.lastPx),
    datetime: market.nowMs(),
    high: number(stats.highPx),
    lastTradedPrice: number(stats.lastPx),
    low: number(stats.lowPx),
    makerCoefficient: 1,
    makerFeeRate: 0.001,
    marginTrade: true,
    mark: 0,
    market: 'USDS',
    markets: ['USDS'],
    open: number(stats.openPx),
    quoteCurrency: instrument.quote,
    sell: book.bestAsk === null ? 0 : Number(listing.px(book.bestAsk.ticks)),
    sort: 100,
    symbol: listing.symbol,
    symbolCode: listing.symbol,
    takerCoefficient: 1,
    takerFeeRate: 0.001,
    trading: !market.isHalted(listing.ix),
    vol: Number(figure(stats.volumeQty, 8)),
    volValue: Number(figure(stats.volumeQuote, 8)),
  };
}

/** Returns the `data` of a futures `tickerV2` push. */
export function futuresQuote(
  market: SimVenueMarket,
  listing: KucoinListing,
  sequence: number,
): Record<string, unknown> {
  const quote = quoteTexts(market, listing);
  return {
    symbol: listing.symbol,
    sequence,
    bestBidSize: Number(quote.bidSize),
    bestBidPrice: quote.bid,
    bestAskPrice: quote.ask,
    bestAskSize: Number(quote.askSize),
    ts: nanos(market.nowMs()),
  };
}

/** Returns the futures `ticker` of the REST side: quotes with the last trade. */
export function futuresTicker(
  market: SimVenueMarket,
  listing: KucoinListing,
  sequence: number,
): Record<string, unknown> {
  const quote = quoteTexts(market, listing);
  const last = market.recentTrades(listing.ix, 1)[0];
  return {
    sequence,
    symbol: listing.symbol,
    side: last?.takerSide === 'SELL' ? 'sell' : 'buy',
    size: Number(quote.lastSize),
    tradeId: String(last?.id ?? 0),
    price: quote.last,
    bestBidPrice: quote.bid,
    bestBidSize: Number(quote.bidSize),
    bestAskPrice: quote.ask,
    bestAskSize: Number(quote.askSize),
    ts: nanos(market.nowMs()),
  };
}

/** Returns the `data` of a futures `snapshot.24h` push. */
export function futuresDay(market: SimVenueMarket, listing: KucoinListing): Record<string, unknown> {
  const stats = market.dayStats(listing.ix);
  const number = (value: number): number => Number(figure(value, listing.instrument.pxDecimals));
  return {
    highPrice: number(stats.highPx),
    lastPrice: number(stats.lastPx),
    lowPrice: number(stats.lowPx),
    price24HoursBefore: number(stats.openPx),
    priceChg: number(stats.lastPx - stats.openPx),
    priceChgPct: Number(figure(stats.lastPx / stats.openPx - 1, 4)),
    symbol: listing.symbol,
    ts: nanos(market.nowMs()),
    turnover: Number(figure(stats.volumeQuote, 6)),
    volume: Number(figure(stats.volumeQty * listing.instrument.qtyScale, 6)),
  };
}

/** Returns the `data` of a spot `trade.l3match` push; the time is ns in text. */
export function spotMatch(listing: KucoinListing, trade: SimTrade, sequence: number): Record<string, unknown> {
  return {
    makerOrderId: orderId(trade, 'maker'),
    price: listing.px(trade.ticks),
    sequence: String(sequence),
    side: sideOf(trade),
    size: listing.qty(trade.lots),
    symbol: listing.symbol,
    takerOrderId: orderId(trade, 'taker'),
    time: `${trade.atMs}000000`,
    tradeId: String(trade.id),
    type: 'match',
  };
}

/** Returns the `data` of a futures `match` push, also a row of the trade history; the time is a bare number of ns. */
export function futuresMatch(listing: KucoinListing, trade: SimTrade, sequence: number): Record<string, unknown> {
  return {
    symbol: listing.symbol,
    sequence,
    side: sideOf(trade),
    size: listing.size(trade.lots),
    price: listing.px(trade.ticks),
    takerOrderId: orderId(trade, 'taker'),
    makerOrderId: orderId(trade, 'maker'),
    tradeId: String(trade.id),
    ts: nanos(trade.atMs),
  };
}

/** Returns a row of the spot trade history. */
export function spotHistoryRow(listing: KucoinListing, trade: SimTrade): Record<string, unknown> {
  return {
    sequence: String(trade.id),
    price: listing.px(trade.ticks),
    size: listing.qty(trade.lots),
    side: sideOf(trade),
    time: nanos(trade.atMs),
  };
}

/** Returns a candle as text `[time s, open, CLOSE, high, low, volume, turnover]`; on futures pushes the last is lots. */
export function candleTexts(listing: KucoinListing, candle: SimCandle): string[] {
  const { instrument } = listing;
  const px = (value: number): string => figure(value, instrument.pxDecimals);
  const lots = figure(candle.volumeQty, instrument.qtyDecimals);
  const tail = listing.product === 'futures' ? [`${lots}.0`, lots] : [lots, figure(candle.volumeQuote, 8)];
  return [String(candle.openMs / 1_000), px(candle.open), px(candle.close), px(candle.high), px(candle.low), ...tail];
}

/** Returns a futures candle by REST: numbers `[ms, open, high, low, close, volume, turnover]`. */
export function futuresCandleRow(listing: KucoinListing, candle: SimCandle): unknown[] {
  const px = (value: number): string => bareNumber(figure(value, listing.instrument.pxDecimals));
  return [
    candle.openMs,
    px(candle.open),
    px(candle.high),
    px(candle.low),
    px(candle.close),
    Number(figure(candle.volumeQty, listing.instrument.qtyDecimals)),
    Number(figure(candle.volumeQuote, 6)),
  ];
}

function sideOf(trade: SimTrade): 'buy' | 'sell' {
  return trade.takerSide === 'BUY' ? 'buy' : 'sell';
}
