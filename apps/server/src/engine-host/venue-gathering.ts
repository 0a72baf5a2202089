import type { Instrument, ReferenceData, Venue } from '@riptide/core/domain';
import type { Clock, Log, Random, TimerHandle } from '@riptide/core/kernel';
import { keepFollowable } from './keep-followable.ts';
import { VenueLoader, type LoadedVenue } from './venue-loader.ts';

/** The hot thread starts without venues that have not answered by then; they join later. */
const FIRST_PHASE_MS = 4_000;
/** Late venues are gathered for this long, so that a few of them cost one restart of the hot thread. */
const GATHER_MS = 1_500;

export interface VenueGatheringDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  readonly references: readonly ReferenceData[];
  /** True where prices are needed to know the precision of books (real venues). */
  readonly needsPrices: boolean;
  /** False before the hot thread first runs or begins to. */
  hasStarted(): boolean;
  onLoaded(reference: ReferenceData, loaded: LoadedVenue): void;
  /** `reason` in words for a person. */
  onFailed(venue: Venue, reason: string): void;
  /** Enough venues are known for the hot thread to begin, or to begin anew. */
  onGathered(): void;
}

/**
 * Loads the venues and says when the hot thread is to begin with them: all of them or those that answered in time, then late ones
 * together. A venue that can't be reached holds nobody up.
 */
export class VenueGathering {
  private readonly deps: VenueGatheringDeps;
  private readonly loaders: readonly VenueLoader[];
  private readonly loadedVenues = new Map<Venue, LoadedVenue>();
  private readonly settled = new Set<Venue>();
  private timer: TimerHandle | null = null;

  constructor(deps: VenueGatheringDeps) {
    this.deps = deps;
    const { clock, log, random, needsPrices } = deps;
    this.loaders = deps.references.map(
      (reference) =>
        new VenueLoader(reference, {
          clock,
          log,
          random,
          needsPrices,
          onLoaded: (loaded) => this.handleLoaded(reference, loaded),
          onFailed: (venue, reason) => {
            deps.onFailed(venue, reason);
            this.settle(venue);
          },
        }),
    );
  }

  /** Those that told their list, as it was told last. */
  get loaded(): ReadonlyMap<Venue, LoadedVenue> {
    return this.loadedVenues;
  }

  start(): void {
    for (const loader of this.loaders) loader.start();
    this.timer = this.deps.clock.after(FIRST_PHASE_MS, () => this.deps.onGathered());
  }

  stop(): void {
    this.timer?.cancel();
    for (const loader of this.loaders) loader.stop();
  }

  /** A venue told its whole list anew. */
  relist(venue: Venue, instruments: readonly Instrument[]): void {
    const known = this.loadedVenues.get(venue);
    if (known === undefined) return;
    this.loadedVenues.set(venue, { ...known, instruments: keepFollowable(known.instruments, instruments) });
  }

  private handleLoaded(reference: ReferenceData, loaded: LoadedVenue): void {
    this.loadedVenues.set(loaded.venue, loaded);
    this.deps.onLoaded(reference, loaded);
    this.settle(loaded.venue);
  }

  /** Before the first start all venues are waited for; afterwards a late one is gathered with others for a moment. */
  private settle(venue: Venue): void {
    this.settled.add(venue);
    const isFirst = !this.deps.hasStarted();
    if (isFirst && this.settled.size < this.loaders.length) return;
    if (!isFirst && !this.loadedVenues.has(venue)) return;
    this.timer?.cancel();
    if (isFirst) this.deps.onGathered();
    else this.timer = this.deps.clock.after(GATHER_MS, () => this.deps.onGathered());
  }
}
