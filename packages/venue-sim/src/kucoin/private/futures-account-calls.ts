import { decimal } from '@riptide/core/domain';
import type { SimMarginMode } from '../../account/model.ts';
import { MARGIN_BRACKETS } from '../../account/venue-rules.ts';
import type { KucoinListing } from '../kucoin-listing.ts';
import {
  bad,
  good,
  kucoinListingAt,
  type KucoinCall,
  type KucoinCaller,
  type KucoinCalls,
  type KucoinParams,
  type KucoinPrivateContext,
  type KucoinReply,
} from './kucoin-context.ts';
import { closedPositionRow } from './closed-positions.ts';
import { flatPosition, fundingRow, futuresPositionRow, historyRow, overviewRow } from './futures-account-rows.ts';
import { KucoinFields } from './kucoin-fields.ts';
import { kucoinRefusalOf } from './kucoin-refusals.ts';

const MODES: Readonly<Record<string, SimMarginMode>> = { ISOLATED: 'isolated', CROSS: 'cross' };
const POSITION_MODES: Readonly<Record<string, 'one-way' | 'hedge'>> = { 0: 'one-way', 1: 'hedge' };
const HISTORY_ROWS = 50;
const CLOSED_ROWS_MAX = 200;

/** The signed futures calls about positions, settings, money and fees. */
export function futuresAccountCalls(context: KucoinPrivateContext): KucoinCalls {
  type Answer = (caller: KucoinCaller, read: KucoinFields) => KucoinReply;
  const make =
    (needs: KucoinCall['needs']) =>
    (name: KucoinCall['name'], weight: number, answer: Answer): KucoinCall => ({
      name,
      needs,
      pool: 'futures',
      weight,
      answer: (caller, params) => {
        const read = new KucoinFields('futures', params);
        const reply = answer(caller, read);
        return read.refusal ?? reply;
      },
    });
  const ask = make('general');
  const set = make('futures');
  return {
    'GET /api/v1/positions': ask('positions', 2, (caller, read) => positions(context, caller, read)),
    'GET /api/v1/position': ask('positions', 2, (caller, read) =>
      ofSymbol(context, read, (listing) => good(rowsAt(context, caller, listing)[0])),
    ),
    'GET /api/v2/position': ask('positions', 2, (caller, read) =>
      ofSymbol(context, read, (listing) => good(rowsAt(context, caller, listing))),
    ),
    'GET /api/v1/account-overview': ask('balances', 5, (caller, read) =>
      good(overviewRow(context, caller.accountId, read.text('currency') ?? 'XBT')),
    ),
    'GET /api/v1/transaction-history': ask('other', 2, (caller, read) => transactions(context, caller, read)),
    'GET /api/v1/funding-history': ask('other', 5, (caller, read) => funding(context, caller, read)),
    'GET /api/v1/history-positions': ask('positions', 2, (caller, read) => closedPositions(context, caller, read)),
    'GET /api/v1/trade-fees': ask('settings', 3, (caller, read) =>
      ofSymbol(context, read, (listing) => {
        const { makerFrac, takerFrac } = context.side.accounts.feeRates(caller.accountId, listing.ix);
        return good({ symbol: listing.symbol, takerFeeRate: String(takerFrac), makerFeeRate: String(makerFrac) });
      }),
    ),
    'GET /api/v1/contracts/risk-limit/{id}': ask('settings', 5, (_, read) => riskLimits(context, read)),
    'GET /api/v2/position/getMarginMode': ask('settings', 2, (caller, read) =>
      ofSymbol(context, read, (listing) => good(modeOf(context, caller, listing))),
    ),
    'POST /api/v2/position/changeMarginMode': set('settings', 2, (caller, read) => changeMode(context, caller, read)),
    'POST /api/v2/position/batchChangeMarginMode': {
      ...set('settings', 2, () => good(null)),
      answer: (caller, params) => changeModes(context, caller, params),
    },
    'GET /api/v2/getCrossUserLeverage': ask('settings', 2, (caller, read) =>
      ofSymbol(context, read, ({ symbol, ix }) =>
        good({ symbol, leverage: String(context.side.accounts.setup(caller.accountId, ix).leverage) }),
      ),
    ),
    'POST /api/v2/changeCrossUserLeverage': set('settings', 2, (caller, read) => changeLeverage(context, caller, read)),
    'GET /api/v2/position/getPositionMode': ask('settings', 2, ({ accountId }) =>
      good({ positionMode: context.side.accounts.positionMode(accountId) === 'hedge' ? 1 : 0 }),
    ),
    'POST /api/v2/position/switchPositionMode': set('settings', 2, (caller, read) => switchMode(context, caller, read)),
    'GET /api/v2/getMaxOpenSize': ask('settings', 2, (caller, read) => maxOpenSize(context, caller, read)),
  };
}

