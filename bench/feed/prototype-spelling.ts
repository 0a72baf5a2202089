import type { Venue } from '@riptide/core/domain';
import { packFrames, type Corpus } from './corpus.ts';

// Frames are rewritten whatever they hold.
type Loose = ReturnType<typeof JSON.parse>;

/** Puts the keys of an object into an order; keys that are not named or not there are left out. */
function ordered(from: Loose, keys: readonly string[]): Loose {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]]));
}

const RESPELL: Readonly<Record<Venue, (frame: Loose, product: string) => Loose>> = {
  BINANCE: ({ data, stream }, product) => {
    if (Array.isArray(data.b)) return { stream, data: ordered(data, ['e', 'E', 'T', 's', 'U', 'u', 'pu', 'b', 'a']) };
    const head = product === 'spot' ? [] : ['e'];
    const tail = product === 'spot' ? [] : ['T', 'E'];
    return { stream, data: ordered(data, [...head, 'u', 's', 'b', 'B', 'a', 'A', ...tail]) };
  },
  BYBIT: (frame) => ordered(frame, ['topic', 'type', 'ts', 'data', 'cts']),
  OKX: ({ action, arg, data }) => {
    const isBook = action !== undefined;
    const keys = isBook ? ['asks', 'bids', 'ts', 'checksum', 'prevSeqId', 'seqId'] : ['asks', 'bids', 'ts', 'seqId'];
    return ordered({ arg, action, data: [ordered(data[0], keys)] }, ['arg', 'action', 'data']);
  },
  // Futures frames carry `sn` today; older recordings do not.
  KUCOIN: (frame) => ordered({ sn: frame.data.sequence, ...frame }, ['topic', 'type', 'subject', 'sn', 'data']),
};
/** The prototype reads no best quotes of KuCoin. */
const LEFT_OUT: Readonly<Partial<Record<Venue, RegExp>>> = { KUCOIN: /"topic":"\/(market|contractMarket)\/ticker/ };

/**
 * Returns a corpus with every frame in the one order of keys the prototype knows, each an order the venue uses or has used: any
 * other would send the prototype to JSON.parse and prove nothing.
 */
export function inPrototypeSpelling(corpus: Corpus): Corpus {
  const { bytes, frames, venue } = corpus;
  const texts = frames.flatMap(({ end, product, start }) => {
    const text = bytes.toString('utf8', start, end);
    if (LEFT_OUT[venue]?.test(text) === true) return [];
    return [{ text: JSON.stringify(RESPELL[venue](JSON.parse(text), product)), product }];
  });
  return { ...corpus, ...packFrames(texts) };
}
