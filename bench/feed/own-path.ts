import {
  DepthMessage,
  type DecodeCounters,
  type FeedSubscription,
  type Instrument,
  type MarketSink,
} from '@riptide/core/domain';
import { createHotEngine } from '@riptide/core/engine';
import { VirtualClock, type StageMeter } from '@riptide/core/kernel';
import { MarketStore } from '@riptide/core/market-data';
import { newDecodeCounters, type DecodedSink, type FrameDecoder } from '@riptide/venues/kit';
import { DECODINGS, productOf } from './adapters.ts';
import type { Corpus, CorpusFrame } from './corpus.ts';
import { createSequence, type Sequence } from './sequence.ts';

const RECV_MS = 1_700_000_000_000;

/** Where a path puts what it read: the whole engine, or the books alone. */
export interface Market {
  readonly sink: MarketSink;
  readonly store: MarketStore;
}

/** Books without a scanner. */
export function createBooks(corpora: readonly Corpus[]): Market {
  const store = new MarketStore(
    corpora.flatMap(({ instruments }) => instruments),
    { isQuoteChecked: false, listener: { onTopChanged: () => undefined, onResyncNeeded: () => undefined } },
  );
  return { sink: store, store };
}

/** One engine with the instruments of every corpus, so that a venue's update is scanned against all others. */
export function createEngine(corpora: readonly Corpus[], stages?: StageMeter): Market {
  const engine = createHotEngine({
    instruments: corpora.flatMap(({ instruments }) => instruments),
    clock: new VirtualClock(RECV_MS),
    // The frames of all venues have one receive time here: age and delay would only switch the pricing off.
    options: {
      scanner: { maxBookAgeMs: Number.POSITIVE_INFINITY, maxDataDelayMs: Number.POSITIVE_INFINITY },
      ...(stages === undefined ? {} : { stages }),
    },
  });
  engine.command({
    kind: 'start-scanner',
    minEntryNetBps: 1,
    maxPositionUsd: 1000,
    venues: [...new Set(corpora.map(({ venue }) => venue))],
  });
  return engine;
}

/** Our own handling of one venue's frames: decoder, sequence check, book, scan. Built once and started over in place. */
export class OwnPath {
  readonly counters: DecodeCounters = newDecodeCounters();
  gaps = 0;
  applied = 0;
  private at = 0;
  private readonly corpus: Corpus;
  private readonly engine: Market;
  /** Of each frame: a socket has one decoder, and looks none up. */
  private readonly decoders: readonly FrameDecoder[];
  private readonly sequence: Sequence;
  private readonly snapshots: readonly { readonly ix: number; readonly depth: DepthMessage }[];

  constructor(corpus: Corpus, engine: Market) {
    this.corpus = corpus;
    this.engine = engine;
    const subscriptions = corpus.instruments.map((instrument) => this.subscriptionOf(instrument));
    this.sequence = createSequence(corpus.venue, engine.store.instruments);
    const out = this.decodedSink();
    const products = [...new Set(corpus.frames.map(({ product }) => product))];
    const byProduct = Object.fromEntries(
      products.map((product) => {
        const own = subscriptions.filter(
          ({ instrument }) => productOf(corpus.venue, instrument.kind === 'spot') === product,
        );
        const options = { product, subscriptions: own, out, counters: this.counters };
        return [product, DECODINGS[corpus.venue].createDecoder(options)];
      }),
    );
    this.decoders = corpus.frames.map(({ product }) => byProduct[product] as FrameDecoder);
    this.snapshots = corpus.snapshots.map(({ asks, bids, instrument, seq }) => {
      const { ix, scale } = this.subscriptionOf(instrument);
      const depth = new DepthMessage();
      const ticksOf = (px: number): number => Math.round(px * 10 ** scale.pxDecimals);
      for (const [px, qty] of bids) depth.pushBid(ticksOf(px), qty);
      for (const [px, qty] of asks) depth.pushAsk(ticksOf(px), qty);
      depth.lastSeq = seq;
      return { ix, depth };
    });
  }

