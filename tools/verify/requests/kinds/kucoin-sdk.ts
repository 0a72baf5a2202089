import { TIMEFRAMES, type MarginMode, type Timeframe } from '@riptide/core/domain';
import { NO_SPAN, type Ask, type Span } from '../asks/ask.ts';
import { buildOrder } from '../asks/build-order.ts';
import { instrumentNamed } from '../asks/instrument-of.ts';
import { kucoinRequests as ours } from '@riptide/venues/kucoin';
import { VERIFY_KEY, VERIFY_NOW_MS, VERIFY_TARGET } from '../asks/sending.ts';
import { checkAsk, type Reading } from '../check-ask.ts';
import { compareRequests } from '../compare-requests.ts';
import { flatten, formOfWire, type RequestForm } from '../request-form.ts';
import type { Json, RequestRow } from '../request-row.ts';
import { differ, unreadable, unsupported, type RowVerdict } from '../verdict.ts';

type Fields = Json;
type Call = Parameters<typeof ours.toWireCall>[0];

/** Checks a request model of KuCoin's official SDK: endpoint and example values; the row states no method. */
export function checkKucoinSdk(row: RequestRow): RowVerdict {
  const { endpoint, name, request } = row.json;
  if (request === null || typeof request !== 'object') return unreadable('no request');
  const key = `${name} ${String(endpoint).replaceAll('-', '')}`;
  const theirs = statedForm(endpoint, request);
  const call = CALLS[key];
  if (call !== undefined) {
    const wire = ours.toWireCall(call(request), VERIFY_TARGET, VERIFY_KEY, VERIFY_NOW_MS);
    if (wire === null) return unsupported('the venue has no such host');
    return compareRequests({
      venue: 'KUCOIN',
      ours: formOfWire(wire),
      theirs,
      skipKeys: [],
      isPartial: false,
      wireSymbol: null,
    });
  }
  const read = ASKS[key];
  if (read !== undefined) return checkAsk(read(request, row.market), { venue: 'KUCOIN', theirs });
  // A name nobody here knows on an endpoint that is ours: not to be passed over.
  const known = [...Object.keys(CALLS), ...Object.keys(ASKS)].find(
    (one) => one.split(' ')[1] === key.split(' ')[1] && verbOf(one) === verbOf(key),
  );
  if (known !== undefined) return differ(`name ${name} is not known on ${endpoint}, which the product calls`);
  return unsupported(`no such call of ours: ${verbOf(key)} ${endpoint}`);
}

function verbOf(key: string): string {
  return /^(Batch)?(Get|Cancel|Add|Switch|Modify|Set)/.exec(key)?.[2] ?? 'other';
}

function statedForm(endpoint: string, request: Fields): RequestForm {
  const params = new Map<string, string>();
  flatten(request, '', params);
  const path = endpoint.replaceAll(/\{([\w-]+)\}/g, (_match, field: string) => {
    const name = field.replaceAll(/-(\w)/g, (_dash, letter: string) => letter.toUpperCase());
    const value = params.get(name) ?? '';
    params.delete(name);
    return encodeURIComponent(value);
  });
  return { method: null, host: null, path, params, hasBody: null };
}

const fillsSpan = ({ startAt, endAt, lastId }: Fields): Span => ({
  ...NO_SPAN,
  startMs: startAt ?? null,
  endMs: endAt ?? null,
  fromId: lastId === undefined ? null : String(lastId),
});

/** Calls with a builder of one's own. Keys: name of the SDK, endpoint without dashes. */
const CALLS: Readonly<Record<string, (fields: Fields) => Call>> = {
  'GetSymbolsWithOpenOrder /api/v1/hf/orders/active/symbols': () => ours.spot.buildGetSymbolsWithOpenOrder(),
  'SetDCP /api/v1/hf/orders/deadcancelall': ({ timeout, symbols }) =>
    ours.spot.buildSetDcp(Number(timeout), symbols === undefined ? [] : String(symbols).split(',')),
  'GetApikeyInfo /api/v1/user/apikey': () => ours.account.buildGetApikeyInfo(),
  'GetPrivateToken /api/v1/bulletprivate': () => ours.account.buildGetPrivateToken('spot'),
  'GetSpotHFLedger /api/v1/hf/accounts/ledgers': ({ startAt, endAt, lastId }) =>
    ours.account.buildGetTradeHfLedger({ startAtMs: startAt, endAtMs: endAt, lastId }),
  'GetMarginMode /api/v2/position/getMarginMode': ({ symbol }) => ours.account.buildGetMarginMode(symbol),
  'GetPositionMode /api/v2/position/getPositionMode': () => ours.account.buildGetPositionMode(),
};

