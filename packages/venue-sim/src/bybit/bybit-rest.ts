import { priceLimitTicks } from '../account/price-limits.ts';
import type { SimVenueMarket } from '../market/model.ts';
import { WindowLimiter } from '../server/rate-limiter.ts';
import { fixedText } from '../server/text.ts';
import type { WireRequest, WireResponse } from '../server/venue-server.ts';
import { instrumentRow } from './bybit-instrument-row.ts';
import { seqOf, type BybitCategory, type BybitListing, type BybitListings } from './bybit-listing.ts';
import {
  EMPTY_LINEAR_FIELDS,
  fastTickerFields,
  klineRow,
  restTradeRow,
  seqNow,
  slowLinearFields,
  slowSpotFields,
} from './bybit-rows.ts';
import { BYBIT_INTERVALS_MS } from './bybit-topics.ts';
import type { BybitPrivateRest } from './private/bybit-private-rest.ts';

/** Requests of one address in five seconds; above it the venue answers 403. */
export const BYBIT_REQUESTS_PER_5S = 600;

interface Answer {
  readonly retCode: number;
  readonly retMsg: string;
  readonly result: unknown;
}

interface Context {
  readonly market: SimVenueMarket;
  readonly categories: Readonly<Record<BybitCategory, BybitListings>>;
}

type Call = (context: Context, query: URLSearchParams) => Answer;

const HOUR_MS = 3_600_000;
const OPEN_INTEREST_SHARE = 0.3;
const CALLS: Readonly<Record<string, Call>> = {
  '/v5/market/time': ({ market }) => {
    const nowMs = market.nowMs();
    return good({ timeSecond: String(Math.floor(nowMs / 1_000)), timeNano: `${nowMs}000000` });
  },
  '/v5/market/instruments-info': instruments,
  '/v5/market/orderbook': (context, query) =>
    withListing(context, query, (listing) => orderbook(context, listing, query)),
  '/v5/market/tickers': tickers,
  '/v5/market/recent-trade': (context, query) =>
    withListing(context, query, (listing) => {
      const limit = limitOf(query, listing.category === 'spot' ? 60 : 500, listing.category === 'spot' ? 60 : 1_000);
      const seq = seqNow(context.market, listing);
      const list = context.market.recentTrades(listing.ix, limit).map((trade) => restTradeRow(listing, trade, seq));
      return good({ category: listing.category, list });
    }),
  '/v5/market/kline': (context, query) => withListing(context, query, (listing) => klines(context, listing, query)),
  '/v5/market/funding/history': (context, query) =>
    withListing(context, query, (listing) => fundingHistory(context, listing, query)),
  '/v5/market/price-limit': (context, query) => withListing(context, query, (listing) => priceLimit(context, listing)),
  '/v5/spot-margin-trade/data': spotMarginData,
  '/v5/market/open-interest': (context, query) =>
    withListing(context, query, (listing) => openInterest(context, listing)),
};

/** Builds the REST side: `/v5/market/…`, and the signed calls where there are accounts. Business errors are HTTP 200 with a code. */
export function bybitRest(
  context: Context,
  requestsPer5s: number,
  signed: BybitPrivateRest | null,
): (request: WireRequest) => WireResponse | Promise<WireResponse> {
  const limiter = new WindowLimiter(requestsPer5s, 5_000);
  return (request) => {
    const nowMs = context.market.nowMs();
    if (!limiter.take(request.remote, 1, nowMs).allowed) {
      return { status: 403, headers: { 'content-type': 'text/plain' }, body: 'access too frequent' };
    }
    if (signed?.has(request.method, request.path) === true) return signed.handle(request);
    const call = CALLS[request.path];
    if (call === undefined) return { status: 404, body: '' };
    const { retCode, retMsg, result } = call(context, request.query);
    return { status: 200, body: JSON.stringify({ retCode, retMsg, result, retExtInfo: {}, time: nowMs }) };
  };
}

