import type { Venue } from '@riptide/core/domain';

/**
 * Everything that may differ without being a difference, with the reason. Each entry covers a kind of request, never a row. What a
 * table does not name must be equal.
 */

/** Keys that differ by nature, whatever the request. */
export const IGNORED_KEYS: Readonly<Record<string, string>> = {
  signature: 'depends on key and time; compared byte for byte in the signing vectors',
  timestamp: 'time of sending',
  recvWindow: 'how late a request may come is our own choice',
  tag: 'broker or product mark',
};

/** Keys that differ by nature in calls that place or cancel something: each side names its own orders. */
export const OWN_IDS: Readonly<Record<string, string>> = {
  newClientOrderId: 'name of the order or of the cancel',
  clientAlgoId: 'name of the order',
  clientOid: 'name of the order',
  clOrdId: 'name of the order',
  algoClOrdId: 'name of the order',
  orderLinkId: 'name of the order',
  remark: 'a free text for people',
};

interface Rule {
  readonly venue: Venue;
  /** Our path. */
  readonly path: RegExp;
  /** Absent: of any method. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly reason: string;
}

/** A parameter that only we send. */
export interface Addition extends Rule {
  readonly keys: readonly string[];
  /** Absent: any value. */
  readonly value?: string;
}

/** A parameter that only they send. */
export interface Omission extends Rule {
  readonly keys: readonly string[];
  readonly value?: string;
}

/** A narrowing of a read that ours is without: the row asks for less than we ever do. */
export interface Filter extends Rule {
  readonly keys: readonly string[];
}

/** Another path for the same request. */
export interface PathRule {
  readonly venue: Venue;
  readonly theirs: RegExp;
  /** With the groups of `theirs`. */
  readonly ours: string;
  /** Absent: of any method. */
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** They wrap the only order in a list. */
  readonly isList?: boolean;
  readonly reason: string;
}

const PAGING = 'size and number of a page, and the span of a read, are our own choice';

export const ADDITIONS: readonly Addition[] = [
  {
    venue: 'BINANCE',
    path: /^\/fapi\/v1\/algoOrder$/,
    method: 'POST',
    keys: ['workingType'],
    value: 'CONTRACT_PRICE',
    reason: 'said by us, default of the venue',
  },
  { venue: 'BINANCE', path: /\/(income|klines|depth)$/, method: 'GET', keys: ['limit'], reason: PAGING },
  {
    venue: 'BYBIT',
    path: /^\/v5\/order\/create$/,
    keys: ['timeInForce'],
    value: 'GTC',
    reason: 'said by us, default of the venue',
  },
  {
    venue: 'BYBIT',
    path: /^\/v5\/order\/create$/,
    keys: ['positionIdx'],
    value: '0',
    reason: 'said by us, default of one-way mode',
  },
  {
    venue: 'BYBIT',
    path: /^\/v5\/order\/create$/,
    keys: ['triggerBy'],
    value: 'LastPrice',
    reason: 'said by us, default of the venue',
  },
  {
    venue: 'BYBIT',
    path: /^\/v5\/order\/realtime$/,
    keys: ['openOnly'],
    value: '0',
    reason: 'said by us, default of the venue',
  },
  {
    venue: 'BYBIT',
    path: /^\/v5\/(order\/realtime|execution\/list|position\/list|account\/transaction-log|market\/.*)$/,
    method: 'GET',
    keys: ['limit', 'startTime', 'endTime', 'cursor'],
    reason: PAGING,
  },
  {
    venue: 'BYBIT',
    path: /^\/v5\/order\/realtime$/,
    method: 'GET',
    keys: ['settleCoin'],
    reason: 'linear orders are read by the coin that settles them',
  },
  {
    venue: 'BYBIT',
    path: /^\/v5\/position\/switch-mode$/,
    keys: ['coin'],
    reason: 'symbol or coin, either names what is switched; by coin covers every contract (docs/venues/bybit.md)',
  },
  {
    venue: 'OKX',
    path: /^\/api\/v5\/trade\/order$/,
    method: 'POST',
    keys: ['banAmend'],
    value: 'true',
    reason: 'a market order on spot must be refused rather than shrunk to the balance (docs/venues/okx.md)',
  },
  {
    venue: 'OKX',
    path: /^\/api\/v5\/trade\/(orders-pending|orders-algo-pending|fills|fills-history)$/,
    method: 'GET',
    keys: ['instType', 'begin', 'end', 'limit', 'after'],
    reason: PAGING,
  },
  {
    venue: 'OKX',
    path: /^\/api\/v5\/account\/positions$/,
    method: 'GET',
    keys: ['instType'],
    value: 'SWAP',
    reason: 'the product holds swaps alone',
  },
  {
    venue: 'OKX',
    path: /^\/api\/v5\/account\/(bills|bills-archive)$/,
    method: 'GET',
    keys: ['begin', 'after', 'limit'],
    reason: PAGING,
  },
  { venue: 'OKX', path: /^\/api\/v5\/market\/(candles|books)$/, method: 'GET', keys: ['limit', 'sz'], reason: PAGING },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/orders$/,
    method: 'POST',
    keys: ['marginMode'],
    value: 'ISOLATED',
    reason: 'said by us, default of the venue (docs/venues/kucoin.md)',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/orders$/,
    method: 'POST',
    keys: ['stopPriceType'],
    value: 'TP',
    reason: 'the last price triggers unless the row says otherwise',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/(hf\/fills|fills|orders|stopOrders|funding-history|transaction-history|hf\/accounts\/ledgers)$/,
    method: 'GET',
    keys: ['startAt', 'endAt', 'currentPage', 'pageSize', 'limit', 'maxCount'],
    reason: PAGING,
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/hf\/orders\/(?:client-order\/)?[^/]+$/,
    keys: ['symbol'],
    reason: 'the high-frequency form of the call needs the pair (docs/venues/kucoin.md)',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/orders\/client-order\/[^/]+$/,
    method: 'DELETE',
    keys: ['symbol'],
    reason: 'the venue needs the contract (docs/venues/kucoin.md)',
  },
];

