import type { DepthFacts, FrameFacts, Json } from './frame-facts-types.ts';
import { numberOf, objectOf, rowsOf, textOf } from './json-reads.ts';
import { toMs } from './recorded-line.ts';

const DIALOGUE = new Set(['welcome', 'ack', 'pong', 'error']);

/** Returns product, channel and symbol of a topic: `/market/candles:BTC-USDT_1min` has the channel `/market/candles_1min`. */
export function kucoinTopic(topic: string): {
  readonly market: string;
  readonly channel: string;
  readonly symbol: string;
} {
  const colon = topic.indexOf(':');
  const prefix = colon < 0 ? topic : topic.slice(0, colon);
  const name = colon < 0 ? '' : topic.slice(colon + 1);
  const market = prefix.startsWith('/contract') ? 'futures' : 'spot';
  const cut = /candle/i.test(prefix) ? name.lastIndexOf('_') : -1;
  if (cut < 0) return { market, channel: prefix, symbol: name };
  return { market, channel: `${prefix}${name.slice(cut)}`, symbol: name.slice(0, cut) };
}

/** Reads a KuCoin classic frame of either product. */
export function kucoinFacts(json: Json): FrameFacts | 'dialogue' | null {
  const type = textOf(json['type']);
  if (type !== null && DIALOGUE.has(type)) return 'dialogue';
  const topic = textOf(json['topic']);
  const data = objectOf(json['data']);
  if (topic === null || !topic.startsWith('/') || data === null) return null;
  const found = kucoinTopic(topic);
  const { channel } = found;
  const symbol = found.symbol === 'all' ? (textOf(json['subject']) ?? found.symbol) : found.symbol;
  return {
    venue: 'KUCOIN',
    ...found,
    symbol,
    eventMs: eventMs(data),
    depth: depthOf(channel, data),
    levels: levelsOf(channel, data),
  };
}

function eventMs(data: Json): number | null {
  const time = data['time'] ?? data['timestamp'] ?? data['ts'];
  const text = typeof time === 'number' ? String(Math.round(time)) : textOf(time);
  return text !== null && /^\d{10,19}$/.test(text) ? toMs(text) : null;
}

function depthOf(channel: string, data: Json): DepthFacts | null {
  if (channel === '/market/level2') {
    const firstSeq = numberOf(data['sequenceStart']) ?? Number.NaN;
    return { isSnapshot: false, firstSeq, lastSeq: numberOf(data['sequenceEnd']) ?? Number.NaN, prevSeq: null };
  }
  if (channel !== '/contractMarket/level2') return null;
  const sequence = numberOf(data['sequence']) ?? Number.NaN;
  return { isSnapshot: false, firstSeq: sequence, lastSeq: sequence, prevSeq: null };
}

function levelsOf(channel: string, data: Json): readonly (readonly unknown[])[] {
  if (channel === '/market/level2') {
    const changes = objectOf(data['changes']);
    return [...rowsOf(changes?.['asks']), ...rowsOf(changes?.['bids'])];
  }
  if (channel === '/contractMarket/level2') {
    const [px, , qty] = (textOf(data['change']) ?? '').split(',');
    return [[px, qty]];
  }
  if (channel.includes('level2Depth')) return [...rowsOf(data['asks']), ...rowsOf(data['bids'])];
  if (channel === '/market/match' || channel === '/contractMarket/execution') return [[data['price'], data['size']]];
  if (channel === '/market/ticker') {
    return [
      [data['bestBid'], data['bestBidSize']],
      [data['bestAsk'], data['bestAskSize']],
    ];
  }
  if (channel !== '/contractMarket/tickerV2') return [];
  return [
    [data['bestBidPrice'], data['bestBidSize']],
    [data['bestAskPrice'], data['bestAskSize']],
  ];
}
