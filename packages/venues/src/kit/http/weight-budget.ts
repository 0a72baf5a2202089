import { domainError, err, ok, type DomainError, type Result } from '@riptide/core/domain';
import type { Clock } from '@riptide/core/kernel';
import { pause } from '../pause.ts';

/** How much of a limit is used now: weight of its window, and callers that wait for some. */
export interface BudgetLoad {
  readonly capacity: number;
  readonly used: number;
  readonly waiting: number;
}

export interface WeightBudgetOptions {
  readonly clock: Clock;
  /** Weight per window, already below the venue's documented limit. */
  readonly capacity: number;
  readonly windowMs: number;
  /** Callers waiting at once; one more is refused. */
  readonly waitersMax: number;
}

/**
 * A token bucket over a venue's request weights. Waits when empty, refuses when too many wait, and closes for as long as the
 * venue says after a 429 or 418, so that a warning never becomes a ban.
 */
export class WeightBudget {
  private readonly options: WeightBudgetOptions;
  private available: number;
  private refilledMs: number;
  private closedUntilMs = 0;
  private waiters = 0;
  /** Each caller waits for the one before it, so that order is kept. */
  private tail: Promise<unknown> = Promise.resolve();

  constructor(options: WeightBudgetOptions) {
    this.options = options;
    this.available = options.capacity;
    this.refilledMs = options.clock.nowMs();
  }

  get load(): BudgetLoad {
    this.refill();
    const { capacity } = this.options;
    return { capacity, used: capacity - this.available, waiting: this.waiters };
  }

  /**
   * Resolves once `weight` is granted, or refused because `signal` ended the waiting.
   *
   * @errors VENUE_RATE_LIMITED while closed by the venue; VENUE_BUSY when too many callers wait already; VENUE_NOT_READY when the
   * caller stopped.
   */
  async take(weight: number, signal?: AbortSignal): Promise<Result<null, DomainError>> {
    const nowMs = this.options.clock.nowMs();
    if (nowMs < this.closedUntilMs) {
      const waitMs = this.closedUntilMs - nowMs;
      return err(
        domainError('VENUE_RATE_LIMITED', `closedForMs=${waitMs}`, { outcome: 'not-sent', retryAfterMs: waitMs }),
      );
    }
    if (this.waiters >= this.options.waitersMax) {
      return err(domainError('VENUE_BUSY', `waiting=${this.waiters}`, { outcome: 'not-sent' }));
    }
    this.waiters += 1;
    const turn = this.tail.then(() => this.grant(weight, signal));
    this.tail = turn;
    const isGranted = await turn;
    this.waiters -= 1;
    return isGranted ? ok(null) : err(domainError('VENUE_NOT_READY', 'stopped while waiting', { outcome: 'not-sent' }));
  }

  /** Closes the budget for `ms`: the venue said so. */
  close(ms: number): void {
    this.closedUntilMs = Math.max(this.closedUntilMs, this.options.clock.nowMs() + ms);
  }

  /**
   * Takes note of what the venue still allows in its running window. What a process before this one spent counts there too: a full bucket
   * after a restart would be refused for the rest of the window.
   */
  observeLeft(left: number): void {
    this.refill();
    // WHY: bounded below, so that one wild figure does not shut the budget for longer than a window.
    this.available = Math.max(-this.options.capacity, Math.min(this.available, left));
  }

  private refill(): void {
    const { clock, capacity, windowMs } = this.options;
    const nowMs = clock.nowMs();
    this.available = Math.min(capacity, this.available + ((nowMs - this.refilledMs) / windowMs) * capacity);
    this.refilledMs = nowMs;
  }

  private async grant(weight: number, signal: AbortSignal | undefined): Promise<boolean> {
    const { clock, capacity, windowMs } = this.options;
    const cost = Math.min(weight, capacity);
    for (;;) {
      if (signal?.aborted === true) return false;
      this.refill();
      if (this.available >= cost) break;
      const waitMs = Math.ceil(((cost - this.available) / capacity) * windowMs);
      await pause(clock, waitMs, signal);
    }
    this.available -= cost;
    return true;
  }
}
