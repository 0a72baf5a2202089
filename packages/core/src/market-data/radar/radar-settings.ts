import { VENUES, type Venue } from '../../domain/index.ts';

/** What counts as a signal, and over which time. */
export interface RadarSettings {
  readonly windowMs: number;
  /** A cascade has ended once no event came for longer than this. */
  readonly cascadeGapMs: number;
  /** Whether inferred liquidations count. They never do by default: they are a guess from trades. */
  readonly countInferred: boolean;
  /** Venues whose liquidations count. */
  readonly venues: readonly Venue[];
}

export const DEFAULT_RADAR_SETTINGS: RadarSettings = {
  windowMs: 60_000,
  cascadeGapMs: 5_000,
  countInferred: false,
  venues: VENUES,
};

const WINDOW_MS_MAX = 600_000;
const GAP_MS_MAX = 60_000;

/**
 * Fills in what is missing.
 *
 * @throws Error `Invariant: …` for a window outside 1..600,000 ms or a gap outside 1..60,000 ms.
 */
export function radarSettings(over: Partial<RadarSettings> = {}): RadarSettings {
  const settings = { ...DEFAULT_RADAR_SETTINGS, ...over };
  const { windowMs, cascadeGapMs } = settings;
  if (!(windowMs >= 1 && windowMs <= WINDOW_MS_MAX)) throw new Error(`Invariant: a window of ${windowMs} ms`);
  if (!(cascadeGapMs >= 1 && cascadeGapMs <= GAP_MS_MAX)) throw new Error(`Invariant: a gap of ${cascadeGapMs} ms`);
  return settings;
}