function ofSymbol(
  context: KucoinPrivateContext,
  read: KucoinFields,
  answer: (listing: KucoinListing) => KucoinReply,
): KucoinReply {
  const listing = read.listing(context.listings.futures);
  return listing === null ? kucoinRefusalOf('futures', 'unknown-symbol') : answer(listing);
}

/** Rows of one symbol; a flat one is told as not open. */
function rowsAt(context: KucoinPrivateContext, { accountId }: KucoinCaller, listing: KucoinListing) {
  const held = context.side.accounts.positions(accountId, { ix: listing.ix });
  const told = held.length === 0 ? [flatPosition(context, accountId, listing.ix)] : held;
  return told.map((position) => futuresPositionRow(context, listing, position));
}

function positions(context: KucoinPrivateContext, { accountId }: KucoinCaller, read: KucoinFields): KucoinReply {
  const currency = read.text('currency');
  const rows = context.side.accounts
    .positions(accountId)
    .map((position) => futuresPositionRow(context, kucoinListingAt(context, position.ix), position))
    .filter((row) => currency === null || row.settleCurrency === currency);
  return good(rows);
}

function modeOf({ side }: KucoinPrivateContext, { accountId }: KucoinCaller, { symbol, ix }: KucoinListing) {
  return { symbol, marginMode: side.accounts.setup(accountId, ix).marginMode === 'cross' ? 'CROSS' : 'ISOLATED' };
}

function changeMode(context: KucoinPrivateContext, caller: KucoinCaller, read: KucoinFields): KucoinReply {
  const mode = read.choice('marginMode', MODES);
  if (mode === null) return bad('100001', 'marginMode parameter invalid.');
  return ofSymbol(context, read, (listing) => {
    const done = context.side.accounts.setMarginMode(caller.accountId, listing.ix, mode);
    if (!done.ok && done.refusal !== 'margin-mode-unchanged') return kucoinRefusalOf('futures', done.refusal);
    return good(modeOf(context, caller, listing));
  });
}

/** Each symbol has an outcome of its own: those that changed, and what kept the others. */
function changeModes(context: KucoinPrivateContext, caller: KucoinCaller, params: KucoinParams): KucoinReply {
  const read = new KucoinFields('futures', params);
  const mode = read.choice('marginMode', MODES);
  const symbols = Array.isArray(params['symbols']) ? (params['symbols'] as unknown[]).map(String) : [];
  if (mode === null || symbols.length === 0) return read.refusal ?? bad('100001', 'symbols parameter invalid.');
  const marginMode: Record<string, string> = {};
  const errors: { code: string; msg: string; symbol: string }[] = [];
  for (const symbol of symbols) {
    const one = changeMode(context, caller, new KucoinFields('futures', { symbol, marginMode: params['marginMode'] }));
    if (one.code === '200000') marginMode[symbol] = String(params['marginMode']);
    else errors.push({ code: one.code, msg: one.msg ?? '', symbol });
  }
  return good({ marginMode, errors });
}

function changeLeverage(context: KucoinPrivateContext, caller: KucoinCaller, read: KucoinFields): KucoinReply {
  const leverage = read.amount('leverage');
  if (leverage === null) return bad('100001', 'leverage parameter invalid.');
  return ofSymbol(context, read, (listing) => {
    const done = context.side.accounts.setLeverage(caller.accountId, listing.ix, leverage.toNumber());
    return done.ok ? good(true) : kucoinRefusalOf('futures', done.refusal);
  });
}

function switchMode({ side }: KucoinPrivateContext, { accountId }: KucoinCaller, read: KucoinFields): KucoinReply {
  const mode = read.choice('positionMode', POSITION_MODES);
  if (mode === null) return bad('100001', 'positionMode parameter invalid.');
  const done = side.accounts.setPositionMode(accountId, mode);
  if (!done.ok && done.refusal !== 'position-mode-unchanged') return kucoinRefusalOf('futures', done.refusal);
  return good({ positionMode: mode === 'hedge' ? 1 : 0 });
}

