import type { Instrument, Venue } from '@riptide/core/domain';

/** One frame inside a corpus' bytes. */
export interface CorpusFrame {
  readonly start: number;
  readonly end: number;
  /** Which of the venue's decoders reads it. */
  readonly product: string;
}

/** A REST snapshot a book starts from. */
export interface CorpusSnapshot {
  readonly instrument: Instrument;
  readonly seq: number;
  readonly bids: readonly (readonly [px: number, qty: number])[];
  readonly asks: readonly (readonly [px: number, qty: number])[];
}

/** Frames of one venue as they came off the wire, in order, back to back in one buffer. */
export interface Corpus {
  readonly name: string;
  readonly venue: Venue;
  readonly instruments: readonly Instrument[];
  readonly snapshots: readonly CorpusSnapshot[];
  readonly bytes: Buffer;
  readonly frames: readonly CorpusFrame[];
}

/** Books and best quotes: what every peer handles and what decides. */
export const HOT_FRAME: Readonly<Record<Venue, RegExp>> = {
  BINANCE: /@depth@|@bookTicker"/,
  BYBIT: /"topic":"orderbook\./,
  OKX: /"channel":"(books|books-l2-tbt|bbo-tbt)".*"data":/s,
  KUCOIN: /"topic":"\/(market|contractMarket)\/(level2|ticker|tickerV2):/,
};

/** Puts texts back to back into one buffer. */
export function packFrames(
  texts: readonly { readonly text: string; readonly product: string }[],
): Pick<Corpus, 'bytes' | 'frames'> {
  const parts = texts.map(({ text }) => Buffer.from(text));
  const frames: CorpusFrame[] = [];
  let at = 0;
  parts.forEach((part, nth) => {
    frames.push({ start: at, end: at + part.length, product: texts[nth]?.product ?? '' });
    at += part.length;
  });
  return { bytes: Buffer.concat(parts), frames };
}
