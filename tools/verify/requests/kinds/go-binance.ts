import { TIMEFRAMES, type Instrument } from '@riptide/core/domain';
import { binanceRequests as ours } from '@riptide/venues/binance';
import { NO_SPAN, type Span } from '../asks/ask.ts';
import { buildOrder } from '../asks/build-order.ts';
import { instrumentNamed } from '../asks/instrument-of.ts';
import { VERIFY_KEY, VERIFY_NOW_MS, VERIFY_TARGET } from '../asks/sending.ts';
import { checkAsk, type Reading } from '../check-ask.ts';
import { compareRequests } from '../compare-requests.ts';
import { formOfWire, type RequestForm } from '../request-form.ts';
import type { Json, RequestRow } from '../request-row.ts';
import { differ, unreadable, unsupported, type RowVerdict } from '../verdict.ts';

type Fields = Readonly<Record<string, string>>;
type Call = Parameters<typeof ours.toWireCall>[0];

/** Checks a row of go-binance's tests: a call of the library and the parameters it sends; the row states no path. */
export function checkGoBinance(row: RequestRow): RowVerdict {
  const { json } = row;
  if (json.params === null || typeof json.params !== 'object') return unreadable('no params');
  const params = new Map(
    Object.entries(json.params as Record<string, Json>).map(([name, value]) => [name, goValue(value)]),
  );
  const theirs: RequestForm = { method: null, host: null, path: null, params, hasBody: null };
  const name = serviceName(json);
  const isSpot = row.market === 'spot';
  const fields: Fields = Object.fromEntries(params);
  const call = (isSpot ? SPOT : USDM)[name];
  if (call !== undefined) {
    const wire = ours.toWireCall(call(fields), VERIFY_TARGET, VERIFY_KEY, VERIFY_NOW_MS);
    if (wire === null) return unsupported('the venue has no such host');
    const form = formOfWire(wire);
    const isSigned = form.params.has('signature');
    if (typeof json.signed === 'boolean' && json.signed !== isSigned) {
      return differ(`signed: ${json.signed} ≠ ours ${isSigned}`);
    }
    return compareRequests({ venue: 'BINANCE', ours: form, theirs, skipKeys: [], isPartial: false, wireSymbol: null });
  }
  return checkAsk(readService(name, isSpot, fields), { venue: 'BINANCE', theirs });
}

