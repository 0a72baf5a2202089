import type { BorrowRate, DomainError, ReferenceData, Result, Venue, VenueKey } from '@riptide/core/domain';
import type { ArbitrageCalls } from '@riptide/core/engine';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import { answerWithin } from './answer-within.ts';

const PERIOD_MS = 600_000;
/** After a read that failed. */
const AGAIN_MS = 60_000;
/** A key may be saved at any time. */
const WITHOUT_KEY_MS = 300_000;
const TICK_MS = 1_000;
/** Rates that could not be read again for so long are unknown. */
const UNKNOWN_AFTER_MS = 1_800_000;
const READ_TIMEOUT_MS = 30_000;

type Tell = ArbitrageCalls['borrow-rates'];

export interface BorrowReaderDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly keyOf: (venue: Venue) => Promise<VenueKey | null>;
  readonly tell: (request: Tell['request']) => Promise<Result<Tell['answer'], DomainError>>;
}

interface Watched {
  readonly reference: ReferenceData;
  dueMs: number;
  isReading: boolean;
  /** When the rates that the engine holds were read; null while it holds none. */
  readMs: number | null;
  /** Code of the last failure, so that each is told once. */
  failure: string | null;
}

/**
 * Reads every 10 minutes what borrowing costs at each venue. A venue that tells it to keys alone stays unknown without one; one that can't
 * be read any more becomes unknown after 30 minutes.
 */
export class BorrowReader {
  private readonly deps: BorrowReaderDeps;
  private readonly venues = new Map<Venue, Watched>();
  private readonly timer: TimerHandle;
  private isHotUp = false;

  constructor(deps: BorrowReaderDeps) {
    this.deps = deps;
    this.timer = deps.clock.every(TICK_MS, () => this.readDue());
  }

  addVenue(reference: ReferenceData): void {
    this.venues.set(reference.venue, { reference, dueMs: 0, isReading: false, readMs: null, failure: null });
  }

  setFollowed(): void {
    this.isHotUp = true;
    for (const watched of this.venues.values()) watched.dueMs = 0;
    this.readDue();
  }

  stop(): void {
    this.isHotUp = false;
    this.timer.cancel();
  }

  private readDue(): void {
    const nowMs = this.deps.clock.nowMs();
    for (const watched of this.venues.values()) {
      if (!this.isHotUp || watched.isReading || nowMs < watched.dueMs) continue;
      watched.isReading = true;
      watched.dueMs = nowMs + PERIOD_MS;
      this.read(watched)
        .catch((e: unknown) => {
          watched.dueMs = this.deps.clock.nowMs() + AGAIN_MS;
          this.deps.log.error('loan rates could not be brought', {
            venue: watched.reference.venue,
            detail: String(e),
          });
        })
        .finally(() => (watched.isReading = false));
    }
  }

  private async read(watched: Watched): Promise<void> {
    const { reference } = watched;
    const { venue } = reference;
    const key = await this.deps.keyOf(venue);
    const read = await answerWithin(READ_TIMEOUT_MS, this.deps.clock, () => reference.fetchBorrowRates(key));
    const told = read.ok ? await this.deps.tell({ venue, rates: onePerAsset(read.value) }) : read;
    if (told.ok) {
      if (watched.failure !== null) this.deps.log.info('loan rates are known again', { venue });
      watched.failure = null;
      watched.readMs = this.deps.clock.nowMs();
      return;
    }
    const { code, detail } = told.error;
    const isWithoutKey = code === 'CREDENTIALS_MISSING';
    watched.dueMs = this.deps.clock.nowMs() + (isWithoutKey ? WITHOUT_KEY_MS : AGAIN_MS);
    await this.forgetOld(watched);
    if (watched.failure === code) return;
    watched.failure = code;
    this.deps.log[isWithoutKey ? 'info' : 'warn']('loan rates are unknown', { venue, code, detail });
  }

  private async forgetOld(watched: Watched): Promise<void> {
    const { clock, log, tell } = this.deps;
    const { venue } = watched.reference;
    if (watched.readMs === null || clock.nowMs() - watched.readMs < UNKNOWN_AFTER_MS) return;
    const told = await tell({ venue, rates: null });
    if (!told.ok) return;
    watched.readMs = null;
    log.warn('loan rates are too old: they are unknown now', { venue });
  }
}

/** Two wire names may be one asset (1000SATS and SATS): the dearer rate is the sure one. */
function onePerAsset(rates: readonly BorrowRate[]): readonly BorrowRate[] {
  const byAsset = new Map<string, BorrowRate>();
  for (const rate of rates) {
    const known = byAsset.get(rate.asset);
    if (known === undefined || known.perHourFrac < rate.perHourFrac) byAsset.set(rate.asset, rate);
  }
  return [...byAsset.values()];
}
