import type { WireRequest } from '../server/venue-server.ts';
import { granularityMs } from './kucoin-bars.ts';
import { exponentNumber } from './kucoin-json.ts';
import { contractRow, figure, type KucoinListing } from './kucoin-listing.ts';
import { futuresCandleRow, futuresMatch, futuresTicker } from './kucoin-rows.ts';
import type { KucoinAnswer, KucoinRestDeps } from './kucoin-spot-rest.ts';

const HOUR_MS = 3_600_000;
const CANDLES_MAX = 500;
const TRADES_MAX = 100;
const DEPTH_FULL = 5_000;
const FUNDING_ROWS_MAX = 100;
const FUNDING_CAP = 0.003;
const NO_SYMBOL: KucoinAnswer = { code: '100003', msg: 'Contract parameter invalid.' };
const OF_ONE = /^\/api\/v1\/(contracts|mark-price|funding-rate)\/([^/]+)(\/current)?$/;

/** Answers a futures path below `/futures`, or null for a path the venue does not have. */
export function futuresRest(deps: KucoinRestDeps, path: string, request: WireRequest): KucoinAnswer | null {
  const { listings, market } = deps;
  switch (path) {
    case '/api/v1/timestamp':
      return { data: market.nowMs() };
    case '/api/v1/status':
      return { data: { msg: '', status: 'open' } };
    case '/api/v1/contracts/active':
      return { data: listings.all.map((listing) => contractRow(market, listing)) };
    case '/api/v1/ticker':
      return ofSymbol(deps, request, (listing) => futuresTicker(market, listing, deps.books.sequence(listing.ix)));
    case '/api/v1/allTickers':
      return { data: listings.all.map((listing) => futuresTicker(market, listing, deps.books.sequence(listing.ix))) };
    case '/api/v1/level2/snapshot':
      return ofSymbol(deps, request, (listing) => deps.books.futuresSnapshot(listing, DEPTH_FULL));
    case '/api/v1/level2/depth20':
      return ofSymbol(deps, request, (listing) => deps.books.futuresSnapshot(listing, 20));
    case '/api/v1/level2/depth100':
      return ofSymbol(deps, request, (listing) => deps.books.futuresSnapshot(listing, 100));
    case '/api/v1/trade/history':
      return ofSymbol(deps, request, (listing) =>
        market.recentTrades(listing.ix, TRADES_MAX).map((trade) => futuresMatch(listing, trade, trade.id)),
      );
    case '/api/v1/kline/query':
      return candles(deps, request);
    case '/api/v1/contract/funding-rates':
      return ofSymbol(deps, request, (listing) => fundingHistory(deps, listing, request));
    default:
      return ofPath(deps, path);
  }
}

function ofPath(deps: KucoinRestDeps, path: string): KucoinAnswer | null {
  const match = OF_ONE.exec(path);
  if (match === null || (match[1] === 'contracts') !== (match[3] === undefined)) return null;
  const listing = deps.listings.bySymbol(match[2] ?? '');
  if (listing === null) return NO_SYMBOL;
  if (match[1] === 'contracts') return { data: contractRow(deps.market, listing) };
  return { data: match[1] === 'mark-price' ? markData(deps, listing) : fundingData(deps, listing) };
}

function ofSymbol(deps: KucoinRestDeps, request: WireRequest, data: (listing: KucoinListing) => unknown): KucoinAnswer {
  const symbol = request.query.get('symbol') ?? '';
  if (symbol === '') return { code: '100001', msg: 'error.symbol.required' };
  const listing = deps.listings.bySymbol(symbol);
  return listing === null ? NO_SYMBOL : { data: data(listing) };
}

function markData(deps: KucoinRestDeps, listing: KucoinListing): Record<string, unknown> {
  const mark = deps.market.mark(listing.ix);
  const digits = listing.instrument.pxDecimals + 1;
  const nowMs = deps.market.nowMs();
  return {
    symbol: listing.symbol,
    granularity: 1_000,
    timePoint: nowMs - (nowMs % 1_000),
    value: Number(figure(mark.markPx, digits)),
    indexPrice: Number(figure(mark.indexPx, digits)),
  };
}

/** `timePoint` is the settlement before, `fundingTime` the next one; `value` is the rate of the running cycle. */
function fundingData(deps: KucoinRestDeps, listing: KucoinListing): Record<string, unknown> {
  const mark = deps.market.mark(listing.ix);
  const hours = listing.instrument.fundingIntervalHours;
  return {
    symbol: `.${listing.symbol}FPI${hours}H`,
    granularity: hours * HOUR_MS,
    timePoint: mark.nextFundingMs - hours * HOUR_MS,
    value: exponentNumber(Number(figure(mark.fundingRateFrac, 6))),
    predictedValue: exponentNumber(Number(figure(mark.fundingRateFrac, 6))),
    fundingRateCap: FUNDING_CAP,
    fundingRateFloor: -FUNDING_CAP,
    period: 1,
    fundingTime: mark.nextFundingMs,
  };
}

/** The market keeps no funding history: past rates swing around the present one, the same for every call. */
function fundingHistory(deps: KucoinRestDeps, listing: KucoinListing, request: WireRequest): Record<string, unknown>[] {
  const mark = deps.market.mark(listing.ix);
  const intervalMs = listing.instrument.fundingIntervalHours * HOUR_MS;
  const fromMs = Math.max(Number(request.query.get('from') ?? 0), listing.instrument.listedMs);
  const toMs = Number(request.query.get('to') ?? mark.nextFundingMs);
  const rows: Record<string, unknown>[] = [];
  for (
    let atMs = mark.nextFundingMs - intervalMs;
    atMs >= fromMs && rows.length < FUNDING_ROWS_MAX;
    atMs -= intervalMs
  ) {
    if (atMs > toMs) continue;
    const fundingRate = exponentNumber(Number(figure(mark.fundingRateFrac * Math.cos(atMs / intervalMs), 6)));
    rows.push({ symbol: listing.symbol, fundingRate, timepoint: atMs });
  }
  return rows;
}

/** `from` and `to` are ms, `granularity` minutes; rows come oldest first, at most 500. */
function candles(deps: KucoinRestDeps, request: WireRequest): KucoinAnswer {
  const intervalMs = granularityMs(Number(request.query.get('granularity')));
  if (intervalMs === null) return { code: '100001', msg: 'error.granularity.invalid' };
  return ofSymbol(deps, request, (listing) => {
    const nowMs = deps.market.nowMs();
    const fromMs = Number(request.query.get('from') ?? 0);
    const toMs = Math.min(Number(request.query.get('to') ?? nowMs), nowMs);
    const count = fromMs > 0 ? Math.min(CANDLES_MAX, Math.ceil((toMs - fromMs) / intervalMs) + 1) : 200;
    return deps.market
      .candles(listing.ix, intervalMs, Math.max(1, count), toMs)
      .filter((candle) => candle.openMs >= fromMs)
      .map((candle) => futuresCandleRow(listing, candle));
  });
}
