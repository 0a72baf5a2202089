import { priceLimitTicks } from '../account/price-limits.ts';
import type { SimVenueMarket } from '../market/model.ts';
import { MARGIN_BRACKETS } from '../account/venue-rules.ts';
import { WindowLimiter } from '../server/rate-limiter.ts';
import { fixedText } from '../server/text.ts';
import type { WireRequest, WireResponse } from '../server/venue-server.ts';
import type { OkxBooks } from './okx-books.ts';
import { barMs } from './okx-bars.ts';
import type { OkxPrivateRest } from './private/okx-private-rest.ts';
import { instrumentRow, type OkxListing, type OkxListings } from './okx-listing.ts';
import {
  candleRow,
  fundingHistoryRows,
  fundingRow,
  indexRow,
  markRow,
  openInterestRow,
  tickerRow,
  tradeRow,
} from './okx-rows.ts';

/** What the REST side answers from. */
export interface OkxRestDeps {
  readonly market: SimVenueMarket;
  readonly listings: OkxListings;
  readonly books: OkxBooks;
  /** Requests per 2 s, path and client; the venue states 10 to 100, by path. */
  readonly requestsPer2s: number;
  /** The signed calls; null where there are no accounts. */
  readonly signed: OkxPrivateRest | null;
}

interface Refusal {
  readonly code: string;
  readonly msg: string;
}

type Answer = { readonly data: readonly unknown[] } | Refusal;
type Handler = (deps: OkxRestDeps, query: URLSearchParams) => Answer;

const DEPTH_MAX = 400;
const TRADES_MAX = 500;
const CANDLES_MAX = 300;
const FUNDING_ROWS_MAX = 400;
const NO_INSTRUMENT: Refusal = { code: '51001', msg: "Instrument ID, Instrument ID code, or Spread ID doesn't exist." };

const HANDLERS: Readonly<Record<string, Handler>> = {
  '/api/v5/public/time': ({ market }) => ({ data: [{ ts: String(market.nowMs()) }] }),
  '/api/v5/system/status': () => ({ data: [] }),
  '/api/v5/public/instruments': (deps, query) => rowsOfType(deps, query, (one) => instrumentRow(deps.market, one)),
  '/api/v5/market/tickers': (deps, query) => rowsOfType(deps, query, (one) => tickerRow(deps.market, one)),
  '/api/v5/market/ticker': (deps, query) => forOne(deps, query, (one) => [tickerRow(deps.market, one)]),
  '/api/v5/market/books': (deps, query) => forOne(deps, query, (one) => [bookRow(deps, one, query)]),
  '/api/v5/market/trades': (deps, query) =>
    forOne(deps, query, (one) =>
      deps.market.recentTrades(one.ix, limitOf(query, 100, TRADES_MAX)).map((trade) => tradeRow(one, trade, null)),
    ),
  '/api/v5/market/candles': (deps, query) => candles(deps, query),
  '/api/v5/market/history-candles': (deps, query) => candles(deps, query),
  '/api/v5/market/index-tickers': (deps, query) => forOne(deps, query, (one) => [indexRow(deps.market, one)]),
  '/api/v5/public/mark-price': (deps, query) => rowsOfType(deps, query, (one) => markRow(deps.market, one)),
  '/api/v5/public/open-interest': (deps, query) => rowsOfType(deps, query, (one) => openInterestRow(deps.market, one)),
  '/api/v5/public/price-limit': (deps, query) => forOne(deps, query, (one) => [priceLimitRow(deps, one)]),
  '/api/v5/public/interest-rate-loan-quota': (deps) => ({ data: [loanQuotaRow(deps)] }),
  '/api/v5/public/position-tiers': (deps, query) => positionTiers(deps, query),
  '/api/v5/public/funding-rate': (deps, query) => funding(deps, query),
  '/api/v5/public/funding-rate-history': (deps, query) => fundingHistory(deps, query),
};

/** Answers one REST request of the public API. Errors carry HTTP 200 or 4xx and a code as text, as the venue does. */
export function okxRest(deps: OkxRestDeps): (request: WireRequest) => WireResponse | Promise<WireResponse> {
  const limiter = new WindowLimiter(deps.requestsPer2s, 2_000);
  return (request) => {
    if (deps.signed?.has(request.method, request.path) === true) return deps.signed.handle(request);
    const handler = HANDLERS[request.path];
    if (handler === undefined) return respond(404, { code: '404', data: [], msg: 'Not Found' });
    if (request.method !== 'GET') return respond(405, { code: '50115', data: [], msg: 'Invalid request method.' });
    if (!limiter.take(`${request.remote} ${request.path}`, 1, deps.market.nowMs()).allowed) {
      return respond(429, { msg: 'Too Many Requests', code: '50011' });
    }
    const answer = handler(deps, request.query);
    if ('code' in answer)
      return respond(answer.code === NO_INSTRUMENT.code ? 200 : 400, { code: answer.code, data: [], msg: answer.msg });
    return respond(200, { code: '0', data: answer.data, msg: '' });
  };
}

function respond(status: number, body: Record<string, unknown>): WireResponse {
  return { status, body: JSON.stringify(body) };
}

function missing(parameter: string): Refusal {
  return { code: '50014', msg: `Parameter ${parameter} can not be empty.` };
}

function forOne(deps: OkxRestDeps, query: URLSearchParams, rows: (listing: OkxListing) => readonly unknown[]): Answer {
  const instId = query.get('instId');
  if (instId === null || instId === '') return missing('instId');
  const listing = deps.listings.byId(instId);
  return listing === null ? NO_INSTRUMENT : { data: rows(listing) };
}

