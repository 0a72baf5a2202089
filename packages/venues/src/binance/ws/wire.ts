/**
 * The frames of the public streams. Combined streams wrap them: `{"stream":"btcusdt@depth@100ms","data":{…}}`.
 *
 * depth     `{"e":"depthUpdate","E":…,"T":…,"s":"BTCUSDT","U":157,"u":160,"pu":149,"b":[["64000.1","0"]],"a":[["64000.3","2"]]}`
 *           (spot has no `T` and no `pu`; newer frames carry `ps` and `st`; depth5/10/20 of USD-M look the same but are absolute)
 * partial   `{"lastUpdateId":160,"bids":[["64000.10","1.2"]],"asks":[…]}` (spot: no symbol inside)
 * quote     `{"u":400900217,"s":"BTCUSDT","b":"64000.10","B":"1.2","a":"64000.11","A":"0.8"}` (USD-M adds `e`, `E`, `T`)
 * trade     `{"e":"trade","E":…,"s":"BTCUSDT","t":12345,"p":"64000.10","q":"0.014","T":…,"m":true}`
 * aggTrade  as trade, with the id in `a`
 * mark      `{"e":"markPriceUpdate","E":…,"s":"BTCUSDT","p":"64001.2","i":"64003.1","P":"64002.5","r":"0.000081","T":…}`
 * ticker    `{"e":"24hrTicker","E":…,"s":"BTCUSDT","P":"-0.45","c":"…","o":"…","h":"…","l":"…","v":"…","q":"…",…}`
 * kline     `{"e":"kline","E":…,"s":"BTCUSDT","k":{"t":…,"i":"1m","o":"…","c":"…","h":"…","l":"…","v":"…","x":false,…}}`
 */

/** `{"e":"forceOrder","E":…,"o":{"s":"BTCUSDT","S":"SELL","q":"0.5","p":"63420.0","ap":"63455.2","z":"0.5","T":…},"st":1}`. */
export interface WireForceOrder {
  readonly s?: unknown;
  /** Side of the liquidation order: SELL closes a long. */
  readonly S?: unknown;
  /** Limit price of the order: where the position was bankrupt. */
  readonly p?: unknown;
  /** Average price it was filled at. */
  readonly ap?: unknown;
  readonly q?: unknown;
  /** Filled in all; what counts. */
  readonly z?: unknown;
  /** Epoch ms. */
  readonly T?: unknown;
}

/** Listings, halts, delistings and bracket changes: `{"e":"contractInfo","E":…,"s":"BTCUSDT","ct":"PERPETUAL","cs":"SETTLING",…,"st":1}`. */
export const STATUS_EVENT = 'contractInfo';

/** `st` of merged all-market streams: 1 USD-M, 2 COIN-M. */
export const COIN_MARGINED = 2;

/** Streams that carry every symbol start with this; a symbol nobody asked for is no fault there. */
export const ALL_MARKET_MARK = '!';

/** The `e` of frames that are read without building objects. */
export const EVENTS = {
  depth: 'depthUpdate',
  quote: 'bookTicker',
  trade: 'trade',
  aggTrade: 'aggTrade',
  mark: 'markPriceUpdate',
  ticker: '24hrTicker',
  miniTicker: '24hrMiniTicker',
  candle: 'kline',
} as const;

/** Known channels that the product does not use. */
export const RARE_EVENTS: ReadonlySet<string> = new Set([
  'assetIndexUpdate',
  'avgPrice',
  'compositeIndex',
  'continuous_kline',
  STATUS_EVENT,
  'blockTrade',
  'indexPriceUpdate',
  'indexPrice_kline',
  'markPrice_kline',
  'tradingSession',
  '1hTicker',
  '4hTicker',
  '1dTicker',
]);

/** The same, for frames that have no `e`: by the part of the stream name after `@`. */
export const RARE_STREAMS: ReadonlySet<string> = new Set(['openInterest']);
