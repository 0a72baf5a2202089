import type { Venue } from '../../domain/index.ts';

/** A change of the delay is taken over by and by: two thirds of it in this time. */
const SMOOTH_MS = 60_000;
/** The figure told stays until the smoothed one is off by this share of it. */
const HOLD_FRAC = 0.2;
/** Below, delays differ by chance alone. */
const FLOOR_MS = 1;

interface Steady {
  atMs: number;
  smoothMs: number;
  toldMs: number;
}

/**
 * Delays of venues as capital is divided by them. The median of some hundred messages goes up and down within a second, and money that moved
 * with it would be given and taken back all day: what is told here follows slowly, and stands still in between.
 */
export class SteadyDelay {
  private readonly byVenue = new Map<Venue, Steady>();

  /** Takes a delay as measured now and returns the one to reckon with, in ms; null, and forgotten, while it is not known. */
  take(venue: Venue, delayMs: number | null, nowMs: number): number | null {
    if (delayMs === null || !Number.isFinite(delayMs)) {
      this.byVenue.delete(venue);
      return null;
    }
    const known = this.byVenue.get(venue);
    const measuredMs = Math.max(FLOOR_MS, delayMs);
    if (known === undefined) {
      this.byVenue.set(venue, { atMs: nowMs, smoothMs: measuredMs, toldMs: measuredMs });
      return measuredMs;
    }
    const share = 1 - Math.exp(-Math.max(0, nowMs - known.atMs) / SMOOTH_MS);
    known.smoothMs += (measuredMs - known.smoothMs) * share;
    known.atMs = nowMs;
    if (Math.abs(known.smoothMs - known.toldMs) > known.toldMs * HOLD_FRAC) known.toldMs = known.smoothMs;
    return known.toldMs;
  }
}
