import type { DomainError, Income, Result } from '@riptide/core/domain';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';

export interface IncomeDueOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly read: (sinceMs: number) => Promise<Result<readonly Income[], DomainError>>;
  readonly tell: (income: Income) => void;
}

/** Executions closer together than this are asked about once. */
const GATHER_MS = 500;
/** The log may carry a row later than the stream tells it: asked again after these pauses, whatever came. */
const AGAIN_MS = [1_500, 5_000] as const;
/** How far before the execution its row is looked for: two stamps of one settlement differ. */
const BACK_MS = 60_000;

/**
 * Reads the transaction log soon after the stream told of money that moved without a trade. The execution itself is not booked: its id
 * is not the log's, and told under two ids it would count twice.
 */
export class IncomeDue {
  private readonly options: IncomeDueOptions;
  private timer: TimerHandle | null = null;
  private sinceMs = Number.POSITIVE_INFINITY;
  private isStopped = false;

  constructor(options: IncomeDueOptions) {
    this.options = options;
  }

  /** Call when the stream told of funding or of a liquidation, at the venue's time. */
  moved(venueMs: number): void {
    if (this.isStopped) return;
    this.sinceMs = Math.min(this.sinceMs, venueMs - BACK_MS);
    this.timer?.cancel();
    this.timer = this.options.clock.after(GATHER_MS, () => void this.ask(0));
  }

  stop(): void {
    this.isStopped = true;
    this.timer?.cancel();
  }

  private async ask(attempt: number): Promise<void> {
    const { clock, log, read, tell } = this.options;
    const askedMs = this.sinceMs;
    this.timer = null;
    const incomes = await read(askedMs);
    if (this.isStopped) return;
    if (!incomes.ok) log.warn('income not read after an execution', { venue: 'BYBIT', code: incomes.error.code });
    else for (const income of incomes.value) tell(income);
    // An execution told meanwhile has set its own timer, and asks from as far back.
    if (this.timer !== null) return;
    const pauseMs = AGAIN_MS[attempt];
    if (pauseMs === undefined) this.sinceMs = Number.POSITIVE_INFINITY;
    else this.timer = clock.after(pauseMs, () => void this.ask(attempt + 1));
  }
}
