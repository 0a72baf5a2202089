import type { DomainError, Fill, Instrument, Result } from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import type { VenueDeps } from '../../kit/index.ts';

export interface FillFollowUpOptions {
  readonly deps: VenueDeps;
  /** Asks for the executions since a venue time: of one spot pair, or of all contracts (null). */
  readonly fetch: (instrument: Instrument | null, sinceMs: number) => Promise<Result<readonly Fill[], DomainError>>;
  readonly onFill: (fill: Fill) => void;
  /** Executions were announced and could not be had: everything has to be asked for. */
  readonly onLost: (detail: string) => void;
}

/** Executions of one query that are announced and not yet had. */
interface Job {
  readonly instrument: Instrument | null;
  readonly awaited: Map<string, number>;
  attempts: number;
  isRunning: boolean;
  timer: TimerHandle | null;
  lastRunMs: number;
}

/** Two queries of one kind are at least this far apart: a burst of fills is one query. */
const SPACING_MS = 400;
const RETRY_MAX_MS = 5_000;
const ATTEMPTS_MAX = 10;
/** Announced executions kept per query. One more, and the account is reconciled instead. */
const AWAITED_MAX = 5_000;
/** The venue's two clocks (stream and history) need not agree to the millisecond. */
const SLACK_MS = 1_000;

/**
 * Turns announced executions into fills. The stream's match events name no fee, so each burst of them is followed by one query that
 * does; a fill is only told once it is whole.
 */
export class FillFollowUp {
  private readonly options: FillFollowUpOptions;
  private readonly jobs = new Map<string, Job>();
  private isStopped = false;

  constructor(options: FillFollowUpOptions) {
    this.options = options;
  }

  /** Notes an execution the stream announced. */
  announce(instrument: Instrument, fillId: string, venueMs: number): void {
    if (this.isStopped) return;
    const key = instrument.kind === 'spot' ? instrument.wireSymbol : '';
    const job = this.jobs.get(key) ?? this.open(key, instrument);
    if (job.awaited.size >= AWAITED_MAX) {
      job.awaited.clear();
      this.options.onLost(`over ${AWAITED_MAX} executions await their fees`);
      return;
    }
    job.awaited.set(`${instrument.id} ${fillId}`, venueMs);
    this.schedule(job, SPACING_MS);
  }

  stop(): void {
    this.isStopped = true;
    for (const job of this.jobs.values()) job.timer?.cancel();
    this.jobs.clear();
  }

  private open(key: string, instrument: Instrument): Job {
    const job: Job = {
      instrument: instrument.kind === 'spot' ? instrument : null,
      awaited: new Map(),
      attempts: 0,
      isRunning: false,
      timer: null,
      lastRunMs: Number.NEGATIVE_INFINITY,
    };
    this.jobs.set(key, job);
    return job;
  }

  private schedule(job: Job, spacingMs: number): void {
    if (job.timer !== null || job.isRunning || this.isStopped) return;
    const { clock } = this.options.deps;
    const waitMs = Math.max(0, job.lastRunMs + spacingMs - clock.nowMs());
    job.timer = clock.after(waitMs, () => {
      job.timer = null;
      void this.run(job);
    });
  }

  private async run(job: Job): Promise<void> {
    const { deps, fetch, onFill, onLost } = this.options;
    job.isRunning = true;
    job.lastRunMs = deps.clock.nowMs();
    const asked = [...job.awaited.keys()];
    const fills = await fetch(job.instrument, Math.min(...job.awaited.values()) - SLACK_MS);
    job.isRunning = false;
    if (this.isStopped) return;
    if (fills.ok) {
      for (const fill of fills.value) {
        job.awaited.delete(`${fill.instrumentId} ${fill.fillId}`);
        onFill(fill);
      }
    } else {
      deps.log.warn('fills could not be read', { venue: 'KUCOIN', ...fills.error });
    }
    // Only what was asked for counts as missed: the rest came while the query ran.
    const isMissing = asked.some((name) => job.awaited.has(name));
    job.attempts = isMissing ? job.attempts + 1 : 0;
    if (job.attempts >= ATTEMPTS_MAX) {
      const missing = job.awaited.size;
      job.awaited.clear();
      job.attempts = 0;
      onLost(`${missing} executions were announced and are in no history`);
    }
    if (job.awaited.size > 0) this.schedule(job, Math.min(RETRY_MAX_MS, SPACING_MS * 2 ** Math.min(job.attempts, 10)));
  }
}
