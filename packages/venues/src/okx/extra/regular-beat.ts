/** Pushes this far apart are the venue's own rhythm: it repeats account data about every 5 s, changed or not. */
const PERIOD_MS = { min: 4_000, max: 7_000 } as const;
/** So many in a row make a rhythm; events of trading don't come so evenly. */
const BEATS_MIN = 3;

/**
 * Tells a dead socket that still answers pings from a quiet account: once pushes came in the venue's rhythm, their absence is a sign.
 * A venue that never shows the rhythm is never judged by it.
 */
export class RegularBeat {
  private readonly silenceMs: number;
  private lastMs: number | null = null;
  private beats = 0;

  constructor(silenceMs: number) {
    this.silenceMs = silenceMs;
  }

  /** A new connection: nothing is known. */
  restart(): void {
    this.lastMs = null;
    this.beats = 0;
  }

  /** Notes a push that the venue repeats. */
  seen(nowMs: number): void {
    if (this.lastMs !== null && this.beats < BEATS_MIN) {
      const gapMs = nowMs - this.lastMs;
      this.beats = gapMs >= PERIOD_MS.min && gapMs <= PERIOD_MS.max ? this.beats + 1 : 0;
    }
    this.lastMs = nowMs;
  }

  /** True when a rhythm was there and nothing came for longer than the limit. */
  isStopped(nowMs: number): boolean {
    return this.beats >= BEATS_MIN && this.lastMs !== null && nowMs - this.lastMs > this.silenceMs;
  }
}