export const OMISSIONS: readonly Omission[] = [
  {
    venue: 'BINANCE',
    path: /^\/fapi\/v1\/algoOrder$/,
    keys: ['symbol'],
    method: 'GET',
    reason: 'the number or our id names the order; the call has no symbol (docs/venues/binance.md)',
  },
  {
    venue: 'BINANCE',
    path: /^\/fapi\/v1\/algoOrder$/,
    keys: ['symbol'],
    method: 'DELETE',
    reason: 'the number or our id names the order; the call has no symbol (docs/venues/binance.md)',
  },
  {
    venue: 'BINANCE',
    path: /^\/fapi\/v1\/algoOrder$/,
    keys: ['newOrderRespType'],
    method: 'POST',
    reason: 'a conditional order has no result to answer with',
  },
  {
    venue: 'BYBIT',
    path: /^\/v5\/execution\/list$/,
    keys: ['execType'],
    value: 'Trade',
    reason: 'we read every type: forced fills must be seen, and the reader leaves the rest out',
  },
  {
    venue: 'BYBIT',
    path: /^\/v5\/position\/switch-mode$/,
    keys: ['symbol'],
    reason: 'symbol or coin, either names what is switched (docs/venues/bybit.md)',
  },
  {
    venue: 'OKX',
    path: /^\/api\/v5\/trade\/order-algo$/,
    keys: ['instId'],
    method: 'GET',
    reason: 'algoId or algoClOrdId names the order; the call has no instrument (docs/venues/okx.md)',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/(hf\/)?orders$/,
    method: 'POST',
    keys: ['timeInForce'],
    value: 'GTC',
    reason: 'default of the venue, left out',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/(hf\/)?orders$/,
    method: 'POST',
    keys: ['reduceOnly', 'closeOrder', 'postOnly', 'hidden', 'iceberg', 'forceHold'],
    value: 'false',
    reason: 'default of the venue, left out',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/hf\/(orders.*|fills)$/,
    keys: ['tradeType'],
    value: 'TRADE',
    reason: 'spot is the only type of the high-frequency calls',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/hf\/orders\/active$/,
    keys: ['status'],
    value: 'active',
    reason: 'the path says it',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/account-overview$/,
    keys: ['type'],
    value: 'swap',
    reason: "a word of the caller's own library; the venue has no such parameter",
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/(hf\/fills|fills|orders|stopOrders|funding-history|transaction-history|hf\/accounts\/ledgers)$/,
    method: 'GET',
    keys: ['currentPage', 'pageSize', 'limit', 'maxCount'],
    reason: PAGING,
  },
];