/** `NewGetOrderService()` is GetOrder; rows without a call are named by their test. */
function serviceName(json: Json): string {
  return /\.New(\w+?)Service\(/.exec(json.call ?? '')?.[1] ?? String(json.test ?? '').replace(/^Test/, '');
}

/** Go prints `int64(5)` for 5, and constants by their name: `SideTypeBuy`, `OrderTypeStopMarket`. */
function goValue(value: Json): string {
  const text = String(value);
  const number = /^u?int\d*\((-?\d+)\)$/.exec(text) ?? /^float64\(([\d.]+)\)$/.exec(text);
  if (number !== null) return number[1] as string;
  const constant = /^[A-Z]\w*?Type([A-Z]\w*)$/.exec(text);
  return constant === null ? text : (constant[1] as string).replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toUpperCase();
}

const spotName = ({
  symbol,
  orderId,
  origClientOrderId,
}: Fields): { symbol: string; orderId?: string; origClientOrderId?: string } => ({
  symbol: symbol ?? '',
  ...(orderId === undefined ? {} : { orderId }),
  ...(origClientOrderId === undefined ? {} : { origClientOrderId }),
});

const SPOT: Readonly<Record<string, (fields: Fields) => Call>> = {
  GetAccount: ({ omitZeroBalances }) =>
    ours.account.buildSpotAccount(omitZeroBalances === undefined ? undefined : omitZeroBalances === 'true'),
  GetOrder: (fields) => ours.spot.buildGetOrder(spotName(fields)),
  CancelOrder: (fields) => ours.spot.buildCancelOrder(spotName(fields)),
  GetAPIKeyPermission: () => ours.account.buildApiRestrictions(),
};

const USDM: Readonly<Record<string, (fields: Fields) => Call>> = {
  GetOrder: (fields) => ours.futures.buildQueryOrder(spotName(fields)),
  CancelOrder: (fields) => ours.futures.buildCancelOrder(spotName(fields)),
  GetIncomeHistory: ({ symbol, incomeType, startTime, endTime }) =>
    ours.account.buildIncome({
      ...(symbol === undefined ? {} : { symbol }),
      ...(incomeType === undefined ? {} : { incomeType }),
      ...(startTime === undefined ? {} : { startTime: Number(startTime) }),
      ...(endTime === undefined ? {} : { endTime: Number(endTime) }),
    }),
  StartUserStream: () => ours.account.buildStartListenKey(),
  KeepaliveUserStream: () => ours.account.buildKeepListenKey(),
  CloseUserStream: () => ours.account.buildCloseListenKey(),
  ChangePositionMode: ({ dualSidePosition }) =>
    ours.account.buildChangePositionMode(dualSidePosition === 'true' ? 'hedge' : 'one-way'),
  ChangeMarginType: ({ symbol, marginType }) =>
    ours.account.buildChangeMarginType(symbol ?? '', marginType === 'ISOLATED' ? 'isolated' : 'cross'),
  GetSymbolConfig: ({ symbol }) => ours.account.buildSymbolConfig(symbol),
  GetAccountConfig: () => ours.account.buildAccountConfig(),
  CancelMultipleOrders: ({ symbol, orderIdList, origClientOrderIdList }) =>
    ours.futures.buildCancelBatchOrders({
      symbol: symbol ?? '',
      ...(orderIdList === undefined ? {} : { orderIdList: JSON.parse(orderIdList) }),
      ...(origClientOrderIdList === undefined ? {} : { origClientOrderIdList: JSON.parse(origClientOrderIdList) }),
    }),
};

/** Keys of orders that the product has words for. */
const ORDER_KEYS: ReadonlySet<string> = new Set([
  'symbol',
  'side',
  'type',
  'timeInForce',
  'quantity',
  'price',
  'stopPrice',
  'triggerPrice',
  'reduceOnly',
  'newClientOrderId',
  'newOrderRespType',
  'workingType',
  'closePosition',
  'algoType',
  'clientAlgoId',
  'recvWindow',
]);

const NEVER: readonly (readonly [RegExp, string])[] = [
  [/OCO|OrderList|OTO/, 'orders that cancel each other'],
  [/^ModifyOrder/, 'changes of a resting order'],
  [/PositionMargin/, 'the product never moves margin'],
  [/Rebate|Broker/, "affairs of a broker's"],
  [
    /^(AggTrades|AggregateTrades|HistoricalTrades|RecentTrades|PremiumIndex|LongShortRatio|.*OpenInterest.*|TopLongShort.*|ListLiquidationOrders|.*Price.*|.*Ticker.*)$/,
    'public data that comes over the socket or is not used',
  ],
  [/Transfer|Withdraw|Deposit|Dust|Convert|Loan|Margin|Saving|Staking|SubAccount/i, 'the product never moves funds'],
];

function readService(name: string, isSpot: boolean, fields: Fields): Reading {
  const market = isSpot ? 'spot' : 'perp';
  const named = instrumentNamed('BINANCE', market, fields['symbol'] ?? '');
  const instrument = fields['symbol'] === undefined ? null : named;
  switch (name) {
    case 'CreateOrder':
    case 'CreateAlgoOrder':
      return readOrder(isSpot, fields);
    case 'ListOrders':
      return { ask: { call: 'all-orders', instrument: named, isConditional: false, span: spanOf(fields) } };
    case 'ListTrades':
    case 'ListAccountTrade':
      return { ask: { call: 'fills', market, instrument: named, span: spanOf(fields), isRecent: true } };
    case 'ListOpenOrders':
      return { ask: { call: 'open-orders', market, instrument, isConditional: false } };
    case 'CancelOpenOrders':
    case 'CancelAllOpenOrders':
      return { ask: { call: 'cancel-all', market, instrument: named, isConditional: false } };
    case 'GetBalance':
      return { ask: { call: 'balances', market, currency: '' } };
    case 'GetPositionRisk':
    case 'GetPositionRiskV3':
      return { ask: { call: 'positions', instrument, settleAsset: 'USDT' } };
    case 'ChangeLeverage':
      return {
        ask: { call: 'set-leverage', instrument: named, leverage: Number(fields['leverage']), marginMode: 'cross' },
      };
    case 'CommissionRate':
      return { ask: { call: 'fee-rates', instrument: named } };
    case 'ExchangeInfo':
      return { ask: { call: 'instruments', market } };
    case 'ServerTime':
      return { ask: { call: 'time', market } };
    case 'ListPriceChangeStats':
      return { ask: { call: 'tickers', market } };
    case 'Klines':
      return readCandles(named, fields);
    case 'Depth':
      return { ask: { call: 'book', instrument: named, levels: null } };
    default: {
      const why = NEVER.find(([one]) => one.test(name));
      return { unsupported: why?.[1] ?? `service ${name}` };
    }
  }
}

function readCandles(instrument: Instrument, { endTime, interval, limit, startTime }: Fields): Reading {
  const timeframe = TIMEFRAMES.find((one) => one === interval);
  if (timeframe === undefined) return { unsupported: `candles of ${String(interval)}` };
  if (startTime !== undefined || endTime !== undefined) return { unsupported: 'candles from a time on' };
  return {
    ask: {
      call: 'candles',
      instrument,
      timeframe,
      startMs: null,
      limit: limit === undefined ? null : Number(limit),
      isHistory: false,
    },
  };
}

function readOrder(isSpot: boolean, fields: Fields): Reading {
  const unknown = Object.keys(fields).find((key) => !ORDER_KEYS.has(key));
  if (unknown !== undefined) return { unsupported: `orders with ${unknown}` };
  const { price, quantity, side, symbol = '', timeInForce, type } = fields;
  const types = {
    MARKET: 'market',
    LIMIT: 'limit',
    LIMIT_MAKER: 'limit',
    STOP_MARKET: 'stop-market',
    STOP_LOSS: 'stop-market',
    TAKE_PROFIT_MARKET: 'take-profit-market',
  } as const;
  const orderType = types[type as keyof typeof types];
  if (orderType === undefined) return { unsupported: `order type ${String(type)}` };
  if (!isSpot && orderType !== 'market' && orderType !== 'limit' && fields['algoType'] === undefined) {
    return { unsupported: 'conditional orders by the plain order call, which the venue takes no more' };
  }
  const isPostOnly = type === 'LIMIT_MAKER' || timeInForce === 'GTX';
  const order = buildOrder(instrumentNamed('BINANCE', isSpot ? 'spot' : 'perp', symbol), {
    side: side === 'SELL' ? 'SELL' : 'BUY',
    type: orderType,
    tif: isPostOnly ? 'POST_ONLY' : timeInForce === 'IOC' || timeInForce === 'FOK' ? timeInForce : 'GTC',
    qtyBase: quantity ?? null,
    px: price ?? null,
    triggerPx: fields['stopPrice'] ?? fields['triggerPrice'] ?? null,
    triggerBy: fields['workingType'] === 'MARK_PRICE' ? 'mark' : 'last',
    isReduceOnly: fields['reduceOnly'] === 'true',
    closesPosition: fields['closePosition'] === 'true',
  });
  return { ask: { call: 'place', order, modes: { spotTdMode: 'cash', marginMode: 'cross' } } };
}

function spanOf({ endTime, fromID, fromId, limit, orderId, startTime }: Fields): Span {
  const numberOf = (text: string | undefined): number | null => (text === undefined ? null : Number(text));
  return {
    ...NO_SPAN,
    startMs: numberOf(startTime),
    endMs: numberOf(endTime),
    limit: numberOf(limit),
    orderId: orderId ?? null,
    fromId: fromId ?? fromID ?? null,
  };
}
