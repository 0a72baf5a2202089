import { NO_SEQ, type DepthMessage } from '@riptide/core/domain';
import type { BinanceProduct } from '../config.ts';

/** What to do with a depth message. */
export type SyncVerdict = 'apply' | 'drop' | 'buffer' | 'gap';

/**
 * How a book stands: `idle` wants nothing (no channel), `waiting` keeps messages until a snapshot comes, `aligning` has the
 * snapshot but no message that follows it, `live` has both.
 */
export type SyncState = 'idle' | 'waiting' | 'aligning' | 'live';

/**
 * Aligns the depth messages of one instrument with its REST snapshot. Pure; decides by sequence alone, before anything is applied.
 *
 * Spot: messages up to the snapshot are dropped; the first one kept has `U <= lastUpdateId + 1`; after it `U` follows the last `u`.
 * USD-M: `U` and `u` are not contiguous, so `pu` counts: the first message kept has `u >= lastUpdateId` and covers or follows it
 * (`U <= lastUpdateId` or `pu <= lastUpdateId`, which leaves nothing out either); after it `pu` equals the last `u`.
 * Source: docs/venues/binance.md, books.
 */
export class BookSync {
  private readonly isSpot: boolean;
  private standing: SyncState = 'idle';
  private bookSeq = NO_SEQ;

  constructor(product: BinanceProduct) {
    this.isSpot = product === 'spot';
  }

  get state(): SyncState {
    return this.standing;
  }

  /** Forgets the book and keeps messages from now on. */
  wait(): void {
    this.standing = 'waiting';
    this.bookSeq = NO_SEQ;
  }

  /** Forgets the book and wants no messages: the channel is gone. */
  stop(): void {
    this.standing = 'idle';
    this.bookSeq = NO_SEQ;
  }

  /** Takes the sequence of a snapshot; the messages kept are to be judged by `accept` again, oldest first. */
  align(snapshotSeq: number): void {
    this.standing = 'aligning';
    this.bookSeq = snapshotSeq;
  }

  /** Judges one message. After `gap` the caller starts over with `wait`. */
  accept(depth: DepthMessage): SyncVerdict {
    if (this.standing === 'live') return this.acceptLive(depth);
    if (this.standing === 'aligning') return this.acceptFirst(depth);
    return this.standing === 'waiting' ? 'buffer' : 'drop';
  }

  private acceptLive(depth: DepthMessage): SyncVerdict {
    if (depth.lastSeq <= this.bookSeq) return 'drop';
    const follows = this.isSpot ? depth.firstSeq <= this.bookSeq + 1 : depth.prevSeq === this.bookSeq;
    if (!follows) return 'gap';
    this.bookSeq = depth.lastSeq;
    return 'apply';
  }

  private acceptFirst(depth: DepthMessage): SyncVerdict {
    const { bookSeq } = this;
    if (this.isSpot ? depth.lastSeq <= bookSeq : depth.lastSeq < bookSeq) return 'drop';
    const covers = this.isSpot ? depth.firstSeq <= bookSeq + 1 : coversOrFollows(depth, bookSeq);
    if (!covers) return 'gap';
    this.standing = 'live';
    this.bookSeq = depth.lastSeq;
    return 'apply';
  }
}

function coversOrFollows(depth: DepthMessage, snapshotSeq: number): boolean {
  return depth.firstSeq <= snapshotSeq || (depth.prevSeq !== NO_SEQ && depth.prevSeq <= snapshotSeq);
}
