import type { VenueKey } from '@riptide/core/domain';
import type { VenueDeps } from './deps.ts';

/** What the private side of an adapter is given besides. */
export interface PrivateVenueDeps extends VenueDeps {
  readonly key: VenueKey;
  /** Venue clock minus ours in ms, as last measured; adapters measure anew after a clock refusal. */
  readonly offsetMs: () => number;
}