  /** Puts the books back to their snapshots. */
  restart(): this {
    for (const instrument of this.corpus.instruments) {
      const ix = this.indexOf(instrument);
      this.sequence.reset(ix);
      this.engine.sink.onBookReset(ix, 'not-synced', RECV_MS);
    }
    for (const { depth, ix } of this.snapshots) {
      this.sequence.startFrom(ix, depth.lastSeq);
      this.engine.sink.onBookSnapshot(ix, depth, RECV_MS);
    }
    return this;
  }

  /** Handles every frame; returns something that depends on all of them. */
  run(): number {
    const { decoders } = this;
    const { bytes, frames } = this.corpus;
    for (let at = 0; at < frames.length; at += 1) {
      const { end, start } = frames[at] as CorpusFrame;
      (decoders[at] as FrameDecoder).decode(bytes, start, end, RECV_MS);
    }
    return this.applied;
  }

  /** Handles one frame where a socket put it; `nth` is its place in the corpus. */
  decodeAt(nth: number, bytes: Buffer, start: number, end: number): void {
    (this.decoders[nth] as FrameDecoder).decode(bytes, start, end, RECV_MS);
  }

  /** Handles the next frames; returns how many were left to handle. */
  runSlice(count: number): number {
    const { bytes, frames } = this.corpus;
    const end = Math.min(frames.length, this.at + count);
    const handled = end - this.at;
    for (; this.at < end; this.at += 1) {
      const frame = frames[this.at] as CorpusFrame;
      (this.decoders[this.at] as FrameDecoder).decode(bytes, frame.start, frame.end, RECV_MS);
    }
    if (handled === 0) this.at = 0;
    return handled;
  }

  /** As `run`, each frame a chunk of its own to the meter: the most that it is asked. */
  runMeasured(stages: StageMeter): number {
    const { bytes, frames } = this.corpus;
    for (let at = 0; at < frames.length; at += 1) {
      const frame = frames[at] as CorpusFrame;
      stages.chunk();
      stages.frame();
      (this.decoders[at] as FrameDecoder).decode(bytes, frame.start, frame.end, RECV_MS);
      stages.chunkEnd();
    }
    return this.applied;
  }

  /** Returns a book's levels, best first. */
  levels(instrument: Instrument): { readonly bids: readonly number[][]; readonly asks: readonly number[][] } {
    const { ix, scale } = this.subscriptionOf(instrument);
    const side = (name: 'bid' | 'ask'): number[][] => {
      const ticks = new Int32Array(20_000);
      const qty = new Float64Array(20_000);
      const count = this.engine.store.readLevels(ix, name, ticks.length, ticks, qty);
      return Array.from({ length: count }, (_, at) => [
        (ticks[at] as number) / 10 ** scale.pxDecimals,
        qty[at] as number,
      ]);
    };
    return { bids: side('bid'), asks: side('ask') };
  }

  private decodedSink(): DecodedSink {
    const { engine, sequence } = this;
    const nothing = (): void => undefined;
    return {
      onDepth: (ix, isSnapshot, depth, recvMs) => {
        const verdict = sequence.judge(ix, isSnapshot, depth);
        if (verdict === 'gap') this.gaps += 1;
        if (verdict !== 'apply') return;
        this.applied += 1;
        if (isSnapshot) engine.sink.onBookSnapshot(ix, depth, recvMs);
        else engine.sink.onBookDelta(ix, depth, recvMs);
      },
      onQuote: (ix, quote, recvMs) => engine.sink.onQuote(ix, quote, recvMs),
      onTrade: nothing,
      onMark: nothing,
      onTicker: nothing,
      onCandle: nothing,
      onLiquidation: nothing,
      onControl: nothing,
      onOffTick: nothing,
      onUnknown: nothing,
      onRare: nothing,
    };
  }

  private indexOf({ id }: Instrument): number {
    const ix = this.engine.store.instruments.findIndex((one) => one.id === id);
    if (ix < 0) throw new Error(`Invariant: ${id} is not among the engine's instruments`);
    return ix;
  }

  private subscriptionOf(instrument: Instrument): FeedSubscription {
    const ix = this.indexOf(instrument);
    const scale = this.engine.store.scales[ix];
    if (scale === undefined) throw new Error(`Invariant: no scale with index ${ix}`);
    return { ix, instrument, scale };
  }
}