function rowsOfType(deps: OkxRestDeps, query: URLSearchParams, row: (listing: OkxListing) => unknown): Answer {
  const instType = query.get('instType');
  if (instType === null || instType === '') return missing('instType');
  if (!['SPOT', 'SWAP', 'FUTURES', 'OPTION', 'MARGIN'].includes(instType)) {
    return { code: '51000', msg: 'Parameter instType  error' };
  }
  const instId = query.get('instId');
  const found = deps.listings
    .ofType(instType)
    .filter((one) => instId === null || instId === '' || one.instId === instId);
  if (found.length === 0 && instId !== null && instId !== '') return NO_INSTRUMENT;
  return { data: found.map(row) };
}

function limitOf(query: URLSearchParams, fallback: number, max: number): number {
  const asked = Number(query.get('limit') ?? fallback);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, max) : fallback;
}

function bookRow(deps: OkxRestDeps, listing: OkxListing, query: URLSearchParams): Record<string, unknown> {
  const asked = Number(query.get('sz') ?? 1);
  const depth = Number.isInteger(asked) && asked > 0 ? Math.min(asked, DEPTH_MAX) : 1;
  return { ...deps.books.levels(listing, depth), ts: String(deps.market.nowMs()), seqId: deps.books.seqId(listing.ix) };
}

/** `after` asks for older rows, `before` for newer ones: both are open times in ms (v5 market/candles). */
function candles(deps: OkxRestDeps, query: URLSearchParams): Answer {
  const intervalMs = barMs(query.get('bar') ?? '1m');
  if (intervalMs === null) return { code: '51000', msg: 'Parameter bar error' };
  return forOne(deps, query, (listing) => {
    const nowMs = deps.market.nowMs();
    const after = Number(query.get('after') ?? nowMs + 1);
    const before = Number(query.get('before') ?? 0);
    const rows = deps.market.candles(
      listing.ix,
      intervalMs,
      limitOf(query, 100, CANDLES_MAX),
      Math.min(after - 1, nowMs),
    );
    return rows
      .filter((candle) => candle.openMs < after && candle.openMs > before)
      .map((candle) => candleRow(listing, candle, candle.openMs + intervalMs <= nowMs))
      .toReversed();
  });
}

function priceLimitRow({ market }: OkxRestDeps, listing: OkxListing): Record<string, unknown> {
  const { buyMaxTicks, sellMinTicks } = priceLimitTicks(market, listing.ix);
  return {
    instType: listing.instType,
    instId: listing.instId,
    buyLmt: listing.px(buyMaxTicks),
    sellLmt: listing.px(sellMinTicks),
    ts: String(market.nowMs()),
    enabled: true,
  };
}

/** Rates are told per day. */
function loanQuotaRow({ market }: OkxRestDeps): Record<string, unknown> {
  const basic = market
    .loans()
    .map(({ asset, perHourFrac }) => ({ ccy: asset, quota: '1000000', rate: fixedText(perHourFrac * 24, 8) }));
  return {
    basic,
    vip: [{ irDiscount: '', loanQuotaCoef: '6', level: 'VIP1' }],
    regular: [{ irDiscount: '', loanQuotaCoef: '1', level: 'Lv1' }],
    configCcyList: [],
    config: [],
  };
}

function funding(deps: OkxRestDeps, query: URLSearchParams): Answer {
  if (query.get('instId') === 'ANY') {
    return { data: deps.listings.ofType('SWAP').map((listing) => fundingRow(deps.market, listing)) };
  }
  return forSwap(deps, query, (listing) => [fundingRow(deps.market, listing)]);
}

function fundingHistory(deps: OkxRestDeps, query: URLSearchParams): Answer {
  const page = {
    count: limitOf(query, FUNDING_ROWS_MAX, FUNDING_ROWS_MAX),
    beforeMs: Number(query.get('after') ?? Number.MAX_SAFE_INTEGER),
  };
  return forSwap(deps, query, (listing) => fundingHistoryRows(deps.market, listing, page));
}

function forSwap(deps: OkxRestDeps, query: URLSearchParams, rows: (listing: OkxListing) => readonly unknown[]): Answer {
  return forOne(deps, query, (listing) => (listing.instType === 'SWAP' ? rows(listing) : []));
}

/** Tiers by size in contracts at the mark, as the accounts compute maintenance margin by value. */
function positionTiers({ listings, market }: OkxRestDeps, query: URLSearchParams): Answer {
  if (query.get('instType') !== 'SWAP') return missing('instType');
  if (query.get('tdMode') === null) return missing('tdMode');
  const family = query.get('instFamily') ?? query.get('uly') ?? '';
  const listing = listings.ofType('SWAP').find((one) => one.family === family);
  if (listing === undefined) return NO_INSTRUMENT;
  const { instrument, instId } = listing;
  const contractUsd = instrument.qtyScale * market.mark(listing.ix).markPx;
  const sizeOf = (usd: number): string => String(Number.isFinite(usd) ? Math.floor(usd / contractUsd) : 100_000_000);
  const rows = MARGIN_BRACKETS.map(({ untilUsd, rateFrac }, at) => ({
    baseMaxLoan: '',
    imr: String(1 / instrument.leverageMax),
    instFamily: family,
    instId,
    maxLever: String(instrument.leverageMax),
    maxSz: sizeOf(untilUsd),
    minSz: at === 0 ? '0' : sizeOf(MARGIN_BRACKETS[at - 1]?.untilUsd ?? 0),
    mmr: rateFrac,
    optMgnFactor: '',
    quoteMaxLoan: '',
    tier: String(at + 1),
    uly: family,
  }));
  return { data: rows };
}
