import type { DomainError, Result } from '@riptide/core/domain';
import type { ClockOffset } from '../../kit/index.ts';

/** Venue clock minus ours: as somebody last measured it, or as we did after a refusal, whichever is newer. */
export class VenueTime {
  private readonly told: () => number;
  private readonly measure: () => Promise<Result<ClockOffset, DomainError>>;
  private own: { readonly offsetMs: number; readonly toldMs: number } | null = null;

  constructor(told: () => number, measure: () => Promise<Result<ClockOffset, DomainError>>) {
    this.told = told;
    this.measure = measure;
  }

  offsetMs(): number {
    const toldMs = this.told();
    return this.own !== null && this.own.toldMs === toldMs ? this.own.offsetMs : toldMs;
  }

  /** Measures anew; false when the venue did not answer. */
  async resync(): Promise<boolean> {
    const measured = await this.measure();
    if (!measured.ok) return false;
    this.own = { offsetMs: measured.value.offsetMs, toldMs: this.told() };
    return true;
  }
}
