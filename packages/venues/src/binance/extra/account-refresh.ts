import type { BalanceReport, DomainError, Income, PrivateSink, Result } from '@riptide/core/domain';
import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';

export interface AccountRefreshOptions {
  readonly clock: Clock;
  readonly log: Log;
  readonly sink: PrivateSink;
  readonly readBalances: () => Promise<Result<readonly BalanceReport[], DomainError>>;
  readonly readIncome: (sinceMs: number) => Promise<Result<readonly Income[], DomainError>>;
}

/** Events closer together than this are asked about once. */
const GATHER_MS = 1_000;
/** How far before an event its income is looked for: the history may be stamped earlier. */
const INCOME_BACK_MS = 60_000;

/**
 * Asks for what futures account events leave out: what is free of a balance, and the id of an income, without which it could not be
 * told from the one of the history. At most one request of a kind per second; one that fails is logged, and the next event asks again.
 */
export class AccountRefresh {
  private readonly options: AccountRefreshOptions;
  private timer: TimerHandle | null = null;
  private incomeSinceMs: number | null = null;
  private isStopped = false;

  constructor(options: AccountRefreshOptions) {
    this.options = options;
  }

  /** Call when the venue said that balances moved; `hasIncome` when something else than a trade moved them. */
  moved(hasIncome: boolean, venueMs: number): void {
    if (this.isStopped) return;
    if (hasIncome) {
      const sinceMs = venueMs - INCOME_BACK_MS;
      this.incomeSinceMs = this.incomeSinceMs === null ? sinceMs : Math.min(this.incomeSinceMs, sinceMs);
    }
    this.timer ??= this.options.clock.after(GATHER_MS, () => {
      this.timer = null;
      void this.run();
    });
  }

  stop(): void {
    this.isStopped = true;
    this.timer?.cancel();
    this.timer = null;
  }

  private async run(): Promise<void> {
    const { sink, log, readBalances, readIncome } = this.options;
    const sinceMs = this.incomeSinceMs;
    this.incomeSinceMs = null;
    const balances = await readBalances();
    if (this.isStopped) return;
    if (balances.ok) sink.onBalances(balances.value);
    else log.warn('balances not read after an event', { venue: 'BINANCE', code: balances.error.code });
    if (sinceMs === null) return;
    const incomes = await readIncome(sinceMs);
    if (this.isStopped) return;
    if (incomes.ok) for (const income of incomes.value) sink.onIncome(income);
    else log.warn('income not read after an event', { venue: 'BINANCE', code: incomes.error.code });
  }
}
