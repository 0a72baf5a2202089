import type { LabStrategy, LabWorld } from '@riptide/core/lab';

/** A strategy that does nothing, and keeps the world it was given: its books can be read when the tape is over. */
export class BooksOnly implements LabStrategy {
  readonly activity = 0;
  readonly countsFromMs = Number.NEGATIVE_INFINITY;
  readonly world: LabWorld;

  constructor(world: LabWorld) {
    this.world = world;
  }

  onStart(): Promise<void> {
    return Promise.resolve();
  }

  onEnd(): Promise<void> {
    return Promise.resolve();
  }

  onBook(): void {
    // The book has it already.
  }

  onTraded(): void {
    // Nothing is done with trades.
  }

  onLiquidation(): void {
    // Nothing is done with liquidations.
  }

  takeSignals(): readonly [] {
    return [];
  }

  decisions(): readonly [] {
    return [];
  }

  learnt(): null {
    return null;
  }

  /** Returns the levels of a book, best first. */
  levels(ix: number): { readonly bids: readonly number[][]; readonly asks: readonly number[][] } {
    const { store, scales } = this.world.engine;
    const scale = 10 ** (scales[ix]?.pxDecimals ?? 0);
    const side = (name: 'bid' | 'ask'): number[][] => {
      const ticks = new Int32Array(20_000);
      const qty = new Float64Array(20_000);
      const count = store.readLevels(ix, name, ticks.length, ticks, qty);
      return Array.from({ length: count }, (_, at) => [(ticks[at] as number) / scale, qty[at] as number]);
    };
    return { bids: side('bid'), asks: side('ask') };
  }
}
