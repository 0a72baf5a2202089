import type { DomainError, Result } from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import { backoffMs, type RestReading, type VenueDeps } from '../../kit/index.ts';

export type DepthReading = Extract<RestReading, { kind: 'depth' }>;

export interface SnapshotQueueOptions {
  readonly deps: VenueDeps;
  readonly inFlightMax: number;
  /** Instruments whose snapshots go before those of others. */
  readonly isUrgent?: (ix: number) => boolean;
  readonly fetch: (ix: number) => Promise<Result<DepthReading, DomainError>>;
  readonly onSnapshot: (ix: number, snapshot: DepthReading) => void;
  /** Told for every snapshot asked for again. */
  readonly onRepeated: (ix: number) => void;
}

interface Want {
  /** How often this instrument was asked for without a calm spell in between. */
  attempts: number;
  lastMs: number;
  timer: TimerHandle | null;
  /** Grows with every request and cancellation, so that a late answer is known as such. */
  turn: number;
  isOpen: boolean;
}

const BACKOFF = { firstMs: 500, maxMs: 30_000 } as const;
/** After this long without a request the next one goes out at once again. */
const CALM_MS = 30_000;

/**
 * Fetches depth snapshots, a bounded number at a time, in the order asked for, urgent ones first. Repeated requests of one instrument wait with
 * back-off, and a failed one is asked for again until it is cancelled. Holds at most one request per instrument.
 */
export class SnapshotQueue {
  private readonly options: SnapshotQueueOptions;
  private readonly wants = new Map<number, Want>();
  private readonly ready: number[] = [];
  private inFlight = 0;
  private isStopped = false;

  constructor(options: SnapshotQueueOptions) {
    this.options = options;
  }

  /** Asks for the snapshot of one instrument; an earlier request that is still open is given up. */
  request(ix: number, notBeforeMs = 0): void {
    if (this.isStopped) return;
    const { deps } = this.options;
    const nowMs = deps.clock.nowMs();
    const want = this.wants.get(ix) ?? { attempts: 0, lastMs: nowMs, timer: null, turn: 0, isOpen: false };
    if (this.wants.has(ix)) this.options.onRepeated(ix);
    this.wants.set(ix, want);
    this.cancel(ix);
    if (nowMs - want.lastMs > CALM_MS) want.attempts = 0;
    const waitMs = Math.max(notBeforeMs, want.attempts === 0 ? 0 : backoffMs(want.attempts - 1, deps.random, BACKOFF));
    want.attempts += 1;
    want.lastMs = nowMs;
    want.isOpen = true;
    if (waitMs === 0) this.enqueue(ix);
    else want.timer = deps.clock.after(waitMs, () => this.enqueue(ix));
  }

  /** Gives up what is open for one instrument; an answer on its way is dropped. */
  cancel(ix: number): void {
    const want = this.wants.get(ix);
    if (want === undefined) return;
    want.turn += 1;
    want.isOpen = false;
    want.timer?.cancel();
    want.timer = null;
    const at = this.ready.indexOf(ix);
    if (at >= 0) this.ready.splice(at, 1);
  }

  /** Gives everything up. */
  stop(): void {
    this.isStopped = true;
    for (const ix of this.wants.keys()) this.cancel(ix);
  }

  private enqueue(ix: number): void {
    const { isUrgent } = this.options;
    const at = isUrgent?.(ix) === true ? this.ready.findIndex((other) => !isUrgent(other)) : -1;
    this.ready.splice(at < 0 ? this.ready.length : at, 0, ix);
    this.pump();
  }

  private pump(): void {
    while (this.inFlight < this.options.inFlightMax) {
      const ix = this.ready.shift();
      if (ix === undefined) return;
      this.inFlight += 1;
      void this.fetchOne(ix);
    }
  }

  private async fetchOne(ix: number): Promise<void> {
    const { deps, fetch, onSnapshot } = this.options;
    const want = this.wants.get(ix) as Want;
    const { turn } = want;
    const result = await fetch(ix);
    this.inFlight -= 1;
    if (turn === want.turn && !this.isStopped) {
      want.isOpen = false;
      if (result.ok) onSnapshot(ix, result.value);
      else {
        const { code, detail, retryAfterMs } = result.error;
        deps.log.warn('depth snapshot failed, trying again', { ix, code, detail });
        this.request(ix, retryAfterMs ?? 0);
      }
    }
    this.pump();
  }
}
