import type { DomainError, Instrument, ReferenceData, Venue } from '@riptide/core/domain';
import type { Clock, Log, Random, TimerHandle } from '@riptide/core/kernel';
import { answerWithin } from './answer-within.ts';

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 30_000;
const LOAD_TIMEOUT_MS = 20_000;

export interface LoadedVenue {
  readonly venue: Venue;
  readonly instruments: readonly Instrument[];
  /** By wire symbol; empty when the venue did not tell. */
  readonly lastPx: ReadonlyMap<string, number>;
}

export interface VenueLoaderDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly random: Random;
  /** True where prices are needed to know the precision of books (real venues). */
  readonly needsPrices: boolean;
  onLoaded(loaded: LoadedVenue): void;
  /** `reason` in words for a person. */
  onFailed(venue: Venue, reason: string): void;
}

/** Asks one venue for its instruments until it answers, with growing waits. */
export class VenueLoader {
  private readonly reference: ReferenceData;
  private readonly deps: VenueLoaderDeps;
  private attempts = 0;
  private timer: TimerHandle | null = null;
  private isStopped = false;

  constructor(reference: ReferenceData, deps: VenueLoaderDeps) {
    this.reference = reference;
    this.deps = deps;
  }

  start(): void {
    void this.attempt();
  }

  stop(): void {
    this.isStopped = true;
    this.timer?.cancel();
  }

  private async attempt(): Promise<void> {
    const { venue } = this.reference;
    this.attempts += 1;
    const [instruments, lastPx] = await Promise.all([
      answerWithin(LOAD_TIMEOUT_MS, this.deps.clock, () => this.reference.loadInstruments()),
      this.deps.needsPrices ? this.loadPrices() : new Map<string, number>(),
    ]);
    if (this.isStopped) return;
    if (instruments.ok) {
      this.deps.log.info('instruments loaded', { venue, count: instruments.value.length, attempts: this.attempts });
      this.deps.onLoaded({ venue, instruments: instruments.value, lastPx });
      return;
    }
    const waitMs = this.nextWaitMs(instruments.error);
    this.deps.log.warn('instruments not loaded', {
      venue,
      code: instruments.error.code,
      detail: instruments.error.detail,
      waitMs,
    });
    this.deps.onFailed(
      venue,
      `Instruments could not be loaded (${wordsFor(instruments.error)}); trying again every ${Math.ceil(waitMs / 1_000)} s`,
    );
    this.timer = this.deps.clock.after(waitMs, () => void this.attempt());
  }

  private nextWaitMs(error: DomainError): number {
    const growing = Math.min(RETRY_MAX_MS, RETRY_FIRST_MS * 2 ** Math.min(10, this.attempts - 1));
    return Math.max(error.retryAfterMs ?? 0, Math.round(growing * (0.75 + 0.5 * this.deps.random())));
  }

  private async loadPrices(): Promise<Map<string, number>> {
    const prices = new Map<string, number>();
    for (const kind of ['spot', 'perp'] as const) {
      const result = await answerWithin(LOAD_TIMEOUT_MS, this.deps.clock, () => this.reference.fetchDayTickers(kind));
      if (!result.ok)
        this.deps.log.warn('day tickers not loaded', { venue: this.reference.venue, kind, code: result.error.code });
      else for (const ticker of result.value) prices.set(`${kind}:${ticker.wireSymbol}`, ticker.lastPx);
    }
    return prices;
  }
}

function wordsFor(error: DomainError): string {
  return error.code.toLowerCase().replaceAll('_', ' ');
}
