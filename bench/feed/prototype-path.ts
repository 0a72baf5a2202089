import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Instrument } from '@riptide/core/domain';
import { wireScaleOf } from '@riptide/core/market-data';
import { productOf } from './adapters.ts';
import type { Corpus } from './corpus.ts';

// The prototype is plain JavaScript without types.
type Loose = ReturnType<typeof JSON.parse>;

const FOLDER = process.env['PROTOTYPE_DIR'] ?? join(import.meta.dirname, '../../../shared/design/perf-proto');
const OUT = join(import.meta.dirname, '../out');
const SOURCE = join(FOLDER, 'lib/b_bytes.mjs');
/** Its imports: its own list of instruments, and other book structures, which need packages and are not compared here. */
const IMPORTS = /^import .*$/gm;
const INSTEAD = 'const INSTRUMENTS = []; class S2 {} export { INSTRUMENTS };\n';

/** Where the prototype is looked for, and whether it is there. */
export const PROTOTYPE = { folder: FOLDER, isThere: existsSync(SOURCE) };

/**
 * The prototype's handling of a corpus: decoder, sequence check and book, nothing handed on.
 *
 * Its fixed list of instruments gives way to the corpus' own. It knows one spelling of each frame, so it is given frames in that
 * spelling; see `inPrototypeSpelling`.
 */
export class PrototypePath {
  private readonly corpus: Corpus;
  private readonly buffers: readonly Buffer[];
  private readonly markets: readonly ('F' | 'S')[];
  private readonly impl: Loose;
  private readonly snapshots: Readonly<Record<number, Loose>>;

  private constructor(corpus: Corpus, impl: Loose) {
    const { frames } = corpus;
    this.corpus = corpus;
    this.impl = impl;
    // It takes a frame as a view of its own, as a socket library hands it over. Made once, outside the timing.
    this.buffers = frames.map(({ end, start }) => corpus.bytes.subarray(start, end));
    this.markets = frames.map(({ product }) => (product === 'spot' ? 'S' : 'F'));
    this.snapshots = snapshotsOf(corpus);
  }

  /** Loads the prototype over the instruments and frames of a corpus. */
  static async over(corpus: Corpus): Promise<PrototypePath> {
    mkdirSync(OUT, { recursive: true });
    const file = join(OUT, 'prototype.mjs');
    writeFileSync(file, `${INSTEAD}${readFileSync(SOURCE, 'utf8').replace(IMPORTS, '')}`);
    const loaded = (await import(pathToFileURL(file).href)) as Loose;
    const { ImplB, INSTRUMENTS } = loaded as { readonly ImplB: Loose; readonly INSTRUMENTS: Loose[] };
    INSTRUMENTS.length = 0;
    INSTRUMENTS.push(...corpus.instruments.map((one, iid) => rowOf(corpus, one, iid)));
    return new PrototypePath(corpus, new ImplB({}));
  }

  /** Frames that went through JSON.parse so far. */
  get slowCount(): number {
    return this.impl.slowN as number;
  }

  get gaps(): number {
    return this.impl.gaps as number;
  }

  /** Puts the books back to their snapshots, in place. */
  restart(): this {
    const { impl } = this;
    for (let iid = 0; iid < this.corpus.instruments.length; iid += 1) {
      impl.bid[iid].clear();
      impl.ask[iid].clear();
      impl.ready[iid] = 0;
      impl.seq[iid] = -1;
      const snapshot = this.snapshots[iid];
      if (snapshot === undefined) continue;
      impl.loadSnap(iid, snapshot.bids, snapshot.asks);
      impl.seq[iid] = snapshot.lastUpdateId;
      impl.ready[iid] = 1;
      impl.first[iid] = 1;
    }
    return this;
  }

  /** Handles every frame; returns how many there were. */
  run(): number {
    const { buffers, impl, markets } = this;
    // One loop a venue: a call by name would cost the prototype what it was built to save.
    switch (this.corpus.venue) {
      case 'BINANCE':
        for (let nth = 0; nth < buffers.length; nth += 1) impl.binance(buffers[nth], markets[nth]);
        break;
      case 'BYBIT':
        for (let nth = 0; nth < buffers.length; nth += 1) impl.bybit(buffers[nth], markets[nth]);
        break;
      case 'OKX':
        for (let nth = 0; nth < buffers.length; nth += 1) impl.okx(buffers[nth]);
        break;
      case 'KUCOIN':
        for (let nth = 0; nth < buffers.length; nth += 1) impl.kucoin(buffers[nth]);
    }
    return buffers.length;
  }

  /** Returns a book's levels, best first. */
  levels(instrument: Instrument): { readonly bids: readonly number[][]; readonly asks: readonly number[][] } {
    const book = this.impl.book(this.corpus.instruments.indexOf(instrument));
    return { bids: book.bids, asks: book.asks };
  }
}

/** Returns an instrument as the prototype lists it. */
function rowOf(corpus: Corpus, { kind, pxTick, wireSymbol }: Instrument, iid: number): Loose {
  const isSpot = kind === 'spot';
  const scale = wireScaleOf(pxTick, Number.NaN);
  if (!scale.ok) throw new Error(`Invariant: no scale for ${wireSymbol}`);
  return {
    iid,
    id: wireSymbol,
    fut: !isSpot,
    market: `${corpus.venue}_${isSpot ? 'S' : 'F'}`,
    tickDec: scale.value.pxDecimals,
    lotDec: 0,
    product: productOf(corpus.venue, isSpot),
  };
}

function snapshotsOf(corpus: Corpus): Readonly<Record<number, Loose>> {
  return Object.fromEntries(
    corpus.snapshots.map(({ asks, bids, instrument, seq }) => [
      corpus.instruments.findIndex(({ id }) => id === instrument.id),
      { asks, bids, lastUpdateId: seq },
    ]),
  );
}
