import { keyCode } from '../../kit/index.ts';

/**
 * Frames of the classic sockets, `{"topic","type":"message","subject","data"}` in three known orders, and the words in them.
 * Topic and key names are compared by their codes; `wire.test.ts` proves that no two share one.
 */

/** Topic before the colon. One symbol (or `all`, a market, a symbol and an interval) follows it. */
export const TOPICS = {
  spotLevel2: '/market/level2',
  spotTicker: '/market/ticker',
  spotMatch: '/market/match',
  spotSnapshot: '/market/snapshot',
  spotDepth5: '/spotMarket/level2Depth5',
  spotDepth50: '/spotMarket/level2Depth50',
  futuresLevel2: '/contractMarket/level2',
  futuresTicker: '/contractMarket/tickerV2',
  futuresTickerV1: '/contractMarket/ticker',
  futuresExecution: '/contractMarket/execution',
  futuresDepth5: '/contractMarket/level2Depth5',
  futuresDepth50: '/contractMarket/level2Depth50',
  futuresInstrument: '/contract/instrument',
  futuresSnapshot: '/contractMarket/snapshot',
} as const;

/** Channels that are read by JSON.parse: not subscribed by the feed, or once in a while. */
export const RARE_TOPICS = {
  spotLevel1: '/spotMarket/level1',
  spotLevel2Snapshot: '/market/level2Snapshot',
  spotCandles: '/market/candles',
  futuresCandles: '/contractMarket/limitCandle',
  futuresCandlesOld: '/contractMarket/candle',
  announcement: '/contract/announcement',
  index: '/indicator/index',
  markPrice: '/indicator/markPrice',
  callAuctionDepth: '/callauction/level2Depth50',
  callAuctionData: '/callauction/callauctionData',
  spotLevel3: '/market/level3',
  spotLevel3Renamed: '/spotMarket/level3',
  futuresLevel3: '/contractMarket/level3',
  futuresLevel3v2: '/contractMarket/level3v2',
  fundingBook: '/margin/fundingBook',
  contractDetails: '/contract/details',
} as const;

/** Key names of the envelope and of the data objects the byte reader knows. */
export const KEYS = {
  topic: 'topic',
  type: 'type',
  subject: 'subject',
  data: 'data',
  symbol: 'symbol',
  sequence: 'sequence',
  sequenceStart: 'sequenceStart',
  sequenceEnd: 'sequenceEnd',
  changes: 'changes',
  change: 'change',
  asks: 'asks',
  bids: 'bids',
  time: 'time',
  timeUpper: 'Time',
  timestamp: 'timestamp',
  ts: 'ts',
  bestAsk: 'bestAsk',
  bestAskSize: 'bestAskSize',
  bestBid: 'bestBid',
  bestBidSize: 'bestBidSize',
  bestAskPrice: 'bestAskPrice',
  bestBidPrice: 'bestBidPrice',
  price: 'price',
  size: 'size',
  side: 'side',
  tradeId: 'tradeId',
  markPrice: 'markPrice',
  indexPrice: 'indexPrice',
  fundingRate: 'fundingRate',
  lastPrice: 'lastPrice',
  highPrice: 'highPrice',
  lowPrice: 'lowPrice',
  price24HoursBefore: 'price24HoursBefore',
  priceChgPct: 'priceChgPct',
  volume: 'volume',
  turnover: 'turnover',
  lastTradedPrice: 'lastTradedPrice',
  open: 'open',
  high: 'high',
  low: 'low',
  changeRate: 'changeRate',
  vol: 'vol',
  volValue: 'volValue',
  datetime: 'datetime',
  trading: 'trading',
} as const;

/** Other keys seen on the wire, which are stepped over. Their codes must differ from those above all the same. */
export const SKIPPED_KEYS = [
  'id',
  'sn',
  'userId',
  'channelType',
  'generated',
  'code',
  'granularity',
  'period',
  'takerOrderId',
  'makerOrderId',
  'takerUserId',
  'makerUserId',
  'priceChg',
  'askSize',
  'averagePrice',
  'baseCurrency',
  'bidSize',
  'board',
  'buy',
  'sell',
  'changePrice',
  'close',
  'makerCoefficient',
  'makerFeeRate',
  'marginTrade',
  'mark',
  'market',
  'marketChange1h',
  'marketChange24h',
  'marketChange4h',
  'markets',
  'quoteCurrency',
  'siteTypes',
  'sort',
  'symbolCode',
  'takerCoefficient',
  'takerFeeRate',
] as const;

/** Returns the code of a topic name by its bytes; for names that are already text use `topicCode`. HOT. */
export function topicCodeAt(bytes: Buffer, start: number, end: number): number {
  let code = 17;
  for (let at = start; at < end; at += 1) code = (Math.imul(code, 31) + bytes[at]!) | 0;
  return code;
}

/** Returns the code of a topic name. */
export function topicCode(name: string): number {
  return topicCodeAt(Buffer.from(name, 'latin1'), 0, name.length);
}

/** Returns the codes of a table of names under the same keys. */
function codesOf<Names extends Readonly<Record<string, string>>>(
  names: Names,
  code: (name: string) => number,
): Readonly<Record<keyof Names, number>> {
  return Object.fromEntries(Object.entries(names).map(([key, name]) => [key, code(name)])) as Record<
    keyof Names,
    number
  >;
}

export const TOPIC_CODES = codesOf(TOPICS, topicCode);
export const KEY_CODES = codesOf(KEYS, keyCode);
