import type { FrameFacts, Json } from './frame-facts-types.ts';
import { numberOf, objectOf, rowsOf, textOf } from './json-reads.ts';

/** Returns the instrument type an OKX name tells: `BTC-USD-220527-30000-C` is an option, `…-SWAP` a swap. */
export function okxInstType(instId: string): 'SPOT' | 'SWAP' | 'FUTURES' | 'OPTION' {
  if (instId.endsWith('-SWAP')) return 'SWAP';
  if (/-\d{6}-[\d.]+-[CP]$/.test(instId)) return 'OPTION';
  return /-\d{6}$/.test(instId) ? 'FUTURES' : 'SPOT';
}

/** Reads an OKX v5 frame. The three full book channels are one: `books`. */
export function okxFacts(json: Json): FrameFacts | 'dialogue' | null {
  if (typeof json['event'] === 'string') return 'dialogue';
  const arg = objectOf(json['arg']);
  const channelText = textOf(arg?.['channel']);
  if (arg === null || channelText === null || !Array.isArray(json['data'])) return null;
  const first = objectOf(json['data'][0]);
  const symbol = textOf(arg['instId']) ?? textOf(first?.['instId']) ?? textOf(arg['instType']) ?? '';
  const channel = okxChannel(channelText);
  const isType = textOf(arg['instId']) === null;
  return {
    venue: 'OKX',
    market: isType ? (textOf(arg['instType']) ?? okxInstType(symbol)) : okxInstType(symbol),
    channel,
    symbol: isType ? (textOf(arg['instType']) ?? symbol) : symbol,
    eventMs: first === null ? null : numberOf(first['ts']),
    depth: channel === 'books' && first !== null ? depthOf(json, first) : null,
    levels: first === null ? [] : levelsOf(channel, json['data'] as readonly unknown[]),
  };
}

/** Returns the channel without its speed class. */
export function okxChannel(channel: string): string {
  return channel === 'books-l2-tbt' || channel === 'books50-l2-tbt' ? 'books' : channel;
}

function depthOf(json: Json, first: Json): FrameFacts['depth'] {
  const lastSeq = numberOf(first['seqId']) ?? Number.NaN;
  return {
    isSnapshot: json['action'] === 'snapshot',
    firstSeq: lastSeq,
    lastSeq,
    prevSeq: numberOf(first['prevSeqId']),
  };
}

function levelsOf(channel: string, data: readonly unknown[]): readonly (readonly unknown[])[] {
  return data.flatMap((entry) => {
    const row = objectOf(entry);
    if (row === null) return [];
    if (channel === 'books' || channel === 'books5' || channel === 'bbo-tbt') {
      return [...rowsOf(row['bids']), ...rowsOf(row['asks'])];
    }
    if (channel === 'trades' || channel === 'trades-all') return [[row['px'], row['sz']]];
    if (channel !== 'tickers') return [];
    return [
      [row['bidPx'], row['bidSz']],
      [row['askPx'], row['askSz']],
    ];
  });
}
