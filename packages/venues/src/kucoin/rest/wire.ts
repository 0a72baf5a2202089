/**
 * Rows of the public REST answers as KuCoin sends them. Everything is optional and `unknown` until read: fields come and go,
 * and numbers come as JSON numbers, strings or exponent forms.
 */

/** `GET /api/v2/symbols`: every number a decimal string. */
export interface SpotSymbolRow {
  readonly symbol?: unknown;
  readonly baseCurrency?: unknown;
  readonly quoteCurrency?: unknown;
  readonly baseMinSize?: unknown;
  readonly baseMaxSize?: unknown;
  readonly baseIncrement?: unknown;
  readonly priceIncrement?: unknown;
  /** Smallest order value in quote; null on old rows. */
  readonly minFunds?: unknown;
  readonly enableTrading?: unknown;
  /** Epoch ms; null for symbols that always traded. */
  readonly tradingStartTime?: unknown;
}

/** `GET /api/v1/contracts/active`: numbers are JSON numbers. */
export interface ContractRow {
  readonly symbol?: unknown;
  /** FFWCSX perpetual, FFICSX dated. */
  readonly type?: unknown;
  /** Epoch ms. */
  readonly firstOpenDate?: unknown;
  readonly expireDate?: unknown;
  readonly baseCurrency?: unknown;
  readonly quoteCurrency?: unknown;
  readonly settleCurrency?: unknown;
  readonly maxOrderQty?: unknown;
  readonly maxLeverage?: unknown;
  readonly lotSize?: unknown;
  readonly tickSize?: unknown;
  /** Base per lot; -1 on inverse contracts, whose lot is one unit of quote. */
  readonly multiplier?: unknown;
  readonly isInverse?: unknown;
  readonly status?: unknown;
  /** Interval in ms as listed, and as in force. */
  readonly fundingRateGranularity?: unknown;
  readonly currentFundingRateGranularity?: unknown;
  readonly lastTradePrice?: unknown;
  /** The dearest buy and the cheapest sale that are taken now, and the mark they belong to. */
  readonly buyLimit?: unknown;
  readonly sellLimit?: unknown;
  readonly markPrice?: unknown;
  /** Fraction over 24 h. */
  readonly priceChgPct?: unknown;
  /** In quote for linear contracts, in base for inverse ones. */
  readonly turnoverOf24h?: unknown;
}

/** `GET /api/v1/market/allTickers`, one of `data.ticker`. */
export interface SpotTickerRow {
  readonly symbol?: unknown;
  readonly last?: unknown;
  readonly changeRate?: unknown;
  readonly volValue?: unknown;
}

/** Books of both products. `sequence` is a string on spot, a number on futures. */
export interface BookData {
  readonly symbol?: unknown;
  readonly sequence?: unknown;
  readonly bids?: unknown;
  readonly asks?: unknown;
  /** Spot, ms. */
  readonly time?: unknown;
  /** Futures, ns. */
  readonly ts?: unknown;
}

/** Public trades. Time in ns: `time` on spot, `ts` on futures. */
export interface TradeRow {
  readonly price?: unknown;
  readonly size?: unknown;
  readonly side?: unknown;
  readonly tradeId?: unknown;
  readonly sequence?: unknown;
  readonly time?: unknown;
  readonly ts?: unknown;
}

/** `GET /api/v1/funding-rate/{symbol}/current`. */
export interface FundingRateData {
  /** e.g. `.XBTUSDTMFPI8H`. */
  readonly symbol?: unknown;
  /** Interval in ms. */
  readonly granularity?: unknown;
  /** Rate of the running interval, a fraction. */
  readonly value?: unknown;
  /** Estimated rate of the interval after it. */
  readonly predictedValue?: unknown;
  /** Next settlement, epoch ms; absent on old answers. */
  readonly fundingTime?: unknown;
}

/** Where the sockets are and how to beat (`POST /api/v1/bullet-public`). */
export interface BulletData {
  readonly token?: unknown;
  readonly instanceServers?: readonly { readonly endpoint?: unknown; readonly pingInterval?: unknown }[];
}