/** Calls that stand for an ask. */
const ASKS: Readonly<Record<string, (fields: Fields, market: string) => Reading>> = {
  'AddOrder /api/v1/hf/orders': (fields) => readOrder('spot', fields),
  'AddOrder /api/v1/orders': (fields) => readOrder('perp', fields),
  'CancelOrderByOrderId /api/v1/hf/orders/{orderId}': (fields) => named('cancel', 'spot', fields),
  'CancelOrderByClientOid /api/v1/hf/orders/clientorder/{clientOid}': (fields) => named('cancel', 'spot', fields),
  'GetOrderByOrderId /api/v1/hf/orders/{orderId}': (fields) => named('query', 'spot', fields),
  'GetOrderByClientOid /api/v1/hf/orders/clientorder/{clientOid}': (fields) => named('query', 'spot', fields),
  'CancelOrderById /api/v1/orders/{orderId}': (fields) => named('cancel', 'perp', fields),
  'CancelOrderByClientOid /api/v1/orders/clientorder/{clientOid}': (fields) => named('cancel', 'perp', fields),
  'GetOrderByOrderId /api/v1/orders/{orderid}': (fields) => named('query', 'perp', fields),
  'GetOrderByOrderId /api/v1/orders/{orderId}': (fields) => named('query', 'perp', fields),
  'GetOrderByClientOid /api/v1/orders/byClientOid': (fields) => named('query', 'perp', fields),
  // The older spot calls, which the product makes by their high-frequency form.
  'AddOrderOld /api/v1/orders': (fields) => readOrder('spot', fields),
  'CancelOrderByOrderIdOld /api/v1/orders/{orderId}': (fields) => named('cancel', 'spot', fields),
  'CancelOrderByClientOidOld /api/v1/order/clientorder/{clientOid}': (fields) => named('cancel', 'spot', fields),
  'GetOrderByOrderIdOld /api/v1/orders/{orderId}': (fields) => named('query', 'spot', fields),
  'GetOrderByClientOidOld /api/v1/order/clientorder/{clientOid}': (fields) => named('query', 'spot', fields),
  'GetTradeHistoryOld /api/v1/fills': (fields) => fills('spot', fields),
  'GetOpenOrders /api/v1/hf/orders/active': ({ symbol }) => ({
    ask: {
      call: 'open-orders',
      market: 'spot',
      instrument: instrumentNamed('KUCOIN', 'spot', symbol ?? ''),
      isConditional: false,
    },
  }),
  'GetOrderList /api/v1/orders': ({ status }) =>
    status === undefined || status === 'active'
      ? { ask: { call: 'open-orders', market: 'perp', instrument: null, isConditional: false } }
      : { unsupported: 'lists of ended orders' },
  'GetKlines /api/v1/market/candles': ({ symbol, type, startAt, endAt }) =>
    candles('spot', {
      symbol,
      width: String(type).replace(/min|hour|day/, (unit) => unit.charAt(0)),
      fromMs: startAt * 1000,
      toMs: endAt * 1000,
    }),
  'GetKlines /api/v1/kline/query': ({ symbol, granularity, from, to }) =>
    candles('perp', { symbol, width: MINUTES[Number(granularity)] ?? '', fromMs: from, toMs: to }),
  'GetStopOrderList /api/v1/stopOrders': ({ symbol }) => ({
    ask: {
      call: 'open-orders',
      market: 'perp',
      instrument: symbol === undefined ? null : instrumentNamed('KUCOIN', 'perp', symbol),
      isConditional: true,
    },
  }),
  'GetTradeHistory /api/v1/hf/fills': (fields) => fills('spot', fields),
  'GetTradeHistory /api/v1/fills': (fields) => fills('perp', fields),
  'GetSpotAccountList /api/v1/accounts': ({ type }) =>
    type === undefined || type === 'trade'
      ? { ask: { call: 'balances', market: 'spot', currency: '' } }
      : { unsupported: 'balances of accounts that do not trade' },
  'GetFuturesAccount /api/v1/accountoverview': ({ currency }) => ({
    ask: { call: 'balances', market: 'perp', currency },
  }),
  'GetPositionList /api/v1/positions': () => ({ ask: { call: 'positions', instrument: null, settleAsset: 'USDT' } }),
  'GetPositionDetails /api/v1/position': (fields) =>
    perp(fields, (instrument) => ({ call: 'positions', instrument, settleAsset: 'USDT' })),
  'GetCrossMarginLeverage /api/v2/getCrossUserLeverage': (fields) =>
    perp(fields, (instrument) => ({ call: 'leverage', instrument, marginMode: 'cross' })),
  'ModifyMarginLeverage /api/v2/changeCrossUserLeverage': (fields) =>
    perp(fields, (instrument) => ({
      call: 'set-leverage',
      instrument,
      leverage: Number(fields.leverage),
      marginMode: 'cross',
    })),
  'SwitchMarginMode /api/v2/position/changeMarginMode': (fields) =>
    perp(fields, (instrument) => ({ call: 'set-margin-mode', instrument, mode: modeOf(fields), leverage: null })),
  'SwitchPositionMode /api/v2/position/switchPositionMode': ({ positionMode }) => ({
    ask: {
      call: 'set-position-mode',
      instrument: null,
      mode: String(positionMode) === '1' ? 'hedge' : 'one-way',
      settleAsset: 'USDT',
    },
  }),
  'GetSpotActualFee /api/v1/tradefees': ({ symbols }) => ({
    ask: { call: 'fee-rates', instrument: instrumentNamed('KUCOIN', 'spot', symbols ?? '') },
  }),
  'GetFuturesActualFee /api/v1/tradefees': (fields) =>
    perp(fields, (instrument) => ({ call: 'fee-rates', instrument })),
  'GetFuturesLedger /api/v1/transactionhistory': (fields) => ({
    ask: { call: 'income', isFunding: false, instrument: null, currency: fields.currency, span: NO_SPAN },
  }),
  'GetPrivateFundingHistory /api/v1/fundinghistory': (fields) =>
    perp(fields, (instrument) => ({
      call: 'income',
      isFunding: true,
      instrument,
      currency: '',
      span: fillsSpan({ startAt: fields.from, endAt: fields.to }),
    })),
  'GetCurrentFundingRate /api/v1/fundingrate/{symbol}/current': (fields) =>
    perp(fields, (instrument) => ({ call: 'funding-rate', instrument })),
  'GetAllSymbols /api/v2/symbols': () => ({ ask: { call: 'instruments', market: 'spot' } }),
  'GetAllSymbols /api/v1/contracts/active': () => ({ ask: { call: 'instruments', market: 'perp' } }),
  'GetAllTickers /api/v1/market/allTickers': () => ({ ask: { call: 'tickers', market: 'spot' } }),
  'GetPartOrderBook /api/v1/market/orderbook/level2_{size}': ({ size, symbol }) => ({
    ask: { call: 'book', instrument: instrumentNamed('KUCOIN', 'spot', symbol ?? ''), levels: Number(size) },
  }),
  'GetFullOrderBook /api/v1/level2/snapshot': (fields) =>
    perp(fields, (instrument) => ({ call: 'book', instrument, levels: null })),
  'GetServerTime /api/v1/timestamp': (_fields, market) => ({
    ask: { call: 'time', market: market === 'spot' ? 'spot' : 'perp' },
  }),
};

