import type { Instrument } from '@riptide/core/domain';
import type { MarketStore } from '@riptide/core/market-data';
import type { BasisReport } from './report.ts';
import type { WatchingSink } from './watching-sink.ts';

/** Two books are compared only while the venue's times of their last messages are this close. */
const APART_MS_MAX = 2_000;

interface Pair {
  readonly spotIx: number;
  readonly perpIx: number;
  readonly instrument: Instrument;
  readonly bps: number[];
}

/** Samples the premium of perps over spot books of the same venue and symbol. */
export class BasisSampler {
  private readonly store: MarketStore;
  private readonly byIx = new Map<number, Pair>();
  private readonly pairs: Pair[] = [];

  constructor(store: MarketStore) {
    this.store = store;
    store.instruments.forEach((instrument, perpIx) => {
      if (instrument.kind !== 'perp') return;
      const spotIx = store.instruments.findIndex(
        (other) => other.kind === 'spot' && other.venue === instrument.venue && other.symbol === instrument.symbol,
      );
      if (spotIx < 0) return;
      const pair: Pair = { spotIx, perpIx, instrument, bps: [] };
      this.pairs.push(pair);
      this.byIx.set(spotIx, pair).set(perpIx, pair);
    });
  }

  /** Notes a changed book. Books that started cold count from their first agreement with a best quote on. */
  onBook(ix: number, sink: WatchingSink): void {
    const pair = this.byIx.get(ix);
    if (pair === undefined) return;
    const { perpIx, spotIx } = pair;
    if (!this.isKnown(spotIx, sink) || !this.isKnown(perpIx, sink)) return;
    const spotMs = this.store.books[spotIx]?.venueMs ?? Number.NaN;
    const perpMs = this.store.books[perpIx]?.venueMs ?? Number.NaN;
    if (Math.abs(spotMs - perpMs) > APART_MS_MAX) return;
    const bps = (this.midPx(perpIx) / this.midPx(spotIx) - 1) * 1e4;
    if (Number.isFinite(bps)) pair.bps.push(bps);
  }

  report(): readonly BasisReport[] {
    return this.pairs.map(({ bps, instrument }) => {
      const sorted = [...bps].sort((a, b) => a - b);
      const at = (index: number): number | null => rounded(sorted[index]);
      return {
        venue: instrument.venue,
        symbol: instrument.symbol,
        samples: bps.length,
        minBps: at(0),
        medianBps: at(Math.floor(sorted.length / 2)),
        maxBps: at(sorted.length - 1),
        lastBps: rounded(bps.at(-1)),
      };
    });
  }

  private isKnown(ix: number, sink: WatchingSink): boolean {
    const watch = sink.watches[ix];
    const book = this.store.books[ix];
    if (watch === undefined || book === undefined || !book.isLive) return false;
    return watch.emptySnapshots === 0 || watch.judge.outcomes.agree > 0;
  }

  private midPx(ix: number): number {
    const book = this.store.books[ix];
    if (book === undefined || book.bids.isEmpty || book.asks.isEmpty) return Number.NaN;
    return (book.toPx(book.bids.bestTicks) + book.toPx(book.asks.bestTicks)) / 2;
  }
}

function rounded(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 1000) / 1000;
}
