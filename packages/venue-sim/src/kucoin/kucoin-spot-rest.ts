import type { SimVenueMarket } from '../market/model.ts';
import type { WireRequest } from '../server/venue-server.ts';
import { barMs } from './kucoin-bars.ts';
import type { KucoinBooks } from './kucoin-books.ts';
import { figure, symbolRow, type KucoinListing, type KucoinListings } from './kucoin-listing.ts';
import { candleTexts, quoteTexts, spotDayRow, spotHistoryRow, spotTicker } from './kucoin-rows.ts';

/** What the REST handlers of a product answer from. */
export interface KucoinRestDeps {
  readonly market: SimVenueMarket;
  readonly listings: KucoinListings;
  readonly books: KucoinBooks;
}

/** The `data` of a good answer, or the venue's error. */
export type KucoinAnswer = { readonly data: unknown } | { readonly code: string; readonly msg: string };

const CANDLES_MAX = 1_500;
const TRADES_MAX = 100;
const DEPTH_FULL = 5_000;
const NO_SYMBOL: KucoinAnswer = { code: '900001', msg: 'symbol not exists' };
const NEEDS_KEY: KucoinAnswer = {
  code: '400001',
  msg: 'Please check the header of your request for KC-API-KEY, KC-API-SIGN, KC-API-TIMESTAMP, KC-API-PASSPHRASE',
};

/** Answers a spot path below `/spot`, or null for a path the venue does not have. */
export function spotRest(deps: KucoinRestDeps, path: string, request: WireRequest): KucoinAnswer | null {
  const { listings, market } = deps;
  switch (path) {
    case '/api/v1/timestamp':
      return { data: market.nowMs() };
    case '/api/v1/status':
      return { data: { status: 'open', msg: '' } };
    case '/api/v1/symbols':
    case '/api/v2/symbols':
      return { data: listings.all.map((listing) => symbolRow(market, listing)) };
    case '/api/v1/market/allTickers':
      return { data: { time: market.nowMs(), ticker: listings.all.map((listing) => spotDayRow(market, listing)) } };
    case '/api/v1/market/orderbook/level1':
      return ofSymbol(deps, request, (listing) => spotTicker(market, listing, deps.books.sequence(listing.ix)));
    case '/api/v1/market/orderbook/level2_20':
      return ofSymbol(deps, request, (listing) => deps.books.spotSnapshot(listing, 20));
    case '/api/v1/market/orderbook/level2_100':
      return ofSymbol(deps, request, (listing) => deps.books.spotSnapshot(listing, 100));
    case '/api/v3/market/orderbook/level2':
      if (request.headers['kc-api-key'] === undefined) return NEEDS_KEY;
      return ofSymbol(deps, request, (listing) => deps.books.spotSnapshot(listing, DEPTH_FULL));
    case '/api/v1/market/histories':
      return ofSymbol(deps, request, (listing) =>
        market.recentTrades(listing.ix, TRADES_MAX).map((trade) => spotHistoryRow(listing, trade)),
      );
    case '/api/v1/market/stats':
      return ofSymbol(deps, request, (listing) => ({ time: market.nowMs(), ...spotDayRow(market, listing) }));
    case '/api/v1/market/candles':
      return candles(deps, request);
    case '/api/v1/prices':
      return {
        data: Object.fromEntries(
          listings.all.map((listing) => [listing.instrument.base, quoteTexts(market, listing).last]),
        ),
      };
    case '/api/v3/margin/symbols':
      return { data: { timestamp: market.nowMs(), items: marginRows(deps) } };
    case '/api/v1/isolated/symbols':
      return { data: [] };
    case '/api/v3/currencies':
      return { data: currencyRows(listings) };
    default:
      return path.startsWith('/api/v2/symbols/') ? one(deps, path.slice('/api/v2/symbols/'.length)) : null;
  }
}

function one(deps: KucoinRestDeps, symbol: string): KucoinAnswer {
  const listing = deps.listings.bySymbol(symbol);
  return listing === null ? NO_SYMBOL : { data: symbolRow(deps.market, listing) };
}

function ofSymbol(deps: KucoinRestDeps, request: WireRequest, data: (listing: KucoinListing) => unknown): KucoinAnswer {
  const symbol = request.query.get('symbol') ?? '';
  if (symbol === '') return { code: '400100', msg: 'symbol is required' };
  const listing = deps.listings.bySymbol(symbol);
  return listing === null ? NO_SYMBOL : { data: data(listing) };
}

/** `startAt` and `endAt` are seconds; rows come newest first, at most 1,500. */
function candles(deps: KucoinRestDeps, request: WireRequest): KucoinAnswer {
  const intervalMs = barMs(request.query.get('type') ?? '');
  if (intervalMs === null) return { code: '400100', msg: 'type is invalid' };
  return ofSymbol(deps, request, (listing) => {
    const nowMs = deps.market.nowMs();
    const startMs = Number(request.query.get('startAt') ?? 0) * 1_000;
    const askedEndMs = Number(request.query.get('endAt') ?? 0) * 1_000;
    const endMs = askedEndMs > 0 ? Math.min(askedEndMs - 1, nowMs) : nowMs;
    const count = startMs > 0 ? Math.min(CANDLES_MAX, Math.ceil((endMs - startMs) / intervalMs) + 1) : CANDLES_MAX;
    return deps.market
      .candles(listing.ix, intervalMs, Math.max(1, count), endMs)
      .filter((candle) => candle.openMs >= startMs)
      .map((candle) => candleTexts(listing, candle))
      .toReversed();
  });
}

/** Pairs whose coin is lent; orders on margin are not simulated. */
function marginRows({ listings, market }: KucoinRestDeps): Record<string, unknown>[] {
  const lent = new Set(market.loans().map(({ asset }) => asset));
  return listings.all
    .filter(({ instrument }) => lent.has(instrument.base))
    .map((listing) => ({
      symbol: listing.symbol,
      name: listing.symbol,
      enableTrading: !market.isHalted(listing.ix),
      market: 'USDS',
      baseCurrency: listing.instrument.base,
      quoteCurrency: listing.instrument.quote,
      baseIncrement: listing.qty(1),
      baseMinSize: listing.qty(listing.instrument.qtyMinLots),
      priceIncrement: listing.px(1),
      feeCurrency: listing.instrument.quote,
      priceLimitRate: '0.1',
      minFunds: figure(listing.instrument.notionalMin, 6),
    }));
}

function currencyRows(listings: KucoinListings): Record<string, unknown>[] {
  const names = new Set(listings.all.flatMap(({ instrument }) => [instrument.base, instrument.quote]));
  return [...names].map((currency) => ({
    currency,
    name: currency,
    fullName: currency,
    precision: 8,
    confirms: null,
    contractAddress: null,
    isMarginEnabled: true,
    isDebitEnabled: true,
    chains: [
      {
        chainName: currency,
        chainId: currency.toLowerCase(),
        withdrawalMinSize: figure(1, 0),
        depositMinSize: null,
        withdrawFeeRate: '0',
        withdrawalMinFee: '0',
        isWithdrawEnabled: false,
        isDepositEnabled: false,
        confirms: 1,
        preConfirms: 1,
        contractAddress: '',
        withdrawPrecision: 8,
        needTag: false,
      },
    ],
  }));
}
