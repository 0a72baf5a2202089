import type { Instrument, InstrumentId, ReferenceData, Venue } from '@riptide/core/domain';
import type { HotCommand } from '@riptide/core/engine';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import { answerWithin } from './answer-within.ts';

/** Where the feed is pushed what halts. */
const PERIOD_MS = 120_000;
const TICK_MS = 1_000;
const READ_TIMEOUT_MS = 20_000;
/** A list that lost more of the instruments is taken for a broken answer. */
const LOST_FRAC_MAX = 0.5;
/** What the books and orders were set up with; a change of it counts from the next start of the hot thread on. */
const FIXED = ['pxTick', 'qtyStep', 'qtyMin', 'notionalMin', 'qtyScale', 'pxDivisor', 'fundingIntervalHours'] as const;

export interface ListingWatchDeps {
  readonly clock: Clock;
  readonly log: Log;
  command(command: HotCommand): void;
  onListed(reference: ReferenceData, instruments: readonly Instrument[]): void;
}

/** Reads every venue's list again every two minutes, or as often as a halt is told by it alone, and tells the hot thread what was halted, delisted, or trades again. */
export class ListingWatch {
  private readonly deps: ListingWatchDeps;
  private readonly references = new Map<Venue, ReferenceData>();
  /** When a venue was asked last. */
  private readonly readMs = new Map<Venue, number>();
  private readonly listedCounts = new Map<Venue, number>();
  private readonly reading = new Set<Venue>();
  private readonly failed = new Set<Venue>();
  private readonly changed = new Set<InstrumentId>();
  private readonly timer: TimerHandle;
  private instruments: readonly Instrument[] = [];
  private trading: boolean[] = [];
  /** As told last, over starts of the hot thread. */
  private readonly told = new Map<InstrumentId, boolean>();

  constructor(deps: ListingWatchDeps) {
    this.deps = deps;
    this.timer = deps.clock.every(TICK_MS, () => {
      for (const reference of this.references.values()) this.readWhenDue(reference);
    });
  }

  addVenue(reference: ReferenceData): void {
    this.references.set(reference.venue, reference);
    this.readMs.set(reference.venue, this.deps.clock.nowMs());
  }

  setFollowed(instruments: readonly Instrument[]): void {
    this.instruments = instruments;
    this.trading = instruments.map(({ isTrading }) => isTrading);
    this.changed.clear();
    instruments.forEach(({ id }, ix) => {
      const isTrading = this.told.get(id);
      if (isTrading !== undefined) this.set(ix, isTrading);
    });
  }

  stop(): void {
    this.timer.cancel();
    this.references.clear();
  }

  private readWhenDue(reference: ReferenceData): void {
    const nowMs = this.deps.clock.nowMs();
    if (nowMs - (this.readMs.get(reference.venue) ?? 0) < (reference.listEveryMs ?? PERIOD_MS)) return;
    this.readMs.set(reference.venue, nowMs);
    this.read(reference);
  }

  private read(reference: ReferenceData): void {
    const { venue } = reference;
    if (this.reading.has(venue)) return;
    this.reading.add(venue);
    answerWithin(READ_TIMEOUT_MS, this.deps.clock, () => reference.loadInstruments())
      .then((listed) => {
        if (!this.references.has(venue)) return;
        if (listed.ok) this.take(reference, listed.value);
        else if (!this.failed.has(venue)) {
          const { code, detail } = listed.error;
          this.deps.log.warn('instruments not read again', { venue, code, detail });
        }
        if (listed.ok) this.failed.delete(venue);
        else this.failed.add(venue);
      })
      .catch((e: unknown) => this.deps.log.error('a list could not be taken', { venue, detail: String(e) }))
      .finally(() => this.reading.delete(venue));
  }

  private take(reference: ReferenceData, listed: readonly Instrument[]): void {
    const { venue } = reference;
    const byId = new Map(listed.map((instrument) => [instrument.id, instrument]));
    const before = this.listedCounts.get(venue) ?? 0;
    const followed = this.instruments.filter((instrument) => instrument.venue === venue);
    const lost = followed.filter(({ id }) => !byId.has(id)).length;
    if (listed.length < before * (1 - LOST_FRAC_MAX) || lost > followed.length * LOST_FRAC_MAX) {
      this.deps.log.warn('a list lost most of its instruments and is not believed', {
        venue,
        listed: listed.length,
        before,
        lost,
      });
      return;
    }
    this.listedCounts.set(venue, listed.length);
    this.deps.onListed(reference, listed);
    this.instruments.forEach((instrument, ix) => {
      if (instrument.venue === venue) this.compare(instrument, ix, byId.get(instrument.id) ?? null);
    });
  }

  private compare(instrument: Instrument, ix: number, now: Instrument | null): void {
    const { id } = instrument;
    const isTrading = now?.isTrading ?? false;
    this.told.set(id, isTrading);
    if (this.set(ix, isTrading)) {
      const isListed = now !== null;
      this.deps.log.warn(isTrading ? 'an instrument trades again' : 'an instrument was halted', { id, isListed });
    } else if (isTrading) this.deps.command({ kind: 'confirm-trading', ix });
    const fields = now === null ? [] : FIXED.filter((field) => now[field] !== instrument[field]);
    if (fields.length === 0 || this.changed.has(id)) return;
    this.changed.add(id);
    this.deps.log.warn('an instrument has other terms from the next start on', { id, fields: fields.join(',') });
  }

  /** Returns whether that was news. */
  private set(ix: number, isTrading: boolean): boolean {
    if (this.trading[ix] === isTrading) return false;
    this.trading[ix] = isTrading;
    this.deps.command({ kind: 'set-trading', ix, isTrading });
    return true;
  }
}
