import type { SimVenueMarket } from '../market/model.ts';
import { decimalsOf, fixedText, stepText } from '../server/text.ts';
import { call, callPerSymbol, type BinanceCall, type BinanceCalls } from './binance-call.ts';
import { aggTradeId } from './binance-frames.ts';
import { PERPETUAL_DELIVERY_MS, updateIdOf, type BinanceListing, type BinanceProduct } from './binance-product.ts';
import { answerNamed, klinesOf, withLimit, withListing, withSpan, type QuerySpan } from './binance-query.ts';
import { BinanceRefusal } from './binance-refusal.ts';
import { quoteText, sides, topRow, withTrades } from './binance-rest-spot.ts';
import { dayOf, isBuyerMaker, markText, qtyText } from './binance-rows.ts';

const HOUR_MS = 3_600_000;
const DEPTH_LIMITS = [5, 10, 20, 50, 100, 500, 1_000];
const OPEN_INTEREST_SHARE = 0.3;
const ALL_FUNDING_ROWS = 200;
const RATE_LIMITS = [
  { rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 2_400 },
  { rateLimitType: 'ORDERS', interval: 'MINUTE', intervalNum: 1, limit: 1_200 },
  { rateLimitType: 'ORDERS', interval: 'SECOND', intervalNum: 10, limit: 300 },
];

/** The public endpoints of USD-M futures. */
export function futuresCalls(product: BinanceProduct, market: SimVenueMarket): BinanceCalls {
  const perListing = (row: (listing: BinanceListing) => unknown) => (query: URLSearchParams) =>
    answerNamed(product, query, row);
  const price = callPerSymbol(
    1,
    2,
    perListing((listing) => ({
      symbol: listing.instrument.wireSymbol,
      price: dayOf(market, listing).last,
      time: market.nowMs(),
    })),
  );
  return {
    '/fapi/v1/ping': call(1, () => ({})),
    '/fapi/v1/time': call(1, () => ({ serverTime: market.nowMs() })),
    '/fapi/v1/exchangeInfo': call(1, () => exchangeInfo(product, market)),
    '/fapi/v1/depth': depthCall(product, market),
    '/fapi/v1/trades': call(5, (query) => trades(product, market, query)),
    '/fapi/v1/aggTrades': call(20, (query) => aggTrades(product, market, query)),
    '/fapi/v1/klines': {
      weight: (query) => klineWeight(Number(query.get('limit') ?? 500)),
      answer: (query) => klinesOf(product, market, query, { fallback: 500, max: 1_500 }),
    },
    '/fapi/v1/premiumIndex': callPerSymbol(
      1,
      10,
      perListing((listing) => premiumRow(listing, market)),
    ),
    '/fapi/v1/fundingRate': call(1, (query) => fundingRates(product, market, query)),
    '/fapi/v1/fundingInfo': call(0, () => fundingInfo(product)),
    '/fapi/v1/ticker/24hr': callPerSymbol(
      1,
      40,
      perListing((listing) => dayRow(listing, market)),
    ),
    '/fapi/v1/ticker/bookTicker': callPerSymbol(
      2,
      5,
      perListing((listing) => ({
        ...topRow(listing, market),
        time: market.nowMs(),
        lastUpdateId: updateIdOf(listing, market.book(listing.ix).version),
      })),
    ),
    '/fapi/v1/ticker/price': price,
    '/fapi/v2/ticker/price': price,
    '/fapi/v1/openInterest': call(1, (query) =>
      withListing(product, query, (listing) => ({
        symbol: listing.instrument.wireSymbol,
        openInterest: qtyText(listing, market.dayStats(listing.ix).volumeQty * OPEN_INTEREST_SHARE),
        time: market.nowMs(),
      })),
    ),
  };
}

function exchangeInfo(product: BinanceProduct, market: SimVenueMarket): unknown {
  return {
    timezone: 'UTC',
    serverTime: market.nowMs(),
    futuresType: 'U_MARGINED',
    rateLimits: RATE_LIMITS,
    exchangeFilters: [],
    assets: [{ asset: 'USDT', marginAvailable: true, autoAssetExchange: '-10000' }],
    symbols: product.listings.map((listing) => symbolRow(market, listing)),
  };
}

function depthCall(product: BinanceProduct, market: SimVenueMarket): BinanceCall {
  const limitIn = (query: URLSearchParams): number => Number(query.get('limit') ?? 500);
  return {
    weight: (query) => {
      const limit = limitIn(query);
      if (limit <= 50) return 2;
      if (limit <= 100) return 5;
      return limit <= 500 ? 10 : 20;
    },
    answer: (query) =>
      withListing(product, query, (listing) => {
        const limit = limitIn(query);
        if (!DEPTH_LIMITS.includes(limit)) {
          return new BinanceRefusal(-4021, `${query.get('limit')} is not valid depth limit (multiple of 5).`);
        }
        const lastUpdateId = updateIdOf(listing, market.book(listing.ix).version);
        return { lastUpdateId, E: market.nowMs(), T: market.nowMs(), ...sides(listing, market, limit) };
      }),
  };
}

function klineWeight(limit: number): number {
  if (limit < 100) return 1;
  if (limit < 500) return 2;
  return limit <= 1_000 ? 5 : 10;
}

function trades(product: BinanceProduct, market: SimVenueMarket, query: URLSearchParams): unknown {
  return withTrades(product, market, query, (listing, trade) => ({
    id: trade.id,
    price: listing.text.px(trade.ticks),
    qty: listing.text.qty(trade.lots),
    quoteQty: quoteText(listing)(trade.ticks, trade.lots),
    time: trade.atMs,
    isBuyerMaker: isBuyerMaker(trade),
    isRPITrade: false,
  }));
}

