import type { DomainError, Result } from '@riptide/core/domain';
import { measureClock, type PrivateVenueDeps } from '../../kit/index.ts';

/** Venue clock minus ours: what the platform last measured, or what was measured here since, after a clock refusal. */
export class VenueOffset {
  private readonly deps: PrivateVenueDeps;
  private own: { readonly offsetMs: number; readonly insteadOfMs: number } | null = null;

  constructor(deps: PrivateVenueDeps) {
    this.deps = deps;
  }

  /** Milliseconds. A newer measurement of the platform replaces our own. */
  offsetMs(): number {
    const givenMs = this.deps.offsetMs();
    return this.own !== null && this.own.insteadOfMs === givenMs ? this.own.offsetMs : givenMs;
  }

  /** Venue time now, epoch ms. */
  venueMs(): number {
    return this.deps.clock.nowMs() + this.offsetMs();
  }

  /** Measures anew; false when the venue did not answer. */
  async resync(readTime: () => Promise<Result<{ readonly venueMs: number }, DomainError>>): Promise<boolean> {
    const measured = await measureClock(this.deps.clock, readTime);
    if (!measured.ok) {
      this.deps.log.warn('clock not measured', { venue: 'OKX', code: measured.error.code });
      return false;
    }
    this.own = { offsetMs: measured.value.offsetMs, insteadOfMs: this.deps.offsetMs() };
    this.deps.log.warn('clock measured anew after a refusal', { venue: 'OKX', offsetMs: measured.value.offsetMs });
    return true;
  }
}
