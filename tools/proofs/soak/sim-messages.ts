import type { Venue, VenueKey } from '@riptide/core/domain';

/** Chance of each fault at each call, and at each event. */
export interface FaultRates {
  readonly call: number;
  readonly event: number;
}

/** What the simulator's process is told. */
export type ToSim =
  | { readonly kind: 'faults'; readonly rates: FaultRates }
  | { readonly kind: 'heal' }
  | { readonly kind: 'cancel-all'; readonly venue: Venue }
  | { readonly kind: 'drop-sockets'; readonly venue: Venue }
  | { readonly kind: 'truth'; readonly id: number };

/** A venue's own word about its account. Sums are exact. */
export interface VenueTruth {
  readonly venue: Venue;
  readonly isConserved: boolean;
  readonly fills: number;
  readonly funding: string;
  readonly fees: Readonly<Record<string, string>>;
  /** Per asset; of USDT less what open positions cost. */
  readonly cashLessCost: Readonly<Record<string, string>>;
  /** Base units by wire symbol. */
  readonly positions: Readonly<Record<string, string>>;
  readonly openClientIds: readonly string[];
  readonly struck: Readonly<Record<string, number>>;
}

/** What the simulator's process tells. */
export type FromSim =
  | {
      readonly kind: 'started';
      readonly baseUrls: Readonly<Record<Venue, string>>;
      readonly keys: Readonly<Record<Venue, VenueKey>>;
    }
  | { readonly kind: 'truth'; readonly id: number; readonly venues: readonly VenueTruth[] };
