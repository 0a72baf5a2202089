import { backoffMs, type VenueDeps } from '../../kit/index.ts';

const NEVER = Number.POSITIVE_INFINITY;
const BACKOFF = { firstMs: 500, maxMs: 30_000 } as const;
/** A book that lived this long starts its back-off anew. */
const STABLE_AFTER_MS = 30_000;

export interface BookRenewalsOptions {
  /** Highest index plus one. */
  readonly instruments: number;
  readonly deps: VenueDeps;
  /** How long a snapshot may take after its channel was subscribed anew. */
  readonly snapshotWaitMs: number;
  /** Subscribes the book channel anew. */
  readonly renew: (ix: number) => void;
}

/**
 * The way back for books: subscribe the channel anew, wait for its snapshot, and again with back-off when it does not come.
 * The first try goes at once.
 */
export class BookRenewals {
  private readonly options: BookRenewalsOptions;
  private readonly dueMs: Float64Array;
  private readonly liveSinceMs: Float64Array;
  private readonly attempts: Uint32Array;

  constructor(options: BookRenewalsOptions) {
    this.options = options;
    this.dueMs = new Float64Array(options.instruments).fill(NEVER);
    this.liveSinceMs = new Float64Array(options.instruments).fill(NEVER);
    this.attempts = new Uint32Array(options.instruments);
  }

  /** The book is lost: a renewal is due. */
  want(ix: number, nowMs: number): void {
    if (nowMs - this.liveSinceMs[ix]! > STABLE_AFTER_MS) this.attempts[ix] = 0;
    this.liveSinceMs[ix] = NEVER;
    const attempt = this.attempts[ix]!;
    this.attempts[ix] = attempt + 1;
    this.dueMs[ix] = nowMs + (attempt === 0 ? 0 : backoffMs(attempt - 1, this.options.deps.random, BACKOFF));
  }

  /** The connection carries the channel anew by itself: only the snapshot is awaited. */
  await(ix: number, nowMs: number): void {
    this.liveSinceMs[ix] = NEVER;
    this.dueMs[ix] = nowMs + this.options.snapshotWaitMs;
  }

  /** The snapshot came. */
  settle(ix: number, nowMs: number): void {
    this.dueMs[ix] = NEVER;
    this.liveSinceMs[ix] = nowMs;
  }

  /** Nothing more is wanted for this instrument. */
  giveUp(ix: number): void {
    this.dueMs[ix] = NEVER;
  }

  /** Renews what is due; each renewal expects its snapshot within the wait. Returns how many it renewed. */
  sweep(nowMs: number): number {
    let renewed = 0;
    for (let ix = 0; ix < this.dueMs.length; ix += 1) {
      if (nowMs < this.dueMs[ix]!) continue;
      const attempt = this.attempts[ix]!;
      this.attempts[ix] = attempt + 1;
      const slackMs = attempt < 2 ? 0 : backoffMs(attempt - 2, this.options.deps.random, BACKOFF);
      this.dueMs[ix] = nowMs + this.options.snapshotWaitMs + slackMs;
      this.options.renew(ix);
      renewed += 1;
    }
    return renewed;
  }
}
