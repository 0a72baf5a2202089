import { parseDecimal, ZERO } from '@riptide/core/domain';
import type { SimPocket } from '../../account/model.ts';
import { fixedText } from '../../server/text.ts';
import { BinanceRefusal } from '../binance-refusal.ts';
import { missing } from './binance-auth.ts';
import { BinanceParams, invalidData } from './binance-params.ts';
import { binanceRefusalOf } from './binance-refusals.ts';
import {
  reading,
  trading,
  type BinanceCaller,
  type BinancePrivateCalls,
  type BinancePrivateContext,
} from './private-call.ts';
import { amount8 } from './spot-order-view.ts';

/** Weights are those of the wallet pages; the wallet has limits of its own, counted here with the rest. */
const TRANSFERS: Readonly<Record<string, readonly [from: SimPocket, to: SimPocket]>> = {
  MAIN_UMFUTURE: ['spot', 'futures'],
  UMFUTURE_MAIN: ['futures', 'spot'],
};

/** The signed account endpoints of spot and of the wallet. */
export function spotAccountCalls(context: BinancePrivateContext): BinancePrivateCalls {
  return {
    'GET /api/v3/account': reading('balances', 20, (caller, params) => account(context, caller, params)),
    'GET /api/v3/account/commission': reading('settings', 20, (caller, params) => commission(context, caller, params)),
    'GET /sapi/v1/account/apiRestrictions': reading('key', 1, (caller) => restrictions(caller)),
    'GET /sapi/v1/capital/config/getall': reading('other', 10, () => coins(context)),
    'GET /sapi/v1/margin/crossMarginData': reading('other', 5, () => crossMarginData(context)),
    'GET /sapi/v1/margin/allPairs': reading('other', 1, () => []),
    'GET /sapi/v1/margin/isolated/allPairs': reading('other', 10, () => []),
    'GET /sapi/v1/asset/tradeFee': reading('settings', 1, (caller, params) => tradeFees(context, caller, params)),
    'POST /sapi/v1/asset/transfer': trading('other', { weight: 900 }, (caller, params) =>
      transfer(context, caller, params),
    ),
  };
}

function account(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const { accounts } = context.side;
  const omitsZero = params.get('omitZeroBalances') === 'true';
  const balances = accounts
    .balances(caller.accountId, 'spot')
    .filter(({ total }) => !omitsZero || !total.eq(0))
    .map(({ asset, free, locked }) => ({ asset, free: amount8(free), locked: amount8(locked) }));
  const fees = feesOf(context, caller);
  return {
    makerCommission: Math.round(fees.makerFrac * 1e4),
    takerCommission: Math.round(fees.takerFrac * 1e4),
    buyerCommission: 0,
    sellerCommission: 0,
    commissionRates: {
      maker: fees.makerFrac.toFixed(8),
      taker: fees.takerFrac.toFixed(8),
      buyer: '0.00000000',
      seller: '0.00000000',
    },
    canTrade: true,
    canWithdraw: true,
    canDeposit: true,
    brokered: false,
    requireSelfTradePrevention: false,
    preventSor: false,
    updateTime: context.market.nowMs(),
    accountType: 'SPOT',
    balances,
    permissions: ['SPOT'],
    uid: caller.accountId,
  };
}

function feesOf(context: BinancePrivateContext, caller: BinanceCaller): { makerFrac: number; takerFrac: number } {
  const first = context.product.listings[0];
  if (first === undefined) throw new Error('Invariant: the venue lists no spot market');
  return context.side.accounts.feeRates(caller.accountId, first.ix);
}

function commission(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.listing();
  if (listing === null) return read.refusal;
  const { makerFrac, takerFrac } = context.side.accounts.feeRates(caller.accountId, listing.ix);
  const nothing = { maker: '0.00000000', taker: '0.00000000', buyer: '0.00000000', seller: '0.00000000' };
  return {
    symbol: listing.instrument.wireSymbol,
    standardCommission: { ...nothing, maker: makerFrac.toFixed(8), taker: takerFrac.toFixed(8) },
    specialCommission: nothing,
    taxCommission: nothing,
    discount: { enabledForAccount: false, enabledForSymbol: true, discountAsset: 'BNB', discount: '0.75000000' },
  };
}

function tradeFees(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const read = new BinanceParams(params, context.product);
  const listing = read.optionalListing();
  if (read.refusal !== null) return read.refusal;
  const listings = listing === null ? context.product.listings : [listing];
  return listings.map(({ ix, instrument }) => {
    const { makerFrac, takerFrac } = context.side.accounts.feeRates(caller.accountId, ix);
    return { symbol: instrument.wireSymbol, makerCommission: String(makerFrac), takerCommission: String(takerFrac) };
  });
}

function restrictions({ key }: BinanceCaller): unknown {
  return {
    ipRestrict: key.ipList.length > 0,
    createTime: 1_790_000_000_000,
    ...(key.expiresMs === null ? {} : { tradingAuthorityExpirationTime: key.expiresMs }),
    enableReading: true,
    enableWithdrawals: key.canWithdraw,
    enableInternalTransfer: false,
    enableMargin: false,
    enableFutures: key.canTradeFutures && !key.isReadOnly,
    permitsUniversalTransfer: false,
    enableVanillaOptions: false,
    enableFixApiTrade: false,
    enableFixReadOnly: false,
    enableSpotAndMarginTrading: key.canTradeSpot && !key.isReadOnly,
    enablePortfolioMarginTrading: false,
  };
}

/** Interest is told per day. */
function crossMarginData({ market, product }: BinancePrivateContext): unknown {
  const names = new Set(product.listings.flatMap(({ instrument }) => [instrument.base, instrument.quote]));
  const rates = new Map(market.loans().map(({ asset, perHourFrac }) => [asset, perHourFrac]));
  return Array.from(names, (coin) => {
    const perHourFrac = rates.get(coin);
    return {
      vipLevel: 0,
      coin,
      transferIn: true,
      borrowable: perHourFrac !== undefined,
      dailyInterest: fixedText((perHourFrac ?? 0) * 24, 8),
      yearlyInterest: fixedText((perHourFrac ?? 0) * 24 * 365, 4),
      borrowLimit: perHourFrac === undefined ? '0' : '1000000',
      marginablePairs: [],
    };
  });
}

function coins({ product }: BinancePrivateContext): unknown {
  const names = new Set(product.listings.flatMap(({ instrument }) => [instrument.base, instrument.quote]));
  return Array.from(names, (coin) => ({
    coin,
    depositAllEnable: false,
    withdrawAllEnable: false,
    name: coin,
    free: '0',
    locked: '0',
    freeze: '0',
    withdrawing: '0',
    ipoing: '0',
    ipoable: '0',
    storage: '0',
    isLegalMoney: false,
    trading: true,
    networkList: [],
  }));
}

function transfer(context: BinancePrivateContext, caller: BinanceCaller, params: URLSearchParams): unknown {
  const pockets = TRANSFERS[params.get('type') ?? ''];
  if (pockets === undefined) return params.has('type') ? invalidData('type') : missing('type');
  const asset = params.get('asset') ?? '';
  if (asset === '') return missing('asset');
  const amount = parseDecimal(params.get('amount')) ?? ZERO;
  if (amount.lte(0)) return invalidData('amount');
  const moved = context.side.accounts.transfer(caller.accountId, asset, ...pockets, amount);
  if (moved.ok) return { tranId: context.market.nowMs() };
  return moved.refusal === 'balance-insufficient'
    ? new BinanceRefusal(-9000, 'user have no avaliable amount')
    : binanceRefusalOf('spot', moved.refusal);
}
