import {
  MarkMessage,
  type DomainError,
  type FeedSubscription,
  type MarketSink,
  type Result,
} from '@riptide/core/domain';
import type { TimerHandle } from '@riptide/core/kernel';
import { clearMark, type VenueDeps } from '../../kit/index.ts';
import type { FundingSchedule } from '../rest/parse.ts';

export interface FundingClockOptions {
  readonly deps: VenueDeps;
  readonly sink: MarketSink;
  readonly subscriptions: readonly FeedSubscription[];
  readonly fetch: (wireSymbol: string) => Promise<Result<FundingSchedule, DomainError>>;
}

const REFRESH_EVERY_MS = 3_600_000;
const RETRY_AFTER_MS = 60_000;
/** The schedule turns over a little after the settlement. */
const SETTLED_AFTER_MS = 10_000;

/**
 * Tells when each perpetual settles next: the socket gives rates but no times. Asks once per instrument at the start, after every
 * settlement and once an hour, one request at a time.
 */
export class FundingClock {
  private readonly options: FundingClockOptions;
  private readonly mark = new MarkMessage();
  private readonly dueMs: number[];
  private timer: TimerHandle | null = null;
  private isBusy = false;
  private isStopped = false;

  constructor(options: FundingClockOptions) {
    this.options = options;
    this.dueMs = options.subscriptions.map(() => 0);
  }

  start(everyMs: number): void {
    this.timer = this.options.deps.clock.every(everyMs, () => void this.step());
  }

  stop(): void {
    this.isStopped = true;
    this.timer?.cancel();
  }

  private async step(): Promise<void> {
    const { deps, subscriptions } = this.options;
    const at = this.dueMs.findIndex((dueMs) => dueMs <= deps.clock.nowMs());
    const subscription = subscriptions[at];
    if (this.isBusy || subscription === undefined) return;
    this.isBusy = true;
    const schedule = await this.options.fetch(subscription.instrument.wireSymbol);
    this.isBusy = false;
    if (this.isStopped) return;
    const nowMs = deps.clock.nowMs();
    if (!schedule.ok) {
      this.dueMs[at] = nowMs + RETRY_AFTER_MS;
      const { code, detail } = schedule.error;
      deps.log.warn('funding schedule unknown', {
        venue: 'KUCOIN',
        symbol: subscription.instrument.wireSymbol,
        code,
        detail,
      });
      return;
    }
    const { nextFundingMs } = schedule.value;
    const settledMs = nextFundingMs > nowMs ? nextFundingMs + SETTLED_AFTER_MS : nowMs + RETRY_AFTER_MS;
    this.dueMs[at] = Math.min(settledMs, nowMs + REFRESH_EVERY_MS);
    this.emit(subscription.ix, schedule.value, nowMs);
  }

  private emit(ix: number, schedule: FundingSchedule, nowMs: number): void {
    const { mark } = this;
    clearMark(mark);
    mark.fundingRateFrac = schedule.fundingRateFrac;
    mark.nextFundingMs = schedule.nextFundingMs;
    mark.fundingIntervalHours = schedule.fundingIntervalHours;
    mark.followingFundingRateFrac = schedule.followingFundingRateFrac;
    this.options.sink.onMark(ix, mark, nowMs);
  }
}
