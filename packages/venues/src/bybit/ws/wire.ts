import { keyCode, SymbolTable } from '../../kit/index.ts';

/**
 * Frames of the public sockets. One push:
 *
 * `{"topic":"orderbook.50.BTCUSDT","type":"delta","ts":1795000000123,"data":{"s":"BTCUSDT","b":[["64000.10","0"]],
 * "a":[["64000.30","2.0"]],"u":18521289,"seq":7961638730},"cts":1795000000120}`
 *
 * A topic is `<channel>.<symbol>` or `<channel>.<depth or interval>.<symbol>`. The order of the keys varies, also in recordings of
 * one venue: nothing is read by position. See docs/venues/bybit.md#channels.
 */

/** What is done with a channel; everything below `rare` is read without JSON.parse. */
export const CHANNEL = {
  depth: 0,
  trade: 1,
  ticker: 2,
  candle: 3,
  liquidation: 4,
  /** The stream that Bybit stopped in 2025: one object instead of rows, at most one a second. */
  oldLiquidation: 5,
  /** Public, known, not used. */
  rare: 6,
  unknown: 7,
} as const;
export type ChannelId = (typeof CHANNEL)[keyof typeof CHANNEL];

const CHANNEL_NAMES: readonly (readonly [name: string, id: ChannelId])[] = [
  ['orderbook', CHANNEL.depth],
  ['publicTrade', CHANNEL.trade],
  // The name some recordings carry.
  ['trade', CHANNEL.trade],
  ['tickers', CHANNEL.ticker],
  ['kline', CHANNEL.candle],
  ['allLiquidation', CHANNEL.liquidation],
  ['liquidation', CHANNEL.oldLiquidation],
  ['kline_lt', CHANNEL.rare],
  ['tickers_lt', CHANNEL.rare],
  ['lt', CHANNEL.rare],
  ['insurance', CHANNEL.rare],
  ['priceLimit', CHANNEL.rare],
  ['adlAlert', CHANNEL.rare],
  ['system', CHANNEL.rare],
];
const CHANNELS = new SymbolTable(CHANNEL_NAMES);

/** Returns what a channel name stands for. */
export function channelOf(bytes: Buffer, start: number, end: number): ChannelId {
  const id = CHANNELS.find(bytes, start, end);
  return id < 0 ? CHANNEL.unknown : (id as ChannelId);
}

/** Every key the decoder tells apart. */
export const BYBIT_KEYS = [
  'topic',
  'type',
  'ts',
  'cts',
  'data',
  'op',
  'success',
  'retCode',
  's',
  'b',
  'a',
  'u',
  'seq',
  'T',
  'S',
  'v',
  'p',
  'i',
  'symbol',
  'side',
  'size',
  'price',
  'updatedTime',
  'lastPrice',
  'prevPrice24h',
  'price24hPcnt',
  'highPrice24h',
  'lowPrice24h',
  'volume24h',
  'turnover24h',
  'markPrice',
  'indexPrice',
  'fundingRate',
  'nextFundingTime',
  'fundingIntervalHour',
  'start',
  'open',
  'high',
  'low',
  'close',
  'volume',
  'turnover',
  'confirm',
] as const;

type KeyCodes = { readonly [Name in (typeof BYBIT_KEYS)[number]]: number };

/** The codes of the keys. */
export const KEY = Object.fromEntries(BYBIT_KEYS.map((name) => [name, keyCode(name)])) as KeyCodes;
