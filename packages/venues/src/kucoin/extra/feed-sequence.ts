import type { DepthMessage } from '@riptide/core/domain';
import type { FeedSequence } from '../../kit/index.ts';
import { BookSync } from '../ws/book-sync.ts';

/** The sequence checks of all books of one product behind one face. */
export class KucoinSequence implements FeedSequence {
  private readonly syncs: readonly BookSync[];

  constructor(slots: number) {
    this.syncs = Array.from({ length: slots }, () => new BookSync());
    for (const sync of this.syncs) sync.confirm();
  }

  judge(ix: number, isSnapshot: boolean, depth: DepthMessage): ReturnType<FeedSequence['judge']> {
    // Partial books follow no sequence.
    return isSnapshot ? 'drop' : this.at(ix).accept(depth);
  }

  reset(ix: number): void {
    this.at(ix).buffer();
  }

  startFrom(ix: number, seq: number): void {
    this.at(ix).install(seq);
  }

  private at(ix: number): BookSync {
    const sync = this.syncs[ix];
    if (sync === undefined) throw new Error(`Invariant: no book ${ix}`);
    return sync;
  }
}