function good(result: unknown): Answer {
  return { retCode: 0, retMsg: 'OK', result };
}

function invalid(retMsg: string): Answer {
  return { retCode: 10001, retMsg, result: {} };
}

function listingsOf(context: Context, query: URLSearchParams): BybitListings | null {
  const category = query.get('category') ?? 'linear';
  return category === 'spot' || category === 'linear' ? context.categories[category] : null;
}

function withListing(context: Context, query: URLSearchParams, answer: (listing: BybitListing) => Answer): Answer {
  const listings = listingsOf(context, query);
  if (listings === null) return invalid('Illegal category');
  const symbol = query.get('symbol') ?? '';
  const listing = listings.bySymbol.get(symbol);
  if (listing !== undefined) return answer(listing);
  return invalid(listings.category === 'spot' ? 'Not supported symbols' : `params error: symbol invalid ${symbol}`);
}

function limitOf(query: URLSearchParams, fallback: number, max: number): number {
  const limit = Number(query.get('limit') ?? fallback);
  return Number.isInteger(limit) && limit > 0 ? Math.min(max, limit) : fallback;
}

/** A halted listing is not `Trading`, and only those are told. Linear is paged: `nextPageCursor` leads on and is empty on the last page. Spot comes in one piece. */
function instruments(context: Context, query: URLSearchParams): Answer {
  const listings = listingsOf(context, query);
  if (listings === null) return good({ category: query.get('category'), list: [], nextPageCursor: '' });
  const symbol = query.get('symbol');
  const baseCoin = query.get('baseCoin');
  const status = query.get('status') ?? 'Trading';
  const all = listings.all.filter(
    (listing) =>
      status === 'Trading' &&
      !context.market.isHalted(listing.ix) &&
      (symbol === null || listing.symbol === symbol) &&
      (baseCoin === null || listing.instrument.base === baseCoin),
  );
  if (symbol !== null && all.length === 0 && status === 'Trading')
    return invalid(`params error: symbol invalid ${symbol}`);
  if (listings.category === 'spot') return good({ category: 'spot', list: all.map(instrumentRow) });
  const from = Number(/^first=(\d+)$/.exec(query.get('cursor') ?? '')?.[1] ?? 0);
  const until = from + limitOf(query, 500, 1_000);
  const nextPageCursor = until < all.length ? `first=${until}` : '';
  return good({ category: 'linear', list: all.slice(from, until).map(instrumentRow), nextPageCursor });
}

function orderbook({ market }: Context, listing: BybitListing, query: URLSearchParams): Answer {
  const limit = limitOf(query, listing.category === 'spot' ? 1 : 25, 1_000);
  const book = market.book(listing.ix);
  const rows = (side: 'bid' | 'ask'): string[][] =>
    book.levels(side, limit).map(({ ticks, lots }) => [listing.px(ticks), listing.qty(lots)]);
  return good({
    s: listing.symbol,
    b: rows('bid'),
    a: rows('ask'),
    ts: market.nowMs(),
    u: listing.updateBase + book.version,
    seq: seqOf(listing, book.version),
    cts: market.nowMs(),
  });
}

function tickers(context: Context, query: URLSearchParams): Answer {
  const listings = listingsOf(context, query);
  if (listings === null) return invalid('Illegal category');
  const symbol = query.get('symbol');
  const named = symbol === null ? listings.all : listings.all.filter((listing) => listing.symbol === symbol);
  if (named.length === 0) return invalid(`params error: symbol invalid ${symbol}`);
  const list = named.map((listing) => {
    const fast = fastTickerFields(context.market, listing);
    const slow =
      listing.category === 'spot'
        ? slowSpotFields(context.market, listing)
        : { ...slowLinearFields(context.market, listing), ...EMPTY_LINEAR_FIELDS };
    return { symbol: listing.symbol, ...slow, ...fast };
  });
  return good({ category: listings.category, list });
}