function maxOpenSize(context: KucoinPrivateContext, { accountId }: KucoinCaller, read: KucoinFields): KucoinReply {
  const price = read.amount('price');
  const leverage = read.amount('leverage');
  if (price === null || leverage === null) return bad('100001', 'price parameter invalid.');
  return ofSymbol(context, read, ({ symbol, instrument }) => {
    const balance = context.side.accounts
      .balances(accountId, 'futures')
      .find(({ asset }) => asset === instrument.quote);
    const perLot = price.times(decimal(instrument.qtyScale)).times(decimal(instrument.qtyStep));
    const lots = balance === undefined ? 0 : Math.floor(balance.free.times(leverage).div(perLot).toNumber());
    return good({ symbol, maxBuyOpenSize: Math.max(0, lots), maxSellOpenSize: Math.max(0, lots) });
  });
}

function riskLimits({ listings }: KucoinPrivateContext, read: KucoinFields): KucoinReply {
  const listing = listings.futures.bySymbol(read.text('id') ?? '');
  if (listing === null) return kucoinRefusalOf('futures', 'unknown-symbol');
  const { leverageMax } = listing.instrument;
  const rows = MARGIN_BRACKETS.map(({ untilUsd, rateFrac }, at) => ({
    symbol: listing.symbol,
    level: at + 1,
    maxRiskLimit: Number.isFinite(untilUsd) ? untilUsd : 50_000_000,
    minRiskLimit: at === 0 ? 0 : (MARGIN_BRACKETS[at - 1]?.untilUsd ?? 0),
    maxLeverage: leverageMax,
    initialMargin: 1 / leverageMax,
    maintainMargin: Number(rateFrac),
  }));
  return good(rows);
}

function transactions({ side }: KucoinPrivateContext, { accountId }: KucoinCaller, read: KucoinFields): KucoinReply {
  const type = read.text('type');
  const currency = read.text('currency');
  const maxCount = read.whole('maxCount') ?? HISTORY_ROWS;
  // The offset of the last row of a page asks for the older ones, with `forward=false` for the newer ones.
  const offset = read.whole('offset');
  const isForward = read.text('forward') !== 'false';
  const rows = side.accounts
    .incomes(accountId, { ...read.span() })
    .filter(({ pocket, asset }) => pocket === 'futures' && (currency === null || currency === asset))
    .filter(({ id }) => offset === null || (isForward ? id < offset : id > offset))
    .map((income) => historyRow(income, income.id))
    .filter((row) => type === null || row.type === type);
  return good({ dataList: rows.slice(0, maxCount), hasMore: rows.length > maxCount });
}

/** `from` and `to` bound the time of closing; pages are counted by `pageId`. */
function closedPositions(context: KucoinPrivateContext, caller: KucoinCaller, read: KucoinFields): KucoinReply {
  const symbol = read.text('symbol');
  const fromMs = read.whole('from') ?? 0;
  const toMs = read.whole('to') ?? context.market.nowMs();
  const pageSize = Math.max(1, Math.min(read.whole('limit') ?? 10, CLOSED_ROWS_MAX));
  const currentPage = Math.max(1, read.whole('pageId') ?? 1);
  const rows = context.closed
    .of(caller.accountId)
    .filter(({ closeMs }) => closeMs >= fromMs && closeMs <= toMs)
    .map((one) => ({ one, listing: kucoinListingAt(context, one.ix) }))
    .filter(({ listing }) => symbol === null || listing.symbol === symbol);
  const items = rows.slice((currentPage - 1) * pageSize, currentPage * pageSize).map(({ one, listing }) => {
    const { leverage } = context.side.accounts.setup(caller.accountId, one.ix);
    return closedPositionRow(listing, one, { leverage, mode: modeOf(context, caller, listing).marginMode });
  });
  const totalPage = Math.ceil(rows.length / pageSize);
  return good({ currentPage, pageSize, totalNum: rows.length, totalPage, items });
}

/** `from` and `to` bound the time. */
function funding(context: KucoinPrivateContext, caller: KucoinCaller, read: KucoinFields): KucoinReply {
  const symbol = read.text('symbol');
  const fromMs = read.whole('from') ?? read.whole('startAt') ?? 0;
  const toMs = read.whole('to') ?? read.whole('endAt') ?? context.market.nowMs();
  const maxCount = read.whole('maxCount') ?? 100;
  const rows = context.funding
    .of(caller.accountId)
    .filter(({ income }) => income.atMs >= fromMs && income.atMs <= toMs)
    .flatMap((record) => {
      const listing = record.income.ix === null ? null : kucoinListingAt(context, record.income.ix);
      if (listing === null || (symbol !== null && listing.symbol !== symbol)) return [];
      return [fundingRow(listing, record, modeOf(context, caller, listing).marginMode)];
    });
  return good({ dataList: rows.slice(0, maxCount), hasMore: rows.length > maxCount });
}
