import type { ReferenceData, Venue } from '@riptide/core/domain';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';

/** A clock that jumps must block new risk soon. */
const PERIOD_MS = 5_000;
/** Of a few samples the one with the shortest round trip is the truest. */
const SAMPLES = 3;
/** A sample that took longer says too little. */
const ROUND_TRIP_MS_MAX = 2_000;

export interface ClockWatchDeps {
  readonly clock: Clock;
  readonly log: Log;
  onOffset(venue: Venue, offsetMs: number): void;
}

/** Measures every 5 s how far a venue's clock is from ours. */
export class ClockWatch {
  private readonly reference: ReferenceData;
  private readonly deps: ClockWatchDeps;
  private readonly timer: TimerHandle;
  private isStopped = false;
  private isMeasuring = false;

  constructor(reference: ReferenceData, deps: ClockWatchDeps) {
    this.reference = reference;
    this.deps = deps;
    this.timer = deps.clock.every(PERIOD_MS, () => void this.measure());
    void this.measure();
  }

  stop(): void {
    this.isStopped = true;
    this.timer.cancel();
  }

  private async measure(): Promise<void> {
    if (this.isMeasuring) return;
    this.isMeasuring = true;
    let best: { readonly offsetMs: number; readonly roundTripMs: number } | null = null;
    for (let i = 0; i < SAMPLES && !this.isStopped; i += 1) {
      const result = await this.ask();
      if (result === null || result.roundTripMs > ROUND_TRIP_MS_MAX) continue;
      if (best === null || result.roundTripMs < best.roundTripMs) best = result;
    }
    this.isMeasuring = false;
    if (best !== null && !this.isStopped) this.deps.onOffset(this.reference.venue, best.offsetMs);
  }

  private async ask(): Promise<{ readonly offsetMs: number; readonly roundTripMs: number } | null> {
    try {
      const result = await this.reference.measureClock();
      if (result.ok) return result.value;
      this.deps.log.warn('clock not measured', { venue: this.reference.venue, code: result.error.code });
    } catch (error) {
      this.deps.log.error('clock not measured', { venue: this.reference.venue, error: String(error) });
    }
    return null;
  }
}
