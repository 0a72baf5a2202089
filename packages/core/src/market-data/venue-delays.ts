import { VENUES, type Venue } from '../domain/index.ts';
import { SampleWindow } from '../kernel/index.ts';

/** Delays longer than this are no latency but another age of data (a replayed recording). */
const DELAY_MS_MAX = 60_000;
const DELAY_SAMPLES = 256;

/**
 * How late the messages of each venue come, and how far its clock is from ours. `at` is a venue's place in `VENUES`.
 *
 * HOT: `sample` allocates nothing.
 */
export class VenueDelays {
  /** Of the newest quote or depth message, whatever its age; NaN before the first. */
  private readonly newestMs = new Float64Array(VENUES.length).fill(Number.NaN);
  private readonly windows = VENUES.map(() => new SampleWindow(DELAY_SAMPLES));
  private readonly offsetsMs = new Float64Array(VENUES.length).fill(Number.NaN);

  /**
   * Takes the delay of a message received at `recvMs`, which is NaN where the venue tells no time.
   * HOT: takes the message, for a difference handed to a call is put into an object.
   */
  sample(at: number, message: { readonly venueMs: number }, recvMs: number): void {
    const delayMs = recvMs - message.venueMs;
    if (Number.isNaN(delayMs)) return;
    this.newestMs[at] = delayMs;
    if (Math.abs(delayMs) <= DELAY_MS_MAX) (this.windows[at] as SampleWindow).add(delayMs);
  }

  /** Returns the delay of the newest message in ms, as it was sampled; NaN before the first. */
  newestMsAt(at: number): number {
    return this.newestMs[at] as number;
  }

  /** Sets a venue's clock minus ours, in ms. */
  setOffset(venue: Venue, offsetMs: number): void {
    this.offsetsMs[VENUES.indexOf(venue)] = offsetMs;
  }

  /** Returns a venue's clock minus ours in ms; NaN before it was measured. */
  offsetMsAt(at: number): number {
    return this.offsetsMs[at] as number;
  }

  /** Returns the median delay of a venue's last messages in ms; null while unknown or while the clock offset is. */
  medianMs(venue: Venue): number | null {
    const at = VENUES.indexOf(venue);
    const medianMs = (this.windows[at] as SampleWindow).quantile(0.5) + this.offsetMsAt(at);
    return Number.isNaN(medianMs) ? null : medianMs;
  }
}
