import type { FrameFacts, Json } from './frame-facts-types.ts';
import { numberOf, objectOf, rowsOf, textOf } from './json-reads.ts';

/** Events of raw (not combined) streams, and the channel they belong to. */
const CHANNEL_OF_EVENT: Readonly<Record<string, string>> = {
  depthUpdate: 'depth',
  bookTicker: 'bookTicker',
  trade: 'trade',
  aggTrade: 'aggTrade',
  markPriceUpdate: 'markPrice',
  forceOrder: 'forceOrder',
  '24hrTicker': 'ticker',
  '24hrMiniTicker': 'miniTicker',
};

/** Returns the channel of a stream name: the part after `@` without its rate; `depth20` and the like are `partialDepth`. */
export function binanceChannel(stream: string): string {
  const channel = stream.slice(stream.indexOf('@') + 1).split('@')[0] ?? '';
  return /^depth\d+$/.test(channel) ? 'partialDepth' : channel;
}

/** Reads a Binance frame, combined or raw. Spot and futures look alike but for a few fields. */
export function binanceFacts(json: Json): FrameFacts | 'dialogue' | null {
  if ('result' in json && 'id' in json) return 'dialogue';
  const stream = textOf(json['stream']);
  if (stream?.startsWith('!') === true) return allMarketFacts(stream, json['data']);
  const data = stream === null ? json : objectOf(json['data']);
  if (data === null) return null;
  const event = textOf(data['e']);
  const channel = stream === null ? rawChannel(data, event) : binanceChannel(stream);
  if (channel === null) return null;
  const symbol = textOf(data['s']) ?? (stream ?? '').split('@')[0]?.toUpperCase() ?? '';
  return {
    venue: 'BINANCE',
    market: marketOf(data, channel),
    channel,
    symbol,
    eventMs: numberOf(data['E']),
    depth: channel === 'depth' ? depthOf(data) : null,
    levels: levelsOf(data, channel),
  };
}

/** Streams over all symbols: `!forceOrder@arr` sends one symbol at a time, most others a list. */
function allMarketFacts(stream: string, data: unknown): FrameFacts {
  const channel = stream.slice(1).split('@')[0] ?? '';
  const first = objectOf(Array.isArray(data) ? data[0] : data);
  return {
    venue: 'BINANCE',
    market: channel === 'markPrice' || channel === 'forceOrder' ? 'usdm' : null,
    channel,
    symbol: Array.isArray(data) ? 'ALL' : (textOf(first?.['s']) ?? textOf(objectOf(first?.['o'])?.['s']) ?? 'ALL'),
    eventMs: numberOf(first?.['E']),
    depth: null,
    levels: [],
  };
}

function rawChannel(data: Json, event: string | null): string | null {
  if (event === 'kline') return `kline_${textOf(objectOf(data['k'])?.['i']) ?? ''}`;
  if (event !== null) return CHANNEL_OF_EVENT[event] ?? null;
  return 'u' in data && 'b' in data && 'B' in data && 's' in data ? 'bookTicker' : null;
}

function depthOf(data: Json): FrameFacts['depth'] {
  return {
    isSnapshot: false,
    firstSeq: numberOf(data['U']) ?? Number.NaN,
    lastSeq: numberOf(data['u']) ?? Number.NaN,
    prevSeq: numberOf(data['pu']),
  };
}

/** Futures diffs carry `pu`, futures trades no buyer-is-maker twin `M`, futures quotes an event name. */
function marketOf(data: Json, channel: string): string | null {
  if (channel === 'depth') return 'pu' in data ? 'usdm' : 'spot';
  if (channel === 'bookTicker') return 'e' in data ? 'usdm' : 'spot';
  if (channel === 'trade' || channel === 'aggTrade') return 'M' in data ? 'spot' : 'usdm';
  return channel === 'markPrice' || channel === 'forceOrder' ? 'usdm' : null;
}

function levelsOf(data: Json, channel: string): readonly (readonly unknown[])[] {
  if (channel === 'depth' || channel === 'partialDepth') {
    return [...rowsOf(data['b'] ?? data['bids']), ...rowsOf(data['a'] ?? data['asks'])];
  }
  if (channel === 'bookTicker') {
    return [
      [data['b'], data['B']],
      [data['a'], data['A']],
    ];
  }
  return channel === 'trade' || channel === 'aggTrade' ? [[data['p'], data['q']]] : [];
}
