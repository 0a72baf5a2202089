import type {
  DomainError,
  FundingSettlement,
  Instrument,
  InstrumentId,
  ReferenceData,
  Result,
  Venue,
} from '@riptide/core/domain';
import type { ArbitrageCalls } from '@riptide/core/engine';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import { answerWithin } from './answer-within.ts';

const HOUR_MS = 3_600_000;
/** How far back settled rates are read. */
const BACK_MS = 30 * 24 * HOUR_MS;
/** One instrument at a time, one a second. */
const TICK_MS = 1_000;
/** Venues tell a settlement a moment after it. */
const AFTER_SETTLEMENT_MS = 90_000;
/** A settlement that should be there and isn't, and a read that failed, are asked for again after this. */
const AGAIN_MS = 300_000;
/** A long history takes several pages. */
const READ_TIMEOUT_MS = 30_000;
const INTERVAL_HOURS_UNKNOWN = 1;

type Tell = ArbitrageCalls['carry-history'];

export interface CarryHistoryReaderDeps {
  readonly clock: Clock;
  readonly log: Log;
  tell(request: Tell['request']): Promise<Result<Tell['answer'], DomainError>>;
}

interface Watched {
  readonly instrument: Instrument;
  dueMs: number;
  /** Everything before it was told. */
  sinceMs: number;
  hasFailed: boolean;
}

/** Brings the settled funding rates of every followed perp: thirty days at first, then each settlement after it has passed. */
export class CarryHistoryReader {
  private readonly deps: CarryHistoryReaderDeps;
  private readonly references = new Map<Venue, ReferenceData>();
  private readonly timer: TimerHandle;
  private watched = new Map<InstrumentId, Watched>();
  private isReading = false;

  constructor(deps: CarryHistoryReaderDeps) {
    this.deps = deps;
    this.timer = deps.clock.every(TICK_MS, () => this.readNext());
  }

  addVenue(reference: ReferenceData): void {
    this.references.set(reference.venue, reference);
  }

  setFollowed(instruments: readonly Instrument[]): void {
    const sinceMs = this.deps.clock.nowMs() - BACK_MS;
    const perps = instruments.filter(({ kind }) => kind === 'perp');
    this.watched = new Map(
      perps.map((instrument) => [instrument.id, { instrument, dueMs: 0, sinceMs, hasFailed: false }]),
    );
  }

  stop(): void {
    this.timer.cancel();
    this.watched.clear();
  }

  private readNext(): void {
    if (this.isReading) return;
    const nowMs = this.deps.clock.nowMs();
    let next: Watched | null = null;
    for (const one of this.watched.values())
      if (one.dueMs <= nowMs && (next === null || one.dueMs < next.dueMs)) next = one;
    const reference = next === null ? undefined : this.references.get(next.instrument.venue);
    if (next === null || reference === undefined) return;
    const { instrument } = next;
    this.isReading = true;
    next.dueMs = nowMs + AGAIN_MS;
    this.bring(reference, next)
      .catch((e: unknown) => {
        this.deps.log.error('settled funding could not be brought', { id: instrument.id, detail: String(e) });
      })
      .finally(() => (this.isReading = false));
  }

  private async bring(reference: ReferenceData, watched: Watched): Promise<void> {
    const { instrument, sinceMs } = watched;
    const read = await answerWithin(READ_TIMEOUT_MS, this.deps.clock, () =>
      reference.fetchFundingHistory(instrument, sinceMs),
    );
    const told = read.ok
      ? await this.deps.tell({ instrumentId: instrument.id, settlements: read.value.map(settledOf) })
      : read;
    if (read.ok && told.ok) {
      watched.hasFailed = false;
      this.plan(watched, read.value.at(-1)?.venueMs ?? null);
    } else if (!told.ok) {
      const { code, detail } = told.error;
      if (!watched.hasFailed) this.deps.log.warn('no settled funding', { id: instrument.id, code, detail });
      watched.hasFailed = true;
    }
  }

  /** The next settlement is due an interval after the newest; while it is late it is asked for again. */
  private plan(watched: Watched, newestMs: number | null): void {
    const nowMs = this.deps.clock.nowMs();
    if (newestMs !== null) watched.sinceMs = newestMs + 1;
    const intervalMs = (watched.instrument.fundingIntervalHours ?? INTERVAL_HOURS_UNKNOWN) * HOUR_MS;
    const dueMs = watched.sinceMs - 1 + intervalMs + AFTER_SETTLEMENT_MS;
    watched.dueMs = Math.max(dueMs, nowMs + AGAIN_MS);
  }
}

function settledOf({ venueMs, rateFrac }: FundingSettlement): Tell['request']['settlements'][number] {
  return { atMs: venueMs, rateFrac: Number(rateFrac) };
}