const TIMEFRAME_MS: Readonly<Record<Timeframe, number>> = {
  '1m': 60_000,
  '3m': 180_000,
  '5m': 300_000,
  '15m': 900_000,
  '30m': 1_800_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': 86_400_000,
};
const MINUTES: Readonly<Record<number, string>> = {
  1: '1m',
  5: '5m',
  15: '15m',
  30: '30m',
  60: '1h',
  240: '4h',
  1440: '1d',
};

function candles(
  market: 'spot' | 'perp',
  { fromMs, symbol, toMs, width }: { symbol: string; width: string; fromMs: number; toMs: number },
): Reading {
  const timeframe = TIMEFRAMES.find((one) => one === width);
  if (timeframe === undefined) return { unsupported: `candles of ${width}` };
  if (!Number.isFinite(fromMs) || !Number.isFinite(toMs)) return { unsupported: 'candles without a span' };
  const limit = (toMs - fromMs) / TIMEFRAME_MS[timeframe];
  const instrument = instrumentNamed('KUCOIN', market, symbol);
  return { ask: { call: 'candles', instrument, timeframe, startMs: fromMs, limit, isHistory: false } };
}

function perp(fields: Fields, ask: (instrument: ReturnType<typeof instrumentNamed>) => Ask): Reading {
  return { ask: ask(instrumentNamed('KUCOIN', 'perp', String(fields.symbol ?? ''))) };
}

