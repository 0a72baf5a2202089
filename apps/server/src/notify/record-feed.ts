import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import type { EngineLink } from '../link/engine-link.ts';
import type { NotifyRepository } from '../storage/app-db/notify-repository.ts';
import { noticeOf, type Notice } from './notice.ts';
import type { NotifyDesk } from './notify-desk.ts';
import { noticeOfRecord } from './record-notices.ts';

const CURSOR = 'engine-records';
const POLL_PERIOD_MS = 500;
const TIMEOUT_MS = 5_000;

export interface RecordFeedDeps {
  readonly link: EngineLink;
  readonly desk: NotifyDesk;
  readonly repository: NotifyRepository;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Reads the engine's records in order and hands the news among them to the desk. How far it got is stored together with what came of it:
 * nothing is lost or told twice by a crash of either side.
 */
export class RecordFeed {
  private readonly deps: RecordFeedDeps;
  private readonly timer: TimerHandle;
  private seq: number | null = null;
  private isReading = false;
  private isClosed = false;
  private fault: string | null = null;
  private reading: Promise<void> = Promise.resolve();

  private constructor(deps: RecordFeedDeps, seq: number | null) {
    this.deps = deps;
    this.seq = seq;
    this.timer = deps.clock.every(POLL_PERIOD_MS, () => this.wake());
  }

  static async open(deps: RecordFeedDeps): Promise<RecordFeed> {
    return new RecordFeed(deps, await deps.repository.cursor(CURSOR));
  }

  /** Reads on, unless the engine says that there is nothing. */
  wake(): void {
    const { link } = this.deps;
    if (this.isReading || this.isClosed || !link.isConnected || !this.hasNews()) return;
    this.isReading = true;
    this.reading = this.read()
      .catch((e: unknown) => this.fail(e instanceof Error ? e.message : String(e)))
      .finally(() => (this.isReading = false));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.timer.cancel();
    await this.reading;
  }

  private hasNews(): boolean {
    const lastSeq = this.deps.link.values('trading').get('state')?.journal.lastSeq;
    return this.seq === null || lastSeq === undefined || lastSeq > this.seq;
  }

  private async read(): Promise<void> {
    const { link, desk, repository } = this.deps;
    for (let isEnd = false; !isEnd && !this.isClosed;) {
      const answered = await link.send('news-after', { afterSeq: this.seq }, TIMEOUT_MS);
      if (!answered.ok) return this.fail(answered.error.code);
      const { records, seq, missing } = answered.value;
      isEnd = answered.value.isEnd;
      const notices = records.flatMap((record) => noticeOfRecord(record) ?? []);
      if (missing > 0) notices.unshift(this.gapNotice(missing));
      if (this.seq === null) await repository.saveCursor(CURSOR, seq);
      else if (seq !== this.seq) await desk.accept(notices, { name: CURSOR, seq });
      this.seq = seq;
      this.fault = null;
    }
  }

  private gapNotice(missing: number): Notice {
    return noticeOf({
      event: 'warning',
      severity: 'WARN',
      atMs: this.deps.clock.nowMs(),
      title: 'Records were not read in time',
      body: `${missing} records of the engine are not in its journal any more; what they tell is in the audit log`,
    });
  }

  private fail(detail: string): void {
    if (detail === this.fault) return;
    this.fault = detail;
    this.deps.log.warn('the records of the engine can not be read for notifications', { detail });
  }
}
