import { VENUE_CONFIG_DEFAULTS, type VenueConfig } from '../kit/index.ts';
import type { KeyVersion } from './sign.ts';

/** KuCoin's settings beside those every venue has. */
export interface KucoinConfig extends VenueConfig {
  /** Book snapshots asked for at once. */
  readonly snapshotsInFlightMax?: number;
  /** Depth frames kept per instrument while its snapshot is on the way. */
  readonly pendingFramesMax?: number;
  /** Generation the key is first tried as; a key of the other one is found out by the venue's refusal. */
  readonly keyVersion?: KeyVersion;
}

export const KUCOIN_CONFIG_DEFAULTS = {
  ...VENUE_CONFIG_DEFAULTS,
  snapshotsInFlightMax: 4,
  /** About ten seconds of the busiest book: one frame per change. */
  pendingFramesMax: 4_000,
  keyVersion: '3',
} as const;