function aggTrades(product: BinanceProduct, market: SimVenueMarket, query: URLSearchParams): unknown {
  return withTrades(product, market, query, (listing, trade) => ({
    a: aggTradeId(trade),
    p: listing.text.px(trade.ticks),
    q: listing.text.qty(trade.lots),
    nq: listing.text.qty(trade.lots),
    f: trade.id,
    l: trade.id,
    T: trade.atMs,
    m: isBuyerMaker(trade),
  }));
}

function premiumRow(listing: BinanceListing, market: SimVenueMarket): Record<string, unknown> {
  const mark = market.mark(listing.ix);
  return {
    symbol: listing.instrument.wireSymbol,
    markPrice: markText(mark.markPx),
    indexPrice: markText(mark.indexPx),
    estimatedSettlePrice: markText(mark.indexPx),
    lastFundingRate: fixedText(mark.fundingRateFrac, 8),
    interestRate: '0.00010000',
    nextFundingTime: mark.nextFundingMs,
    time: market.nowMs(),
  };
}

/** Past rates are the present one at every past funding time; the simulated market keeps no funding history. */
function fundingRates(product: BinanceProduct, market: SimVenueMarket, query: URLSearchParams): unknown {
  return withLimit(query, { fallback: 100, max: 1_000 }, (limit) =>
    withSpan(query, market.nowMs(), (span) => {
      if (query.has('symbol')) {
        return withListing(product, query, (listing) => ratesOf(listing, market, span, limit));
      }
      return product.listings.slice(0, ALL_FUNDING_ROWS).flatMap((listing) => ratesOf(listing, market, span, 1));
    }),
  );
}

function ratesOf(listing: BinanceListing, market: SimVenueMarket, span: QuerySpan, limit: number): unknown[] {
  const mark = market.mark(listing.ix);
  const stepMs = listing.instrument.fundingIntervalHours * HOUR_MS;
  const rows: unknown[] = [];
  const fromMs = span.startMs ?? 0;
  for (let atMs = span.endMs - (span.endMs % stepMs); atMs >= fromMs && rows.length < limit; atMs -= stepMs) {
    rows.unshift({
      symbol: listing.instrument.wireSymbol,
      fundingTime: atMs,
      fundingRate: fixedText(mark.fundingRateFrac, 8),
      markPrice: markText(mark.markPx),
      rateType: 'Regular',
    });
  }
  return rows;
}

/** Only symbols whose settings were adjusted stand here; whoever is absent pays every eight hours. */
function fundingInfo(product: BinanceProduct): unknown[] {
  return product.listings
    .filter(({ instrument }) => instrument.fundingIntervalHours !== 8)
    .map(({ instrument }) => ({
      symbol: instrument.wireSymbol,
      adjustedFundingRateCap: '0.02500000',
      adjustedFundingRateFloor: '-0.02500000',
      fundingIntervalHours: instrument.fundingIntervalHours,
      disclaimer: false,
    }));
}

function dayRow(listing: BinanceListing, market: SimVenueMarket): Record<string, unknown> {
  const day = dayOf(market, listing);
  return {
    symbol: listing.instrument.wireSymbol,
    priceChange: day.change,
    priceChangePercent: day.changePercent,
    weightedAvgPrice: day.weighted,
    lastPrice: day.last,
    lastQty: day.lastQty,
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

function symbolRow(market: SimVenueMarket, listing: BinanceListing): Record<string, unknown> {
  const { instrument } = listing;
  const px = stepText(instrument.pxTick, instrument.pxDecimals);
  const qty = stepText(instrument.qtyStep, instrument.qtyDecimals);
  return {
    symbol: instrument.wireSymbol,
    pair: instrument.wireSymbol,
    contractType: 'PERPETUAL',
    deliveryDate: PERPETUAL_DELIVERY_MS,
    onboardDate: instrument.listedMs,
    status: market.isHalted(listing.ix) ? 'SETTLING' : 'TRADING',
    maintMarginPercent: '2.5000',
    requiredMarginPercent: '5.0000',
    baseAsset: instrument.base,
    quoteAsset: instrument.quote,
    marginAsset: instrument.quote,
    pricePrecision: decimalsOf(instrument.pxTick) + 1,
    quantityPrecision: instrument.qtyDecimals,
    baseAssetPrecision: 8,
    quotePrecision: 8,
    underlyingType: 'COIN',
    underlyingSubType: ['Layer-1'],
    triggerProtect: '0.0500',
    liquidationFee: '0.012500',
    marketTakeBound: '0.05',
    maxMoveOrderLimit: 10000,
    filters: [
      { filterType: 'PRICE_FILTER', minPrice: px(1), maxPrice: px(10_000_000), tickSize: px(1) },
      { filterType: 'LOT_SIZE', minQty: qty(instrument.qtyMinLots), maxQty: qty(1_000_000), stepSize: qty(1) },
      { filterType: 'MARKET_LOT_SIZE', minQty: qty(instrument.qtyMinLots), maxQty: qty(120_000), stepSize: qty(1) },
      { filterType: 'MAX_NUM_ORDERS', limit: 200 },
      { filterType: 'MIN_NOTIONAL', notional: String(instrument.notionalMin) },
      { filterType: 'PERCENT_PRICE', multiplierUp: '1.0500', multiplierDown: '0.9500', multiplierDecimal: '4' },
    ],
    orderTypes: ['LIMIT', 'MARKET', 'STOP', 'STOP_MARKET', 'TAKE_PROFIT', 'TAKE_PROFIT_MARKET', 'TRAILING_STOP_MARKET'],
    timeInForce: ['GTC', 'IOC', 'FOK', 'GTX', 'GTD', 'RPI'],
  };
}
