import type { DomainError, Result } from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import { backoffMs, type RestReading, type VenueDeps } from '../../kit/index.ts';

/** A book as REST gives it. */
export type SnapshotReading = Extract<RestReading, { readonly kind: 'depth' }>;

export interface SnapshotQueueOptions {
  readonly deps: VenueDeps;
  readonly inFlightMax: number;
  /** Instruments whose snapshots go before those of others. */
  readonly isUrgent?: (ix: number) => boolean;
  readonly fetch: (ix: number) => Promise<Result<SnapshotReading, DomainError>>;
  /** True while the instrument still waits for a snapshot; one that does not is skipped. */
  readonly isWanted: (ix: number) => boolean;
  /** Takes a snapshot; false asks for a newer one. */
  readonly take: (ix: number, reading: SnapshotReading) => boolean;
  /** A snapshot has to be asked for again. */
  readonly onRetry: (ix: number) => void;
}

const BACKOFF = { firstMs: 200, maxMs: 10_000 } as const;
/** A book that lost its sequence again within this time waits longer before each new snapshot. */
const CALM_AFTER_MS = 30_000;

/** What is known of one instrument's request. */
interface Request {
  attempt: number;
  restartedMs: number;
  /** Grows with `restart`; an answer to an older question is thrown away. */
  generation: number;
  timer: TimerHandle | null;
  isInFlight: boolean;
}

/**
 * Fetches book snapshots: one at a time per instrument, a bounded number at once, with back-off after each that failed or was too
 * old. The queue holds each instrument at most once, so it is bounded by the subscriptions.
 */
export class SnapshotQueue {
  private readonly options: SnapshotQueueOptions;
  private readonly requests = new Map<number, Request>();
  private readonly ready: number[] = [];
  private inFlight = 0;
  private isStopped = false;

  constructor(options: SnapshotQueueOptions) {
    this.options = options;
  }

  /** Asks for a snapshot from now on; an answer still under way is ignored. At once, unless it was asked anew a moment ago. */
  restart(ix: number): void {
    const request = this.requestOf(ix);
    const nowMs = this.options.deps.clock.nowMs();
    request.generation += 1;
    request.attempt = nowMs - request.restartedMs > CALM_AFTER_MS ? 0 : request.attempt + 1;
    request.restartedMs = nowMs;
    this.schedule(ix, request);
  }

  /** Forgets an instrument's request. */
  cancel(ix: number): void {
    const request = this.requestOf(ix);
    request.generation += 1;
    request.timer?.cancel();
    request.timer = null;
  }

  /** Cancels every timer; answers still under way are ignored. */
  stop(): void {
    this.isStopped = true;
    for (const request of this.requests.values()) request.timer?.cancel();
  }

  private requestOf(ix: number): Request {
    let request = this.requests.get(ix);
    if (request === undefined) {
      request = { attempt: 0, restartedMs: Number.NEGATIVE_INFINITY, generation: 0, timer: null, isInFlight: false };
      this.requests.set(ix, request);
    }
    return request;
  }

  private schedule(ix: number, request: Request): void {
    if (request.timer !== null || request.isInFlight || this.isStopped) return;
    const { clock, random } = this.options.deps;
    const waitMs = request.attempt === 0 ? 0 : backoffMs(request.attempt - 1, random, BACKOFF);
    request.timer = clock.after(waitMs, () => {
      request.timer = null;
      if (!this.ready.includes(ix)) this.line(ix);
      this.pump();
    });
  }

  private line(ix: number): void {
    const { isUrgent } = this.options;
    const at = isUrgent?.(ix) === true ? this.ready.findIndex((other) => !isUrgent(other)) : -1;
    this.ready.splice(at < 0 ? this.ready.length : at, 0, ix);
  }

  private pump(): void {
    while (this.inFlight < this.options.inFlightMax && !this.isStopped) {
      const ix = this.ready.shift();
      if (ix === undefined) return;
      const request = this.requestOf(ix);
      if (!request.isInFlight && this.options.isWanted(ix)) void this.run(ix, request);
    }
  }

  private async run(ix: number, request: Request): Promise<void> {
    const { generation } = request;
    request.isInFlight = true;
    this.inFlight += 1;
    const reading = await this.options.fetch(ix);
    request.isInFlight = false;
    this.inFlight -= 1;
    if (this.isStopped) return;
    if (generation !== request.generation) {
      if (this.options.isWanted(ix)) this.schedule(ix, request);
    } else this.settle(ix, request, reading);
    this.pump();
  }

  private settle(ix: number, request: Request, reading: Result<SnapshotReading, DomainError>): void {
    if (reading.ok && this.options.take(ix, reading.value)) return;
    // `take` may have asked anew by itself, e.g. after a gap among the kept frames.
    if (request.timer !== null || !this.options.isWanted(ix)) return;
    if (!reading.ok) {
      const { code, detail } = reading.error;
      this.options.deps.log.warn('book snapshot failed, trying again', {
        venue: 'KUCOIN',
        ix,
        code,
        detail,
        attempt: request.attempt,
      });
    }
    request.attempt += 1;
    this.options.onRetry(ix);
    this.schedule(ix, request);
  }
}
