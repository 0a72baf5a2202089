import type { Clock, Log, Random, StageMeter } from '@riptide/core/kernel';
import type { FrameTap } from './frame-tap.ts';
import type { SharedBudgets } from './http/shared-budgets.ts';

/** What every adapter is given instead of reaching for it. */
export interface VenueDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Absent unless a recorder may listen. Never given to private sides. */
  readonly tap?: FrameTap;
  /** Absent: every part of an adapter keeps its own. */
  readonly budgets?: SharedBudgets;
  /** Absent: nothing is measured. */
  readonly stages?: StageMeter;
}

/** Which hosts an adapter talks to. */
export type VenueTarget =
  | { readonly kind: 'live' }
  | { readonly kind: 'testnet' }
  /** The simulator (or a replay) of this venue; products hang below the base as docs/venues/simulator.md says. */
  | { readonly kind: 'simulator'; readonly baseUrl: string };

/** Settings every venue has; a venue's config.ts may add its own. */
export interface VenueConfig {
  readonly target: VenueTarget;
  /** A socket with subscriptions and no data for this long is dead, whatever its pongs say. Infinity switches it off (replay). */
  readonly dataSilenceMs: number;
  /** A confirmed book channel that brought nothing for this long is subscribed anew. Infinity switches it off (replay). */
  readonly channelSilenceMs: number;
}

/** How orders reach a venue: by its socket for orders while that stands, else, or always, by requests. */
export type OrderEntry = 'socket' | 'rest';

/** What the private side of an adapter is told besides. */
export interface AccountConfig extends VenueConfig {
  /** Absent: `rest`. */
  readonly orderEntry?: OrderEntry;
}

/** Defaults for live markets: silence limits from what quiet books really do (OKX repeats itself every 60 s). */
export const VENUE_CONFIG_DEFAULTS = { dataSilenceMs: 15_000, channelSilenceMs: 90_000 } as const;
