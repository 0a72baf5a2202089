import { keyCode, SymbolTable } from '../../kit/index.ts';

/**
 * Frames of the public socket. One push:
 *
 * `{"arg":{"channel":"books","instId":"ETH-USDT-SWAP"},"action":"update","data":[{"asks":[["3120.51","0","0","0"]],"bids":[],
 * "ts":"1795768215200","checksum":0,"seqId":904524,"prevSeqId":904511}]}`
 *
 * Rows of levels are `[price, size, "0", orders]`; times are epoch ms as text. Frames of 2021 and 2022 carry a real checksum and no
 * seqId. See docs/venues/okx.md#channels.
 */

/** What is done with a channel; everything below `LIQUIDATIONS` is read without JSON.parse. */
export const CHANNEL = {
  /** Snapshot, then updates. */
  depth: 0,
  /** Every push is the whole (short) book. */
  fullDepth: 1,
  quote: 2,
  trade: 3,
  ticker: 4,
  mark: 5,
  index: 6,
  funding: 7,
  candle: 8,
  liquidation: 9,
  /** Public, known, not used. */
  rare: 10,
  unknown: 11,
} as const;
export type ChannelId = (typeof CHANNEL)[keyof typeof CHANNEL];

const CHANNEL_NAMES: readonly (readonly [name: string, id: ChannelId])[] = [
  ['books', CHANNEL.depth],
  ['books-l2-tbt', CHANNEL.depth],
  ['books50-l2-tbt', CHANNEL.depth],
  ['books-elp', CHANNEL.depth],
  ['books-rpi', CHANNEL.depth],
  ['books5', CHANNEL.fullDepth],
  ['bbo-tbt', CHANNEL.quote],
  ['trades', CHANNEL.trade],
  ['trades-all', CHANNEL.trade],
  ['tickers', CHANNEL.ticker],
  ['mark-price', CHANNEL.mark],
  ['index-tickers', CHANNEL.index],
  ['funding-rate', CHANNEL.funding],
  ['liquidation-orders', CHANNEL.liquidation],
  // The name under which recordings of 2021 keep liquidations that were polled by REST.
  ['liquidations', CHANNEL.liquidation],
  ['open-interest', CHANNEL.rare],
  ['price-limit', CHANNEL.rare],
  ['estimated-price', CHANNEL.rare],
  ['opt-summary', CHANNEL.rare],
  ['option-trades', CHANNEL.rare],
  ['status', CHANNEL.rare],
  ['instruments', CHANNEL.rare],
  ['adl-warning', CHANNEL.rare],
  ['block-tickers', CHANNEL.rare],
  ['public-block-trades', CHANNEL.rare],
  ['public-struc-block-trades', CHANNEL.rare],
  ['call-auction-details', CHANNEL.rare],
  ['economic-calendar', CHANNEL.rare],
  ['sprd-bbo-tbt', CHANNEL.rare],
  ['sprd-books5', CHANNEL.rare],
  ['sprd-books-l2-tbt', CHANNEL.rare],
  ['sprd-public-trades', CHANNEL.rare],
  ['sprd-tickers', CHANNEL.rare],
];
const CHANNELS = new SymbolTable(CHANNEL_NAMES);
const CANDLE = /^candle\d+[A-Za-z]+$/;
const RARE_CANDLE = /^(mark-price-|index-|sprd-)candle\d+[A-Za-z]+$/;

/** Returns what a channel name stands for. HOT for names of the table. */
export function channelOf(bytes: Buffer, start: number, end: number): ChannelId {
  const id = CHANNELS.find(bytes, start, end);
  if (id >= 0) return id as ChannelId;
  const name = bytes.toString('latin1', start, end);
  if (CANDLE.test(name)) return CHANNEL.candle;
  return RARE_CANDLE.test(name) ? CHANNEL.rare : CHANNEL.unknown;
}

/** Every key the decoder tells apart. */
export const OKX_KEYS = [
  'arg',
  'channel',
  'instId',
  'instType',
  'action',
  'data',
  'event',
  'asks',
  'bids',
  'ts',
  'checksum',
  'seqId',
  'prevSeqId',
  'tradeId',
  'px',
  'sz',
  'side',
  'last',
  'askPx',
  'askSz',
  'bidPx',
  'bidSz',
  'open24h',
  'high24h',
  'low24h',
  'vol24h',
  'volCcy24h',
  'markPx',
  'idxPx',
  'fundingRate',
  'fundingTime',
  'nextFundingRate',
  'nextFundingTime',
] as const;

type KeyCodes = { readonly [Name in (typeof OKX_KEYS)[number]]: number };

/** The codes of the keys. */
export const KEY = Object.fromEntries(OKX_KEYS.map((name) => [name, keyCode(name)])) as KeyCodes;

/** Rows of `public/instruments` whose state or terms changed. */
export const STATUS_CHANNEL = 'instruments';

/** The argument of a subscription. */
export interface OkxArg {
  readonly channel: string;
  readonly instId?: string;
  readonly instType?: string;
}

const TYPE_MARK = '#';

/** Returns the topic of an argument: `books:BTC-USDT`, or `liquidation-orders:#SWAP` for a channel of an instrument type. */
export function topicOf(arg: OkxArg): string {
  return `${arg.channel}:${arg.instId ?? TYPE_MARK + (arg.instType ?? '')}`;
}

/** Returns the argument of a topic. */
export function argOf(topic: string): OkxArg {
  const colon = topic.indexOf(':');
  const channel = topic.slice(0, colon);
  const name = topic.slice(colon + 1);
  return name.startsWith(TYPE_MARK) ? { channel, instType: name.slice(1) } : { channel, instId: name };
}