export const FILTERS: readonly Filter[] = [
  {
    venue: 'BINANCE',
    path: /^\/(api\/v3|fapi\/v1)\/exchangeInfo$/,
    method: 'GET',
    keys: ['symbol', 'symbols', 'permissions'],
    reason: 'instruments are read all at once',
  },
  {
    venue: 'BINANCE',
    path: /\/ticker\/24hr$/,
    method: 'GET',
    keys: ['symbol', 'symbols', 'type'],
    reason: 'tickers are read all at once',
  },
  {
    venue: 'BYBIT',
    path: /^\/v5\/order\/realtime$/,
    method: 'GET',
    keys: ['symbol', 'orderFilter', 'baseCoin'],
    reason: 'open orders are read of a whole market at once, conditional ones among them',
  },
  {
    venue: 'BYBIT',
    path: /^\/v5\/account\/transaction-log$/,
    method: 'GET',
    keys: ['category', 'currency', 'baseCoin', 'type'],
    reason: 'the log is read whole',
  },
  {
    venue: 'BYBIT',
    path: /^\/v5\/market\/(tickers|instruments-info)$/,
    method: 'GET',
    keys: ['symbol', 'baseCoin', 'status'],
    reason: 'read all at once',
  },
  {
    venue: 'OKX',
    path: /^\/api\/v5\/trade\/orders-(algo-)?pending$/,
    method: 'GET',
    keys: ['instId', 'instFamily', 'state'],
    reason: 'open orders are read of a whole market at once',
  },
  {
    venue: 'OKX',
    path: /^\/api\/v5\/account\/balance$/,
    method: 'GET',
    keys: ['ccy'],
    reason: 'balances are read all at once',
  },
  {
    venue: 'OKX',
    path: /^\/api\/v5\/account\/bills(-archive)?$/,
    method: 'GET',
    keys: ['instType', 'ccy', 'mgnMode'],
    reason: 'bills of a type are read all at once',
  },
  {
    venue: 'OKX',
    path: /^\/api\/v5\/(public\/instruments|market\/tickers)$/,
    method: 'GET',
    keys: ['instId', 'instFamily', 'uly'],
    reason: 'read all at once',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/(orders|stopOrders)$/,
    method: 'GET',
    keys: ['symbol', 'side', 'type', 'status', 'startAt', 'endAt'],
    reason: 'open orders are read of all contracts at once',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/(hf\/)?fills$/,
    method: 'GET',
    keys: ['orderId', 'side', 'type', 'tradeTypes', 'lastId'],
    reason: 'fills are read by instrument and time',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/accounts$/,
    method: 'GET',
    keys: ['currency'],
    reason: 'balances are read all at once',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v1\/(transaction-history|hf\/accounts\/ledgers|funding-history)$/,
    method: 'GET',
    keys: ['type', 'offset', 'forward', 'currency', 'direction', 'bizType', 'lastId', 'startAt', 'endAt', 'reverse'],
    reason: 'ledgers are read whole, newest first',
  },
  {
    venue: 'KUCOIN',
    path: /^\/api\/v2\/symbols$/,
    method: 'GET',
    keys: ['market'],
    reason: 'instruments are read all at once',
  },
];

const KUCOIN_HF =
  'spot goes by the high-frequency calls; the older ones serve the same account (docs/venues/kucoin.md)';

export const PATHS: readonly PathRule[] = [
  {
    venue: 'BINANCE',
    theirs: /^\/fapi\/v2\/(positionRisk|balance)$/,
    ours: '/fapi/v3/$1',
    method: 'GET',
    reason: 'v3 is the current form of the read (docs/venues/binance.md)',
  },
  {
    venue: 'BINANCE',
    theirs: /^\/fapi\/v[23]\/account$/,
    ours: '/fapi/v3/balance',
    method: 'GET',
    reason: 'the balances alone, without positions (docs/venues/binance.md)',
  },
  {
    venue: 'OKX',
    theirs: /^\/api\/v5\/trade\/batch-orders$/,
    ours: '/api/v5/trade/order',
    method: 'POST',
    isList: true,
    reason: 'one order in a list is one order',
  },
  { venue: 'KUCOIN', theirs: /^\/api\/v1\/orders$/, ours: '/api/v1/hf/orders', method: 'POST', reason: KUCOIN_HF },
  {
    venue: 'KUCOIN',
    theirs: /^\/api\/v1\/orders$/,
    ours: '/api/v1/hf/orders/active',
    method: 'GET',
    reason: KUCOIN_HF,
  },
  { venue: 'KUCOIN', theirs: /^\/api\/v1\/fills$/, ours: '/api/v1/hf/fills', method: 'GET', reason: KUCOIN_HF },
  { venue: 'KUCOIN', theirs: /^\/api\/v1\/orders\/([^/]+)$/, ours: '/api/v1/hf/orders/$1', reason: KUCOIN_HF },
  {
    venue: 'KUCOIN',
    theirs: /^\/api\/v1\/order\/client-order\/([^/]+)$/,
    ours: '/api/v1/hf/orders/client-order/$1',
    reason: KUCOIN_HF,
  },
  {
    venue: 'KUCOIN',
    theirs: /^\/api\/v1\/orders\/$/,
    ours: '/api/v1/orders/byClientOid',
    method: 'GET',
    reason: 'the older spelling of the query by our id (docs/venues/kucoin.md)',
  },
];

/** Other spellings of a parameter's name that a venue takes. */
export const SPELLINGS: Readonly<Partial<Record<Venue, Readonly<Record<string, string>>>>> = {
  BINANCE: { fromID: 'fromId', origclientorderidlist: 'origClientOrderIdList', orderidlist: 'orderIdList' },
};
