import type { DepthMessage } from '@riptide/core/domain';
import type { FeedSequence } from '../../kit/index.ts';
import type { BinanceProduct } from '../config.ts';
import { BookSync } from '../ws/book-sync.ts';

/** The sequence checks of all books of one product behind one face. */
export class BinanceSequence implements FeedSequence {
  private readonly syncs: readonly BookSync[];

  constructor(product: BinanceProduct, slots: number) {
    this.syncs = Array.from({ length: slots }, () => new BookSync(product));
    for (const sync of this.syncs) sync.wait();
  }

  judge(ix: number, isSnapshot: boolean, depth: DepthMessage): ReturnType<FeedSequence['judge']> {
    // Partial books follow no sequence.
    return isSnapshot ? 'drop' : this.at(ix).accept(depth);
  }

  reset(ix: number): void {
    this.at(ix).wait();
  }

  startFrom(ix: number, seq: number): void {
    this.at(ix).align(seq);
  }

  private at(ix: number): BookSync {
    const sync = this.syncs[ix];
    if (sync === undefined) throw new Error(`Invariant: no book ${ix}`);
    return sync;
  }
}
