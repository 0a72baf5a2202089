import { ZERO } from '@riptide/core/domain';
import type { SimPosition } from '../../account/model.ts';
import type { BybitListing } from '../bybit-listing.ts';
import type { StopKind, StopTarget } from './attached-stops.ts';
import { bad, good, invalid, type BybitAnswer } from './bybit-answer.ts';
import {
  bybitCall,
  listingAt,
  type BybitCall,
  type BybitCaller,
  type BybitCalls,
  type BybitPrivateContext,
} from './bybit-context.ts';
import { BybitFields, type BybitParams } from './bybit-fields.ts';
import { readPositionSide, TRIGGERS } from './bybit-new-order.ts';
import { bybitPositionRow, type PositionStops } from './bybit-position-row.ts';
import { bybitRefusalOf } from './bybit-refusals.ts';

const ROWS = 20;
const ROWS_MAX = 200;
const ORDER_TYPES: Readonly<Record<string, boolean>> = { Market: false, Limit: true };
const MODES: Readonly<Record<string, 'one-way' | 'hedge'>> = { 0: 'one-way', 3: 'hedge' };
const KINDS = [
  ['takeProfit', 'tp'],
  ['stopLoss', 'sl'],
] as const;

/** The signed calls about positions. */
export function bybitPositionCalls(context: BybitPrivateContext): BybitCalls {
  const setting = (answer: BybitCall['answer']): BybitCall =>
    bybitCall({ name: 'settings', needs: 'futures', perSecond: 10 }, answer);
  return {
    'GET /v5/position/list': bybitCall({ name: 'positions', needs: 'none', perSecond: 50 }, (caller, params) =>
      list(context, caller, params),
    ),
    'POST /v5/position/set-leverage': setting((caller, params) => setLeverage(context, caller, params)),
    'POST /v5/position/switch-mode': setting((caller, params) => switchMode(context, caller, params)),
    'POST /v5/position/trading-stop': bybitCall({ name: 'place', needs: 'futures', perSecond: 10 }, (caller, params) =>
      tradingStop(context, caller, params),
    ),
    'GET /v5/position/symbol-info': bybitCall({ name: 'settings', needs: 'none', perSecond: 50 }, (caller, params) =>
      symbolInfo(context, caller, params),
    ),
  };
}

/** Trigger prices of a position's own stops. */
export function stopsOf(context: BybitPrivateContext, listing: BybitListing, position: SimPosition): PositionStops {
  const { accountId, positionSide } = position;
  const target: StopTarget = { accountId, listing, positionSide: positionSide === 'BOTH' ? null : positionSide };
  return {
    takeProfitTicks: context.stops.triggerOf(target, 'takeProfit'),
    stopLossTicks: context.stops.triggerOf(target, 'stopLoss'),
  };
}

/** With a symbol flat positions are told too; with a coin only those with a size. */
function list(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const read = new BybitFields(params);
  // Coin-margined markets exist at the venue; nobody holds any here.
  if (read.text('category') === 'inverse') return good({ category: 'inverse', nextPageCursor: '', list: [] });
  if (read.category() === 'spot') read.refuse(invalid('Illegal category'));
  const listing = read.text('symbol') === null ? null : read.listing(context.categories);
  const settleCoin = read.text('settleCoin');
  if (listing === null && settleCoin === null) {
    read.refuse(invalid('Missing some parameters that must be filled in, symbol or settleCoin'));
  }
  if (read.refusal !== null) return read.refusal;
  const { accounts } = context.side;
  const held = accounts
    .positions(caller.accountId, listing === null ? {} : { ix: listing.ix, isAll: true })
    .map((position) => ({ position, at: listingAt(context, position.ix) }))
    .filter(({ at }) => at.category === 'linear' && (settleCoin === null || at.instrument.quote === settleCoin));
  const rows = held.map(({ position, at }) => bybitPositionRow(at, position, stopsOf(context, at, position)));
  if (rows.length === 0 && listing !== null) rows.push(flatRow(context, caller, listing));
  const limit = Math.min(read.whole('limit') ?? ROWS, ROWS_MAX);
  return good({ category: 'linear', nextPageCursor: '', list: rows.slice(0, limit) });
}

function flatRow(context: BybitPrivateContext, caller: BybitCaller, listing: BybitListing): Record<string, unknown> {
  const setup = context.side.accounts.setup(caller.accountId, listing.ix);
  const flat: SimPosition = {
    accountId: caller.accountId,
    ix: listing.ix,
    positionSide: 'BOTH',
    lots: 0,
    entryPx: ZERO,
    markPx: context.market.mark(listing.ix).markPx,
    ...setup,
    margin: ZERO,
    maintenanceMargin: ZERO,
    unrealised: ZERO,
    realised: ZERO,
    liquidationPx: null,
    adlRank: 1,
    openedMs: 0,
    updatedMs: 0,
  };
  return bybitPositionRow(listing, flat, { takeProfitTicks: null, stopLossTicks: null });
}

