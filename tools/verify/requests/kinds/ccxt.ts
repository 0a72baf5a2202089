import {
  TIMEFRAMES,
  type Instrument,
  type Market,
  type OrderRef,
  type Timeframe,
  type Venue,
} from '@riptide/core/domain';
import { NO_SPAN, type Ask, type Span } from '../asks/ask.ts';
import { checkAsk, type Reading } from '../check-ask.ts';
import { formOf, readBody, type RequestForm } from '../request-form.ts';
import type { Json, RequestRow } from '../request-row.ts';
import { unreadable, type RowVerdict } from '../verdict.ts';
import { readCcxtOrder, type CcxtOrder } from './ccxt-order.ts';
import { ccxtInstrument, ccxtMarket } from './ccxt-symbol.ts';

interface Call {
  readonly venue: Venue;
  readonly label: string;
  /** Arguments without the last object, `null` where left out. */
  readonly args: readonly Json[];
  readonly params: Json;
  readonly theirs: RequestForm;
}

/** Checks a row of ccxt's static requests: a unified call and the request it becomes. */
export function checkCcxt(row: RequestRow): RowVerdict {
  const { json, venue } = row;
  if (!Array.isArray(json.input) || !URL.canParse(json.url)) return unreadable('no input list or no address');
  const body = typeof json.output === 'string' ? readBody(json.output) : (json.output ?? null);
  const theirs = formOf(null, json.url, body);
  const { args, params } = splitInput(json.method, json.input);
  const reading = readCall(json.method, { venue, label: row.market, args, params, theirs });
  return checkAsk(reading, { venue, theirs, skipKeys: json.skip_keys ?? [] });
}

function splitInput(method: string, input: readonly Json[]): { args: readonly Json[]; params: Json } {
  const last = input.at(-1);
  const hasParams = last !== null && typeof last === 'object' && !Array.isArray(last);
  return { args: hasParams ? input.slice(0, -1) : input, params: hasParams ? last : {} };
}

/** Names of narrower forms of createOrder, by where type, side and price stand. */
const ORDER_FORMS: Readonly<Record<string, (args: readonly Json[], params: Json) => CcxtOrder>> = {
  createOrder: ([, type, side, amount, price], params) => ({ type, side, amount, price: price ?? null, params }),
  createLimitOrder: ([, side, amount, price], params) => ({ type: 'limit', side, amount, price, params }),
  createMarketOrder: ([, side, amount, price], params) => ({
    type: 'market',
    side,
    amount,
    price: price ?? null,
    params,
  }),
  createLimitBuyOrder: ([, amount, price], params) => ({ type: 'limit', side: 'buy', amount, price, params }),
  createLimitSellOrder: ([, amount, price], params) => ({ type: 'limit', side: 'sell', amount, price, params }),
  createMarketBuyOrder: ([, amount], params) => ({ type: 'market', side: 'buy', amount, price: null, params }),
  createMarketSellOrder: ([, amount], params) => ({ type: 'market', side: 'sell', amount, price: null, params }),
  createPostOnlyOrder: ([, type, side, amount, price], params) => ({
    type,
    side,
    amount,
    price,
    params: { ...params, postOnly: true },
  }),
  createReduceOnlyOrder: ([, type, side, amount, price], params) => ({
    type,
    side,
    amount,
    price: price ?? null,
    params: { ...params, reduceOnly: true },
  }),
  createStopLossOrder: ([, type, side, amount, price, at], params) => ({
    type,
    side,
    amount,
    price: price ?? null,
    params: { ...params, stopLossPrice: params.stopLossPrice ?? at },
  }),
  createTakeProfitOrder: ([, type, side, amount, price, at], params) => ({
    type,
    side,
    amount,
    price: price ?? null,
    params: { ...params, takeProfitPrice: params.takeProfitPrice ?? at },
  }),
  createTriggerOrder: ([, type, side, amount, price, at], params) => ({
    type,
    side,
    amount,
    price: price ?? null,
    params: { ...params, triggerPrice: params.triggerPrice ?? at },
  }),
};

/** Methods the product has no call of, with the reason. */
const NEVER: readonly (readonly [RegExp, string])[] = [
  [/Ws$/, 'orders and questions over a socket'],
  [/^(createOrders|editOrders)$/, 'several orders in one request'],
  [/^create.*WithCost/, 'orders by quote amount'],
  [/^createOrderWithTakeProfitAndStopLoss/, 'stops and take-profits attached to an order'],
  [/^create/, 'an order type that is not placed'],
  [/^edit/, 'changes of a resting order'],
  [/^cancelAllOrdersAfter/, 'the timer is armed in seconds of our own choice'],
  [
    /^(transfer|withdraw|.*(Deposit|Withdraw|Transfer|Borrow|Repay|Convert|Lend|Margin$))/,
    'the product never moves funds',
  ],
  [/^closePosition/, 'closing by a word of the venue: the product names the size'],
  [/^closeAll/, 'closing by a word of the venue: the product names the size'],
  [/^(fetchCurrencies|fetchDepositAddress)/, 'currencies of deposits and withdrawals'],
  [
    /^fetch(Trades|Ticker|BidsAsks|MarkPrices?|OpenInterest.*|LongShort.*|Greeks|Option.*|Liquidations|Status|LastPrices)$/,
    'public data that comes over the socket',
  ],
  [
    /^fetch(ClosedOrders|CanceledOrders|CanceledAndClosedOrders|OrderTrades|PositionsHistory)$/,
    'lists of ended orders',
  ],
];

