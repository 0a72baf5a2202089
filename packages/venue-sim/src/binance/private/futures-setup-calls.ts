import type { SimMarginMode } from '../../account/model.ts';
import { MARGIN_BRACKETS, POSITION_USD_MAX } from '../../account/venue-rules.ts';
import type { BinanceListing } from '../binance-product.ts';
import { BinanceRefusal } from '../binance-refusal.ts';
import { missing } from './binance-auth.ts';
import { BinanceParams, invalidData } from './binance-params.ts';
import { binanceRefusalOf } from './binance-refusals.ts';
import { forListings, symbolConfigRow } from './futures-account-calls.ts';
import { MAX_NOTIONAL } from './futures-account-rows.ts';
import {
  reading,
  trading,
  type BinanceCaller,
  type BinancePrivateCalls,
  type BinancePrivateContext,
} from './private-call.ts';

const MARGIN_TYPES: Readonly<Record<string, SimMarginMode>> = {
  ISOLATED: 'isolated',
  CROSSED: 'cross',
};
const SUCCESS = { code: 200, msg: 'success' };

/** The signed endpoints of USD-M futures that read and change settings. */
export function futuresSetupCalls(context: BinancePrivateContext): BinancePrivateCalls {
  const { accounts } = context.side;
  return {
    'GET /fapi/v1/symbolConfig': reading('settings', 5, (caller, params) =>
      forListings(context, params, (listing) => symbolConfigRow(context, caller, listing)),
    ),
    'GET /fapi/v1/accountConfig': reading('settings', 5, (caller) => accountConfig(context, caller)),
    'POST /fapi/v1/leverage': trading('settings', { weight: 1 }, (caller, params) => leverage(context, caller, params)),
    'POST /fapi/v1/marginType': trading('settings', { weight: 1 }, (caller, params) =>
      marginType(context, caller, params),
    ),
    'GET /fapi/v1/positionSide/dual': reading('settings', 30, ({ accountId }) => ({
      dualSidePosition: accounts.positionMode(accountId) === 'hedge',
    })),
    'POST /fapi/v1/positionSide/dual': trading('settings', { weight: 1 }, (caller, params) =>
      positionMode(context, caller, params),
    ),
    'GET /fapi/v1/multiAssetsMargin': reading('settings', 30, () => ({ multiAssetsMargin: false })),
    'POST /fapi/v1/multiAssetsMargin': trading('settings', { weight: 1 }, (_caller, params) => multiAssets(params)),
    'GET /fapi/v1/leverageBracket': reading('settings', 1, (_caller, params) =>
      forListings(context, params, bracketRow),
    ),
    'GET /fapi/v1/commissionRate': reading('settings', 20, (caller, params) => commissionRate(context, caller, params)),
    'GET /fapi/v1/feeBurn': reading('settings', 30, () => ({ feeBurn: false })),
  };
}

function accountConfig(context: BinancePrivateContext, caller: BinanceCaller): unknown {
  return {
    feeTier: 0,
    canTrade: true,
    canDeposit: true,
    canWithdraw: true,
    dualSidePosition: context.side.accounts.positionMode(caller.accountId) === 'hedge',
    multiAssetsMargin: false,
    tradeGroupId: -1,
    updateTime: 0,
  };
}

function leverage(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.listing();
  const wanted = read.whole('leverage');
  if (wanted === null) read.refuse(missing('leverage'));
  if (listing === null || wanted === null || read.refusal !== null) return read.refusal;
  const set = context.side.accounts.setLeverage(caller.accountId, listing.ix, wanted);
  if (set.ok) return { leverage: wanted, maxNotionalValue: MAX_NOTIONAL, symbol: listing.instrument.wireSymbol };
  return set.refusal === 'leverage-invalid'
    ? new BinanceRefusal(-4028, `Leverage ${wanted} is not valid.`)
    : binanceRefusalOf('usdm', set.refusal);
}

function marginType(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.listing();
  const mode = read.choice('marginType', MARGIN_TYPES, invalidData('marginType'));
  if (listing === null || mode === null) return read.refusal;
  const { accounts } = context.side;
  const set = accounts.setMarginMode(caller.accountId, listing.ix, mode);
  if (set.ok) return SUCCESS;
  const hasPosition = accounts.positions(caller.accountId, { ix: listing.ix }).length > 0;
  return set.refusal === 'margin-mode-locked' && !hasPosition
    ? new BinanceRefusal(-4047, 'Margin type cannot be changed if there exists open orders.')
    : binanceRefusalOf('usdm', set.refusal);
}

function positionMode(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const isHedge = flagOf(params, 'dualSidePosition');
  if (isHedge instanceof BinanceRefusal) return isHedge;
  const { accounts } = context.side;
  const set = accounts.setPositionMode(caller.accountId, isHedge ? 'hedge' : 'one-way');
  if (set.ok) return SUCCESS;
  const hasPosition = accounts.positions(caller.accountId).length > 0;
  return set.refusal === 'position-mode-locked' && !hasPosition
    ? new BinanceRefusal(-4067, 'Position side cannot be changed if there exists open orders.')
    : binanceRefusalOf('usdm', set.refusal);
}

/** Only the single-asset mode is simulated. */
function multiAssets(params: URLSearchParams): unknown {
  const isMulti = flagOf(params, 'multiAssetsMargin');
  if (isMulti instanceof BinanceRefusal) return isMulti;
  return isMulti
    ? new BinanceRefusal(-4168, 'Unable to adjust to Multi-Assets mode with symbols of isolated-margin mode.')
    : new BinanceRefusal(-4171, 'No need to change margin mode.');
}

function bracketRow(listing: BinanceListing): unknown {
  const { leverageMax, wireSymbol } = listing.instrument;
  const brackets = MARGIN_BRACKETS.map(({ untilUsd, rateFrac, deductionUsd }, at) => ({
    bracket: at + 1,
    initialLeverage: leverageMax,
    notionalCap: Math.min(untilUsd, POSITION_USD_MAX),
    notionalFloor: MARGIN_BRACKETS[at - 1]?.untilUsd ?? 0,
    maintMarginRatio: Number(rateFrac),
    cum: Number(deductionUsd),
  }));
  return { symbol: wireSymbol, notionalCoef: 1, brackets };
}

function commissionRate(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.listing();
  if (listing === null) return read.refusal;
  const { makerFrac, takerFrac } = context.side.accounts.feeRates(caller.accountId, listing.ix);
  return {
    symbol: listing.instrument.wireSymbol,
    makerCommissionRate: makerFrac.toFixed(6),
    takerCommissionRate: takerFrac.toFixed(6),
    rpiCommissionRate: '0.0000',
  };
}

function flagOf(params: URLSearchParams, name: string): boolean | BinanceRefusal {
  const value = params.get(name)?.toLowerCase();
  return value === 'true' || value === 'false' ? value === 'true' : invalidData(name);
}