/** Newest first, as the venue sends them. */
function klines({ market }: Context, listing: BybitListing, query: URLSearchParams): Answer {
  const intervalMs = BYBIT_INTERVALS_MS[query.get('interval') ?? ''];
  if (intervalMs === undefined) return invalid('Invalid period!');
  const limit = limitOf(query, 200, 1_000);
  const startMs = Number(query.get('start') ?? 0);
  const endMs = Number(query.get('end') ?? market.nowMs());
  const candles = market.candles(listing.ix, intervalMs, limit, Math.min(endMs, market.nowMs()));
  const list = candles.filter(({ openMs }) => openMs >= startMs).map((candle) => klineRow(listing, candle));
  return good({ symbol: listing.symbol, category: listing.category, list: list.toReversed() });
}

/** Past rates are the present one at every past funding time; the simulated market keeps no funding history. */
function fundingHistory({ market }: Context, listing: BybitListing, query: URLSearchParams): Answer {
  if (listing.category === 'spot') return invalid('Illegal category');
  if (query.has('startTime') && !query.has('endTime')) return invalid('endTime is required when startTime is sent');
  const stepMs = listing.instrument.fundingIntervalHours * HOUR_MS;
  const fromMs = Number(query.get('startTime') ?? 0);
  const untilMs = Math.min(Number(query.get('endTime') ?? market.nowMs()), market.nowMs());
  const limit = limitOf(query, 200, 200);
  const { fundingRateFrac } = market.mark(listing.ix);
  const list: Record<string, string>[] = [];
  for (let atMs = untilMs - (untilMs % stepMs); atMs >= fromMs && list.length < limit; atMs -= stepMs) {
    list.push({
      symbol: listing.symbol,
      fundingRate: fundingRateFrac.toFixed(8),
      fundingRateTimestamp: String(atMs),
    });
  }
  return good({ category: 'linear', list });
}

function priceLimit({ market }: Context, listing: BybitListing): Answer {
  const { buyMaxTicks, sellMinTicks } = priceLimitTicks(market, listing.ix);
  return good({
    symbol: listing.symbol,
    buyLmt: listing.px(buyMaxTicks),
    sellLmt: listing.px(sellMinTicks),
    ts: String(market.nowMs()),
  });
}

/** Every level has the rates of the lowest one. */
function spotMarginData({ market, categories }: Context, query: URLSearchParams): Answer {
  const names = new Set(categories.spot.all.flatMap(({ instrument }) => [instrument.base, instrument.quote]));
  const rates = new Map(market.loans().map(({ asset, perHourFrac }) => [asset, perHourFrac]));
  const currency = query.get('currency');
  const list = [...names]
    .filter((name) => currency === null || name === currency)
    .map((name) => {
      const rate = rates.get(name);
      return {
        borrowable: rate !== undefined,
        collateralRatio: '0.9',
        currency: name,
        hourlyBorrowRate: rate === undefined ? '' : fixedText(rate, 12),
        liquidationOrder: '1',
        marginCollateral: true,
        maxBorrowingAmount: rate === undefined ? '0' : '1000000',
      };
    });
  const asked = query.get('vipLevel');
  const levels = ['No VIP', 'VIP-1'].filter((level) => asked === null || level === asked);
  return good({ vipCoinList: levels.map((vipLevel) => ({ list, vipLevel })) });
}

function openInterest({ market }: Context, listing: BybitListing): Answer {
  const single = market.dayStats(listing.ix).volumeQty * OPEN_INTEREST_SHARE;
  const nowMs = market.nowMs();
  const row = {
    openInterest: listing.qtyOf(single * 2),
    singleOpenInterest: listing.qtyOf(single),
    timestamp: String(nowMs - (nowMs % 300_000)),
  };
  return good({ symbol: listing.symbol, category: listing.category, list: [row], nextPageCursor: '' });
}