function readCall(method: string, call: Call): Reading {
  const order = ORDER_FORMS[method];
  if (order !== undefined) {
    const instrument = ccxtInstrument(call.venue, String(call.args[0]));
    if (!instrument.ok) return { unsupported: instrument.error };
    return readCcxtOrder(call.venue, instrument.value, order(call.args, call.params), call.theirs);
  }
  const read = READERS[method];
  if (['posSide', 'positionSide', 'hedged'].some((key) => key in call.params)) {
    return { unsupported: 'position sides of hedge mode' };
  }
  if (read !== undefined) return read(call);
  const why = NEVER.find(([name]) => name.test(method));
  return { unsupported: why?.[1] ?? `method ${method}` };
}

const READERS: Readonly<Record<string, (call: Call) => Reading>> = {
  cancelOrder: (call) => readRef('cancel', call),
  fetchOrder: (call) => readRef('query', call),
  fetchOpenOrder: (call) => readRef('query', call),
  fetchClosedOrder: (call) => readRef('query-ended', call),
  cancelOrders: (call) =>
    withInstrument(call, call.args[1], (instrument) => ({
      call: 'cancel-many',
      instrument,
      orderIds: (call.args[0] ?? []).map(String),
      clientOrderIds: (call.params.clientOrderIds ?? []).map(String),
    })),
  cancelAllOrders: (call) => readList('cancel-all', call),
  fetchOpenOrders: (call) => readList('open-orders', call),
  fetchOrders: (call) =>
    withInstrument(call, call.args[0], (instrument) => ({
      call: 'all-orders',
      instrument,
      isConditional: isConditional(call.params),
      span: spanOf(call, 1),
    })),
  fetchMyTrades: (call) =>
    maybeInstrument(call, call.args[0], (instrument, market) => ({
      call: 'fills',
      market,
      instrument,
      span: spanOf(call, 1),
      isRecent: call.params.method === 'privateGetTradeFills',
    })),
  fetchBalance: (call) => {
    const { type } = call.params;
    if (type !== undefined && !['spot', 'swap', 'future', 'trading', 'unified', 'trade', 'linear'].includes(type)) {
      return { unsupported: 'balances of accounts that do not trade' };
    }
    if (/dapi|margin|sapi|papi/.test(call.theirs.path ?? ''))
      return { unsupported: 'balances of accounts that do not trade' };
    return {
      ask: { call: 'balances', market: ccxtMarket(type, call.label), currency: call.params.currency ?? 'USDT' },
    };
  },
  fetchPositions: (call) => readPositions(call, call.args[0]),
  fetchPosition: (call) => readPositions(call, [call.args[0]]),
  setLeverage: (call) =>
    withInstrument(call, call.args[1], (instrument) => ({
      call: 'set-leverage',
      instrument,
      leverage: Number(call.args[0]),
      marginMode: call.params.marginMode === 'isolated' || call.params.mgnMode === 'isolated' ? 'isolated' : 'cross',
    })),
  setMarginMode: (call) => {
    const [mode] = call.args;
    if (mode !== 'isolated' && mode !== 'cross') return { unsupported: `margin mode ${String(mode)}` };
    return withInstrument(call, call.args[1], (instrument) => ({
      call: 'set-margin-mode',
      instrument,
      mode,
      leverage:
        call.params.lever === undefined && call.params.leverage === undefined
          ? null
          : Number(call.params.lever ?? call.params.leverage),
    }));
  },
  setPositionMode: (call) =>
    maybeInstrument(call, call.args[1], (instrument) => ({
      call: 'set-position-mode',
      instrument,
      mode: call.args[0] === true ? 'hedge' : 'one-way',
      settleAsset: instrument?.settleAsset ?? 'USDT',
    })),
  fetchLeverage: (call) =>
    withInstrument(call, call.args[0], (instrument) => ({
      call: 'leverage',
      instrument,
      marginMode: call.params.marginMode ?? 'cross',
    })),
  fetchTradingFee: (call) => withInstrument(call, call.args[0], (instrument) => ({ call: 'fee-rates', instrument })),
  fetchFundingHistory: (call) =>
    maybeInstrument(call, call.args[0], (instrument) => ({
      call: 'income',
      isFunding: true,
      instrument,
      currency: 'USDT',
      span: spanOf(call, 1),
    })),
  fetchLedger: (call) => ({
    ask: {
      call: 'income',
      isFunding: false,
      instrument: null,
      currency: call.args[0] ?? 'USDT',
      span: spanOf(call, 1),
    },
  }),
  fetchTime: (call) => ({ ask: { call: 'time', market: ccxtMarket(call.params.type, call.label) } }),
  fetchTickers: (call) => ({ ask: { call: 'tickers', market: marketOfSymbols(call) } }),
  fetchMarkets: (call) => ({ ask: { call: 'instruments', market: ccxtMarket(call.params.type, call.label) } }),
  fetchOrderBook: (call) =>
    withInstrument(call, call.args[0], (instrument) => ({ call: 'book', instrument, levels: call.args[1] ?? null })),
  fetchFundingRate: (call) =>
    withInstrument(call, call.args[0], (instrument) => ({ call: 'funding-rate', instrument })),
  fetchOHLCV: readCandles,
};

