import type { SimTrade, SimVenueMarket } from '../market/model.ts';
import { stepText } from '../server/text.ts';
import { call, callPerSymbol, type BinanceCalls } from './binance-call.ts';
import { aggTradeId } from './binance-frames.ts';
import { updateIdOf, type BinanceListing, type BinanceProduct } from './binance-product.ts';
import { answerNamed, klinesOf, withLimit, withListing } from './binance-query.ts';
import { BinanceRefusal } from './binance-refusal.ts';
import { dayOf, isBuyerMaker } from './binance-rows.ts';

const DEPTH = { fallback: 100, max: 5_000 };
const RATE_LIMITS = [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6_000 },
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 100 },
  { rateLimitType: 'ORDERS', interval: 'DAY', intervalNum: 1, limit: 200_000 },
  { rateLimitType: 'RAW_REQUESTS', interval: 'MINUTE', intervalNum: 5, limit: 300_000 },
];

/** The public endpoints of spot. */
export function spotCalls(product: BinanceProduct, market: SimVenueMarket): BinanceCalls {
  const perListing = (row: (listing: BinanceListing) => unknown) => (query: URLSearchParams) =>
    answerNamed(product, query, row);
  const klines = call(2, (query) => klinesOf(product, market, query, { fallback: 500, max: 1_000 }));
  const last = (listing: BinanceListing): string => dayOf(market, listing).last;
  return {
    '/api/v3/ping': call(1, () => ({})),
    '/api/v3/time': call(1, () => ({ serverTime: market.nowMs() })),
    '/api/v3/exchangeInfo': call(20, (query) => exchangeInfo(product, market, query)),
    '/api/v3/depth': {
      weight: (query) => depthWeight(Number(query.get('limit') ?? DEPTH.fallback)),
      answer: (query) =>
        withListing(product, query, (listing) =>
          withLimit(query, DEPTH, (limit) => ({
            lastUpdateId: updateIdOf(listing, market.book(listing.ix).version),
            ...sides(listing, market, limit),
          })),
        ),
    },
    '/api/v3/trades': call(25, (query) => trades(product, market, query)),
    '/api/v3/aggTrades': call(4, (query) => aggTrades(product, market, query)),
    '/api/v3/klines': klines,
    '/api/v3/uiKlines': klines,
    '/api/v3/ticker/24hr': callPerSymbol(
      2,
      80,
      perListing((listing) => dayRow(listing, market)),
    ),
    '/api/v3/ticker/bookTicker': callPerSymbol(
      2,
      4,
      perListing((listing) => topRow(listing, market)),
    ),
    '/api/v3/ticker/price': callPerSymbol(
      2,
      4,
      perListing((listing) => ({ symbol: listing.instrument.wireSymbol, price: last(listing) })),
    ),
    '/api/v3/avgPrice': call(2, (query) =>
      withListing(product, query, (listing) => ({ mins: 5, price: last(listing), closeTime: market.nowMs() })),
    ),
  };
}

function exchangeInfo(product: BinanceProduct, market: SimVenueMarket, query: URLSearchParams): unknown {
  const named = query.has('symbol')
    ? withListing(product, query, (listing) => [symbolRow(market, listing)])
    : answerNamed(product, query, (listing) => symbolRow(market, listing));
  if (named instanceof BinanceRefusal) return named;
  const head = { timezone: 'UTC', serverTime: market.nowMs(), rateLimits: RATE_LIMITS, exchangeFilters: [] };
  return { ...head, symbols: named };
}

function depthWeight(limit: number): number {
  if (limit <= 100) return 5;
  if (limit <= 500) return 25;
  return limit <= 1_000 ? 50 : 250;
}

/** Both sides of a book as arrays of text pairs. */
export function sides(
  listing: BinanceListing,
  market: SimVenueMarket,
  limit: number,
): { readonly bids: string[][]; readonly asks: string[][] } {
  const book = market.book(listing.ix);
  const rows = (side: 'bid' | 'ask'): string[][] =>
    book.levels(side, limit).map(({ ticks, lots }) => [listing.text.px(ticks), listing.text.qty(lots)]);
  return { bids: rows('bid'), asks: rows('ask') };
}

/** The best prices as REST prints them. */
export function topRow(listing: BinanceListing, market: SimVenueMarket): Record<string, unknown> {
  const { bids, asks } = sides(listing, market, 1);
  return {
    symbol: listing.instrument.wireSymbol,
    bidPrice: bids[0]?.[0],
    bidQty: bids[0]?.[1],
    askPrice: asks[0]?.[0],
    askQty: asks[0]?.[1],
  };
}

function trades(product: BinanceProduct, market: SimVenueMarket, query: URLSearchParams): unknown {
  return withTrades(product, market, query, (listing, trade) => ({
    id: trade.id,
    price: listing.text.px(trade.ticks),
    qty: listing.text.qty(trade.lots),
    quoteQty: quoteText(listing)(trade.ticks, trade.lots),
    time: trade.atMs,
    isBuyerMaker: isBuyerMaker(trade),
    isBestMatch: true,
  }));
}

