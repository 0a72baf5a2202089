import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import { pause } from '../pause.ts';
import type { BudgetLoad } from './weight-budget.ts';

/** What a request is for. `reduce-risk` may use what the others must leave. */
export type RequestPurpose = 'read' | 'new-risk' | 'reduce-risk';

export interface RequestGovernorOptions {
  readonly clock: Clock;
  /** Weight per window, already below the venue's documented limit. */
  readonly capacity: number;
  readonly windowMs: number;
  /** Share of the capacity that only `reduce-risk` may use. */
  readonly reserveFrac: number;
  /** Longest wait for weight of a read; order calls never wait, they are refused. */
  readonly readWaitMaxMs: number;
}

const STEP_MS = 20;

/**
 * Keeps one pool of a venue's rate limit. Reads wait for weight, orders are refused at once when none is left, and a reserve is kept
 * for what reduces risk. After a 429 or a ban it is closed to everybody for as long as the venue said: a warning never becomes a ban.
 */
export class RequestGovernor {
  private readonly options: RequestGovernorOptions;
  private available: number;
  private refilledMs: number;
  private closedUntilMs = 0;
  private waiting = 0;
  /** When the venue counts from zero again; infinite while it has not said so. */
  private renewedMs = Number.POSITIVE_INFINITY;

  constructor(options: RequestGovernorOptions) {
    this.options = options;
    this.available = options.capacity;
    this.refilledMs = options.clock.nowMs();
  }

  /** Weight left now, the reserve included. */
  get remaining(): number {
    this.refill();
    return this.available;
  }

  get load(): BudgetLoad {
    const { capacity } = this.options;
    return { capacity, used: capacity - this.remaining, waiting: this.waiting };
  }

  /** Grants `weight` if it is there now; false, with nothing taken, when `take` would wait or refuse. */
  takeNow(weight: number, purpose: RequestPurpose): boolean {
    return this.tryTake(weight, purpose) === 0;
  }

  /**
   * Grants `weight`, or refuses without sending anything.
   *
   * @errors VENUE_RATE_LIMITED with `retryAfterMs`, outcome `not-sent`.
   */
  async take(weight: number, purpose: RequestPurpose): Promise<Result<null, DomainError>> {
    const { clock, readWaitMaxMs } = this.options;
    const deadlineMs = clock.nowMs() + (purpose === 'read' ? readWaitMaxMs : 0);
    for (;;) {
      const waitMs = this.tryTake(weight, purpose);
      if (waitMs === 0) return ok(null);
      if (clock.nowMs() + waitMs > deadlineMs) {
        return err(
          domainError('VENUE_RATE_LIMITED', `purpose=${purpose} weight=${weight} waitMs=${waitMs}`, {
            outcome: 'not-sent',
            retryAfterMs: waitMs,
          }),
        );
      }
      this.waiting += 1;
      await pause(clock, Math.max(STEP_MS, waitMs));
      this.waiting -= 1;
    }
  }

  /** Tells what the venue says it has counted, so that other users of the account or address are seen. */
  observeUsed(usedWeight: number): void {
    this.refill();
    this.available = Math.min(this.available, this.options.capacity - usedWeight);
  }

  /** Tells when the venue will count from zero: the pool is full again then, whatever would have trickled in. */
  renewIn(ms: number): void {
    this.renewedMs = this.options.clock.nowMs() + ms;
  }

  /** Closes the pool for `ms`: the venue said so. */
  close(ms: number): void {
    this.closedUntilMs = Math.max(this.closedUntilMs, this.options.clock.nowMs() + ms);
  }

  /** Returns 0 when taken, else how long to wait. */
  private tryTake(weight: number, purpose: RequestPurpose): number {
    const { clock, capacity, windowMs, reserveFrac } = this.options;
    const closedMs = this.closedUntilMs - clock.nowMs();
    if (closedMs > 0) return closedMs;
    this.refill();
    const floor = purpose === 'reduce-risk' ? 0 : capacity * reserveFrac;
    const cost = Math.min(weight, capacity - floor);
    const missing = cost + floor - this.available;
    if (missing > 0) return Math.ceil((missing / capacity) * windowMs);
    this.available -= cost;
    return 0;
  }

  private refill(): void {
    const { clock, capacity, windowMs } = this.options;
    const nowMs = clock.nowMs();
    this.available = Math.min(capacity, this.available + ((nowMs - this.refilledMs) / windowMs) * capacity);
    if (nowMs >= this.renewedMs) {
      this.available = capacity;
      this.renewedMs = Number.POSITIVE_INFINITY;
    }
    this.refilledMs = nowMs;
  }
}