function readCandles(call: Call): Reading {
  const [symbol, timeframe = '1m', startMs, limit] = call.args;
  if (call.params.price !== undefined) return { unsupported: 'candles of mark and index prices' };
  const width = TIMEFRAMES.find((one: Timeframe) => one === (timeframe ?? '1m'));
  if (width === undefined) return { unsupported: `candles of ${String(timeframe)}` };
  return withInstrument(call, symbol, (instrument) => ({
    call: 'candles',
    instrument,
    timeframe: width,
    startMs: startMs ?? null,
    limit: limit ?? null,
    isHistory: call.params.type === 'HistoryCandles',
  }));
}

function readRef(what: 'cancel' | 'query' | 'query-ended', call: Call): Reading {
  const { args, params } = call;
  if (params.trailing === true) return { unsupported: 'trailing orders' };
  const clientOrderId = params.clientOrderId ?? params.clientOid ?? params.origClientOrderId ?? params.clOrdId ?? null;
  return withInstrument(call, args[1], (instrument) => {
    const ref: OrderRef = {
      instrument,
      clientOrderId: clientOrderId === null ? null : String(clientOrderId),
      venueOrderId: clientOrderId === null ? String(args[0]) : null,
      isConditional: isConditional(params),
    };
    return { call: what, ref };
  });
}

function readList(what: 'open-orders' | 'cancel-all', call: Call): Reading {
  if (call.params.trailing === true) return { unsupported: 'trailing orders' };
  return maybeInstrument(call, call.args[0], (instrument, market) => ({
    call: what,
    market,
    instrument,
    isConditional: isConditional(call.params),
  }));
}

function readPositions(call: Call, symbols: Json): Reading {
  if ((call.theirs.path ?? '').endsWith('/account')) return { unsupported: 'positions out of the account call' };
  const list: readonly string[] = Array.isArray(symbols) ? symbols : [];
  // One symbol may be asked for by name; a venue that takes none answers all.
  const isNamed = list.length === 1 && (call.theirs.params.has('symbol') || call.theirs.params.has('instId'));
  return maybeInstrument(call, isNamed ? list[0] : null, (instrument) => ({
    call: 'positions',
    instrument,
    settleAsset: call.params.settleCoin ?? instrument?.settleAsset ?? 'USDT',
  }));
}

function isConditional(params: Json): boolean {
  return params.stop === true || params.trigger === true;
}

function spanOf(call: Call, at: number): Span {
  const { args, params } = call;
  return { ...NO_SPAN, startMs: args[at] ?? null, limit: args[at + 1] ?? null, endMs: params.until ?? null };
}

function marketOfSymbols(call: Call): Market {
  const [first] = Array.isArray(call.args[0]) ? call.args[0] : [];
  return String(first ?? '').includes(':') ? 'perp' : ccxtMarket(call.params.type, call.label);
}

function withInstrument(call: Call, symbol: Json, ask: (instrument: Instrument) => Ask): Reading {
  if (typeof symbol !== 'string') return { unsupported: 'a call without an instrument' };
  const instrument = ccxtInstrument(call.venue, symbol);
  return instrument.ok ? { ask: ask(instrument.value) } : { unsupported: instrument.error };
}

function maybeInstrument(
  call: Call,
  symbol: Json,
  ask: (instrument: Instrument | null, market: Market) => Ask,
): Reading {
  if (typeof symbol !== 'string') return { ask: ask(null, ccxtMarket(call.params.type, call.label)) };
  return withInstrument(call, symbol, (instrument) => ask(instrument, instrument.kind === 'spot' ? 'spot' : 'perp'));
}