function aggTrades(product: BinanceProduct, market: SimVenueMarket, query: URLSearchParams): unknown {
  return withTrades(product, market, query, (listing, trade) => ({
    a: aggTradeId(trade),
    p: listing.text.px(trade.ticks),
    q: listing.text.qty(trade.lots),
    f: trade.id,
    l: trade.id,
    T: trade.atMs,
    m: isBuyerMaker(trade),
    M: true,
  }));
}

/** Answers with one row per recent trade, oldest first. */
export function withTrades(
  product: BinanceProduct,
  market: SimVenueMarket,
  query: URLSearchParams,
  row: (listing: BinanceListing, trade: SimTrade) => unknown,
): unknown {
  return withListing(product, query, (listing) =>
    withLimit(query, { fallback: 500, max: 1_000 }, (limit) =>
      market
        .recentTrades(listing.ix, limit)
        .toReversed()
        .map((trade) => row(listing, trade)),
    ),
  );
}

function dayRow(listing: BinanceListing, market: SimVenueMarket): Record<string, unknown> {
  const day = dayOf(market, listing);
  const { bids, asks } = sides(listing, market, 1);
  return {
    symbol: listing.instrument.wireSymbol,
    priceChange: day.change,
    priceChangePercent: day.changePercent,
    weightedAvgPrice: day.weighted,
    prevClosePrice: day.open,
    lastPrice: day.last,
    lastQty: day.lastQty,
    bidPrice: bids[0]?.[0],
    bidQty: bids[0]?.[1],
    askPrice: asks[0]?.[0],
    askQty: asks[0]?.[1],
    openPrice: day.open,
    highPrice: day.high,
    lowPrice: day.low,
    volume: day.volume,
    quoteVolume: day.quoteVolume,
    openTime: day.openMs,
    closeTime: day.closeMs,
    firstId: day.firstId,
    lastId: day.lastId,
    count: day.count,
  };
}

/** Prints the value of a fill with eight digits. */
export function quoteText(listing: BinanceListing): (ticks: number, lots: number) => string {
  const { pxTick, qtyStep } = listing.instrument;
  return (ticks, lots) => (ticks * pxTick * (lots * qtyStep)).toFixed(8);
}

function symbolRow(market: SimVenueMarket, listing: BinanceListing): Record<string, unknown> {
  const { instrument } = listing;
  const px = stepText(instrument.pxTick, 8);
  const qty = stepText(instrument.qtyStep, 8);
  const largest = 100_000;
  return {
    symbol: instrument.wireSymbol,
    status: market.isHalted(listing.ix) ? 'HALT' : 'TRADING',
    baseAsset: instrument.base,
    baseAssetPrecision: 8,
    quoteAsset: instrument.quote,
    quotePrecision: 8,
    quoteAssetPrecision: 8,
    baseCommissionPrecision: 8,
    quoteCommissionPrecision: 8,
    orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET', 'STOP_LOSS', 'STOP_LOSS_LIMIT', 'TAKE_PROFIT', 'TAKE_PROFIT_LIMIT'],
    icebergAllowed: true,
    ocoAllowed: true,
    otoAllowed: true,
    opoAllowed: true,
    quoteOrderQtyMarketAllowed: true,
    allowTrailingStop: true,
    cancelReplaceAllowed: true,
    amendAllowed: true,
    pegInstructionsAllowed: true,
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: true,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: px(1), maxPrice: px(10_000_000), tickSize: px(1) },
      { filterType: 'LOT_SIZE', minQty: qty(instrument.qtyMinLots), maxQty: qty(largest * 100), stepSize: qty(1) },
      { filterType: 'ICEBERG_PARTS', limit: 100 },
      { filterType: 'MARKET_LOT_SIZE', minQty: '0.00000000', maxQty: qty(largest), stepSize: '0.00000000' },
      {
        filterType: 'TRAILING_DELTA',
        minTrailingAboveDelta: 10,
        maxTrailingAboveDelta: 2000,
        minTrailingBelowDelta: 10,
        maxTrailingBelowDelta: 2000,
      },
      {
        filterType: 'PERCENT_PRICE_BY_SIDE',
        bidMultiplierUp: '5',
        bidMultiplierDown: '0.2',
        askMultiplierUp: '5',
        askMultiplierDown: '0.2',
        avgPriceMins: 5,
      },
      {
        filterType: 'NOTIONAL',
        minNotional: instrument.notionalMin.toFixed(8),
        applyMinToMarket: true,
        maxNotional: '9000000.00000000',
        applyMaxToMarket: false,
        avgPriceMins: 5,
      },
      { filterType: 'MAX_NUM_ORDERS', maxNumOrders: 200 },
      { filterType: 'MAX_NUM_ORDER_LISTS', maxNumOrderLists: 20 },
      { filterType: 'MAX_NUM_ALGO_ORDERS', maxNumAlgoOrders: 5 },
      { filterType: 'MAX_NUM_ORDER_AMENDS', maxNumOrderAmends: 10 },
    ],
    permissions: [],
    permissionSets: [['SPOT', 'MARGIN']],
    defaultSelfTradePreventionMode: 'EXPIRE_MAKER',
    allowedSelfTradePreventionModes: ['EXPIRE_TAKER', 'EXPIRE_MAKER', 'EXPIRE_BOTH', 'DECREMENT'],
  };
}