function setLeverage(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const read = new BybitFields(params);
  const listing = read.listing(context.categories);
  const buy = read.amount('buyLeverage');
  const sell = read.amount('sellLeverage');
  if (listing === null || buy === null || sell === null)
    return read.refusal ?? invalid('params error: buyLeverage invalid');
  const { accounts } = context.side;
  if (!buy.eq(sell) && accounts.positionMode(caller.accountId) === 'one-way') {
    return invalid('buy leverage not equal sell leverage');
  }
  if (buy.lt(1)) return invalid('leverage invalid');
  const leverage = buy.toNumber();
  if (leverage === accounts.setup(caller.accountId, listing.ix).leverage) return bad(110043, 'leverage not modified');
  const set = accounts.setLeverage(caller.accountId, listing.ix, leverage);
  return set.ok ? good({}) : bybitRefusalOf('linear', set.refusal);
}

/** The accounts keep one mode for all symbols. */
function switchMode(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const read = new BybitFields(params);
  if (read.category() !== 'linear') read.refuse(invalid('Illegal category'));
  const mode = read.choice('mode', MODES);
  if (read.text('symbol') === null && read.text('coin') === null) read.refuse(invalid('symbol or coin is required'));
  if (mode === null || read.refusal !== null) return read.refusal ?? invalid('params error: mode invalid');
  const { accounts } = context.side;
  const set = accounts.setPositionMode(caller.accountId, mode);
  if (set.ok) return good({});
  const hasPosition = accounts.positions(caller.accountId).length > 0;
  return set.refusal === 'position-mode-locked' && !hasPosition
    ? bad(110028, 'You have existing open orders, so the position mode cannot be switched')
    : bybitRefusalOf('linear', set.refusal);
}

/** `0` takes a stop away; Full replaces the one that stands, Partial adds another. */
function tradingStop(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const read = new BybitFields(params);
  const listing = read.listing(context.categories);
  if (listing === null) return read.refusal ?? invalid('Illegal category');
  if (listing.category !== 'linear') return invalid('Illegal category');
  const target: StopTarget = {
    accountId: caller.accountId,
    listing,
    positionSide: readPositionSide(read, listing),
  };
  if (read.refusal !== null) return read.refusal;
  if (context.stops.positionOf(target) === null) return invalid('can not set tp/sl/ts for zero position');
  if (read.text('trailingStop') !== null && Number(read.text('trailingStop')) !== 0) {
    return invalid('trailingStop is not simulated');
  }
  let changed = 0;
  for (const [kind, short] of KINDS) {
    if (read.text(kind) === null) continue;
    const done = setOne(context, { read, target, kind, short });
    if (done !== null && typeof done !== 'boolean') return done;
    if (done !== null && done) changed += 1;
  }
  return changed === 0 ? bad(34040, 'not modified') : good({});
}

interface OneStop {
  readonly read: BybitFields;
  readonly target: StopTarget;
  readonly kind: StopKind;
  readonly short: 'tp' | 'sl';
}

/** True when something changed. */
function setOne(context: BybitPrivateContext, { read, target, kind, short }: OneStop): boolean | BybitAnswer {
  const { listing } = target;
  if (Number(read.text(kind)) === 0) return context.stops.clear(target, kind);
  const triggerTicks = read.ticks(kind, listing);
  const isPartial = read.text('tpslMode') === 'Partial';
  const lots = isPartial ? read.lots(`${short}Size`, listing) : null;
  const isLimit = isPartial && read.choice(`${short}OrderType`, ORDER_TYPES, false) === true;
  const limitTicks = isLimit ? read.ticks(`${short}LimitPrice`, listing) : null;
  const triggerBy = read.choice(`${short}TriggerBy`, TRIGGERS, 'last') ?? 'last';
  if (read.refusal !== null || triggerTicks === null) return read.refusal ?? invalid(`params error: ${kind} invalid`);
  if (!isPartial && context.stops.triggerOf(target, kind) === triggerTicks) return false;
  return context.stops.set(target, { kind, triggerTicks, triggerBy, limitTicks, lots }) ?? true;
}

function symbolInfo(context: BybitPrivateContext, caller: BybitCaller, params: BybitParams): BybitAnswer {
  const read = new BybitFields(params);
  const listing = read.text('symbol') === null ? null : read.listing(context.categories);
  if (read.refusal !== null) return read.refusal;
  const rows = (listing === null ? context.categories.linear.all : [listing]).map(({ ix, symbol }) => ({
    symbol,
    leverage: String(context.side.accounts.setup(caller.accountId, ix).leverage),
    side: '',
    positionIdx: 0,
  }));
  return good({ category: 'linear', list: rows, nextPageCursor: '' });
}
