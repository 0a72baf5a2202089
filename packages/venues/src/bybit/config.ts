import { VENUE_CONFIG_DEFAULTS, type VenueConfig } from '../kit/index.ts';

/** Depths of the incremental book channel; a smaller one is pushed more often. */
export type BybitDepth = 50 | 200 | 1000;

/** Settings of the Bybit adapter. */
export interface BybitConfig extends VenueConfig {
  readonly depth: BybitDepth;
  /** How long after subscribing a book channel its snapshot may take before the channel is subscribed anew. */
  readonly snapshotWaitMs: number;
  /** Five topics of about 25 characters each; the venue allows 21,000 characters of arguments on one connection. */
  readonly instrumentsPerConnection: number;
}

/** Defaults of everything but the target. */
const BYBIT_CONFIG_DEFAULTS = {
  ...VENUE_CONFIG_DEFAULTS,
  depth: 50,
  snapshotWaitMs: 5_000,
  instrumentsPerConnection: 50,
} as const satisfies Omit<BybitConfig, 'target'>;

/** What a caller must say; the rest has defaults. */
export type BybitSettings = Pick<BybitConfig, 'target'> & Partial<BybitConfig>;

/** Returns the settings with every default filled in. */
export function bybitConfig(settings: BybitSettings): BybitConfig {
  return { ...BYBIT_CONFIG_DEFAULTS, ...settings };
}
