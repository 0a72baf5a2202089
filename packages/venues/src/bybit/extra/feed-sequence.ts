import { DepthMessage } from '@riptide/core/domain';
import type { FeedSequence } from '../../kit/index.ts';
import { BookSync } from '../ws/book-sync.ts';

/** The sequence check of all books of one product; a snapshot from elsewhere counts as one of the stream. */
export class BybitSequence implements FeedSequence {
  private readonly sync: BookSync;
  private readonly snapshot = new DepthMessage();

  constructor(slots: number) {
    this.sync = new BookSync(slots);
  }

  judge(ix: number, isSnapshot: boolean, depth: DepthMessage): ReturnType<FeedSequence['judge']> {
    return this.sync.judge(ix, isSnapshot, depth);
  }

  reset(ix: number): void {
    this.sync.reset(ix);
  }

  startFrom(ix: number, seq: number): void {
    this.snapshot.lastSeq = seq;
    this.sync.judge(ix, true, this.snapshot);
  }
}
