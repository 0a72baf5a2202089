import type { FrameFacts, Json } from './frame-facts-types.ts';
import { numberOf, objectOf, rowsOf, textOf } from './json-reads.ts';

/** Returns channel and symbol of a v5 topic: `orderbook.500.XRPUSDT` is `orderbook`, level 1 is `orderbook.1`. */
export function bybitTopic(topic: string): { readonly channel: string; readonly symbol: string } | null {
  const parts = topic.split('.');
  const symbol = parts.at(-1);
  const name = parts[0];
  if (parts.length < 2 || symbol === undefined || name === undefined) return null;
  if (name === 'orderbook') return { channel: parts[1] === '1' ? 'orderbook.1' : 'orderbook', symbol };
  return { channel: parts.slice(0, -1).join('.'), symbol };
}

/** Reads a Bybit v5 frame. The category stands in the address only, so the symbol's form has to tell. */
export function bybitFacts(json: Json): FrameFacts | 'dialogue' | null {
  if ('success' in json && 'op' in json) return 'dialogue';
  const topic = textOf(json['topic']);
  if (topic === null || topic.startsWith('/') || !('data' in json)) return null;
  const found = bybitTopic(topic);
  if (found === null) return null;
  const data = objectOf(json['data']);
  const isBook = found.channel.startsWith('orderbook') && data !== null;
  const lastSeq = isBook ? (numberOf(data['u']) ?? Number.NaN) : Number.NaN;
  return {
    venue: 'BYBIT',
    market: found.symbol.endsWith('USD') ? 'inverse' : null,
    ...found,
    eventMs: numberOf(json['ts']),
    depth: isBook ? { isSnapshot: json['type'] === 'snapshot', firstSeq: lastSeq, lastSeq, prevSeq: null } : null,
    levels: isBook ? [...rowsOf(data['b']), ...rowsOf(data['a'])] : tradeLevels(json['data'], found.channel),
  };
}

function tradeLevels(data: unknown, channel: string): readonly (readonly unknown[])[] {
  if (channel !== 'publicTrade' || !Array.isArray(data)) return [];
  return data.map((trade: unknown) => [objectOf(trade)?.['p'], objectOf(trade)?.['v']]);
}
