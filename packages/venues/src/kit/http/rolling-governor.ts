import { domainError, err, type DomainError, type Result } from '@riptide/core/domain';
import { pause } from '../pause.ts';
import { RequestGovernor, type RequestGovernorOptions, type RequestPurpose } from './request-governor.ts';

const STEP_MS = 20;

/**
 * A pool for limits that a venue counts over a rolling window: at most `capacity` in any `windowMs`, in a burst or not, where a bucket
 * would let twice as many through. Stands inside an outer pool, for what the venue counts per address besides.
 *
 * Every request weighs 1. Keeps at most `capacity` times, so it does not grow.
 */
export class RollingGovernor extends RequestGovernor {
  private readonly own: RequestGovernorOptions;
  private readonly outer: RequestGovernor;
  /** When each request of the last window was granted, oldest first. */
  private granted: number[] = [];
  private openAtMs = 0;

  constructor(options: RequestGovernorOptions, outer: RequestGovernor) {
    super(options);
    this.own = options;
    this.outer = outer;
  }

  override get remaining(): number {
    return this.own.capacity - this.countedNow();
  }

  override takeNow(_weight: number, purpose: RequestPurpose): boolean {
    if (this.waitMs(purpose) > 0 || !this.outer.takeNow(1, purpose)) return false;
    this.granted.push(this.own.clock.nowMs());
    return true;
  }

  /**
   * Grants one request when both pools do, or refuses without sending anything.
   *
   * @errors VENUE_RATE_LIMITED with `retryAfterMs`, outcome `not-sent`.
   */
  override async take(_weight: number, purpose: RequestPurpose): Promise<Result<null, DomainError>> {
    const { clock, readWaitMaxMs } = this.own;
    const deadlineMs = clock.nowMs() + (purpose === 'read' ? readWaitMaxMs : 0);
    for (;;) {
      const waitMs = this.waitMs(purpose);
      if (waitMs === 0) break;
      if (clock.nowMs() + waitMs > deadlineMs) {
        return err(
          domainError('VENUE_RATE_LIMITED', `purpose=${purpose} waitMs=${waitMs}`, {
            outcome: 'not-sent',
            retryAfterMs: waitMs,
          }),
        );
      }
      await pause(clock, Math.max(STEP_MS, waitMs));
    }
    this.granted.push(clock.nowMs());
    return this.outer.take(1, purpose);
  }

  /** Tells what the venue says it has counted: what others used stands as if it had been granted now. */
  override observeUsed(usedWeight: number): void {
    const foreign = Math.min(usedWeight, this.own.capacity) - this.countedNow();
    for (let i = 0; i < foreign; i += 1) this.granted.push(this.own.clock.nowMs());
  }

  override close(ms: number): void {
    this.openAtMs = Math.max(this.openAtMs, this.own.clock.nowMs() + ms);
  }

  private waitMs(purpose: RequestPurpose): number {
    const { clock, capacity, windowMs, reserveFrac } = this.own;
    const nowMs = clock.nowMs();
    if (this.openAtMs > nowMs) return this.openAtMs - nowMs;
    const usable = purpose === 'reduce-risk' ? capacity : Math.max(1, Math.floor(capacity * (1 - reserveFrac)));
    const over = this.countedNow() - usable;
    if (over < 0) return 0;
    return (this.granted[over] ?? nowMs) + windowMs - nowMs;
  }

  private countedNow(): number {
    const { clock, windowMs } = this.own;
    const sinceMs = clock.nowMs() - windowMs;
    if ((this.granted[0] ?? Number.POSITIVE_INFINITY) <= sinceMs)
      this.granted = this.granted.filter((ms) => ms > sinceMs);
    return this.granted.length;
  }
}
