import type { Instrument, ReferenceData, Venue } from '@riptide/core/domain';
import type { HotCommand } from '@riptide/core/engine';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import { answerWithin } from './answer-within.ts';

/** One instrument of each venue a second, again and again. */
const TICK_MS = 1_000;
const READ_TIMEOUT_MS = 5_000;

export interface PriceLimitReaderDeps {
  readonly clock: Clock;
  readonly log: Log;
  command(command: HotCommand): void;
}

interface Watched {
  readonly reference: ReferenceData;
  ixs: readonly number[];
  next: number;
  isReading: boolean;
  hasFailed: boolean;
}

/** Asks the venues that tell it which prices they take now, instrument by instrument. */
export class PriceLimitReader {
  private readonly deps: PriceLimitReaderDeps;
  private readonly venues = new Map<Venue, Watched>();
  private readonly timer: TimerHandle;
  private instruments: readonly Instrument[] = [];

  constructor(deps: PriceLimitReaderDeps) {
    this.deps = deps;
    this.timer = deps.clock.every(TICK_MS, () => {
      for (const watched of this.venues.values()) this.readNext(watched);
    });
  }

  addVenue(reference: ReferenceData): void {
    if (reference.fetchPriceLimits === undefined) return;
    const ixs = this.ixsOf(reference.venue);
    this.venues.set(reference.venue, { reference, ixs, next: 0, isReading: false, hasFailed: false });
  }

  setFollowed(instruments: readonly Instrument[]): void {
    this.instruments = instruments;
    for (const [venue, watched] of this.venues) watched.ixs = this.ixsOf(venue);
  }

  stop(): void {
    this.timer.cancel();
  }

  private ixsOf(venue: Venue): readonly number[] {
    return this.instruments.flatMap((instrument, ix) => (instrument.venue === venue ? [ix] : []));
  }

  private readNext(watched: Watched): void {
    if (watched.isReading || watched.ixs.length === 0) return;
    const ix = watched.ixs[watched.next % watched.ixs.length];
    const instrument = ix === undefined ? undefined : this.instruments[ix];
    if (ix === undefined || instrument === undefined) return;
    watched.next = (watched.next + 1) % watched.ixs.length;
    watched.isReading = true;
    this.read(watched, instrument, ix)
      .catch((e: unknown) =>
        this.deps.log.error('price limits could not be brought', { id: instrument.id, detail: String(e) }),
      )
      .finally(() => (watched.isReading = false));
  }

  private async read(watched: Watched, instrument: Instrument, ix: number): Promise<void> {
    const { reference } = watched;
    if (reference.fetchPriceLimits === undefined) return;
    const ask = reference.fetchPriceLimits.bind(reference, instrument);
    const limits = await answerWithin(READ_TIMEOUT_MS, this.deps.clock, ask);
    // WHY: the hot thread may have begun anew meanwhile, with other instruments.
    if (this.instruments[ix]?.id !== instrument.id) return;
    if (limits.ok) this.deps.command({ kind: 'set-price-limits', ix, limits: limits.value });
    else if (!watched.hasFailed) {
      const { code, detail } = limits.error;
      this.deps.log.warn('price limits not read', { id: instrument.id, code, detail });
    }
    watched.hasFailed = !limits.ok;
  }
}