function fills(market: 'spot' | 'perp', fields: Fields): Reading {
  const instrument = fields.symbol === undefined ? null : instrumentNamed('KUCOIN', market, fields.symbol);
  return { ask: { call: 'fills', market, instrument, span: fillsSpan(fields), isRecent: true } };
}

function named(what: 'cancel' | 'query', market: 'spot' | 'perp', fields: Fields): Reading {
  const ref = {
    instrument: instrumentNamed('KUCOIN', market, fields.symbol ?? ''),
    clientOrderId: fields.clientOid ?? null,
    venueOrderId: fields.orderId ?? fields['order-id'] ?? null,
    isConditional: false,
  };
  return { ask: { call: what, ref } };
}

/** Fields of orders that the product has words for; of the others only what says nothing may stand. */
const ORDER_FIELDS: ReadonlySet<string> = new Set([
  'clientOid',
  'side',
  'symbol',
  'leverage',
  'type',
  'remark',
  'reduceOnly',
  'marginMode',
  'price',
  'size',
  'timeInForce',
  'postOnly',
  'hidden',
  'iceberg',
  'tradeType',
  'stop',
  'stopPrice',
  'stopPriceType',
  'closeOrder',
  'forceHold',
  'tags',
]);

function readOrder(market: 'spot' | 'perp', fields: Fields): Reading {
  const unknown = Object.keys(fields).find(
    (key) => !ORDER_FIELDS.has(key) || (/hidden|iceberg|forceHold/.test(key) && fields[key] === true),
  );
  if (unknown !== undefined) return { unsupported: `orders with ${unknown}` };
  const isStop = fields.stop !== undefined && fields.stop !== '';
  if (isStop && fields.type === 'limit') return { unsupported: 'stops with a limit price' };
  const falls = fields.stop === 'down';
  const isSell = fields.side === 'sell';
  const order = buildOrder(instrumentNamed('KUCOIN', market, fields.symbol ?? ''), {
    side: isSell ? 'SELL' : 'BUY',
    type: isStop
      ? falls === isSell
        ? 'stop-market'
        : 'take-profit-market'
      : fields.type === 'limit'
        ? 'limit'
        : 'market',
    tif:
      fields.postOnly === true
        ? 'POST_ONLY'
        : fields.timeInForce === 'IOC' || fields.timeInForce === 'FOK'
          ? fields.timeInForce
          : 'GTC',
    qtyBase: fields.size === undefined ? null : String(fields.size),
    px: fields.type === 'limit' && fields.price !== undefined ? String(fields.price) : null,
    triggerPx: isStop ? String(fields.stopPrice) : null,
    triggerBy: fields.stopPriceType === 'MP' ? 'mark' : 'last',
    isReduceOnly: fields.reduceOnly === true,
    closesPosition: fields.closeOrder === true,
    leverage: fields.leverage === undefined ? null : Number(fields.leverage),
  });
  return { ask: { call: 'place', order, modes: { spotTdMode: 'cash', marginMode: modeOf(fields) } } };
}

function modeOf({ marginMode }: Fields): MarginMode {
  return marginMode === 'CROSS' ? 'cross' : 'isolated';
}
