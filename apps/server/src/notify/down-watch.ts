import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import type { NotifyRepository } from '../storage/app-db/notify-repository.ts';
import { noticeOf } from './notice.ts';
import type { NotifyDesk } from './notify-desk.ts';

/** When the server lived last, epoch ms; 0 where it was stopped. */
export const ALIVE_CURSOR = 'alive-ms';
/** Of when the backup is that the data folder was restored from, epoch ms, until it is told; 0 after. */
export const RESTORED_CURSOR = 'restored-from-ms';
const MARK_PERIOD_MS = 5_000;
/** What a restart by the supervisor takes at most is nothing to tell. */
const DOWN_MS = 15_000;

export interface DownWatchDeps {
  readonly repository: NotifyRepository;
  readonly desk: NotifyDesk;
  readonly clock: Clock;
  readonly log: Log;
  /** Notes for the audit. */
  readonly audit: (event: string, data: Readonly<Record<string, string | number>>) => void;
}

/** Marks on disk that the server lives, and tells at the next start when it was gone without having been stopped, or was restored. */
export class DownWatch {
  private readonly deps: DownWatchDeps;
  private readonly timer: TimerHandle;
  private writing: Promise<void> = Promise.resolve();
  private isWriting = false;

  private constructor(deps: DownWatchDeps) {
    this.deps = deps;
    this.timer = deps.clock.every(MARK_PERIOD_MS, () => {
      if (!this.isWriting) this.mark(deps.clock.nowMs());
    });
  }

  static async open(deps: DownWatchDeps): Promise<DownWatch> {
    const { repository, desk, clock } = deps;
    await tellRestored(deps);
    const aliveMs = (await repository.cursor(ALIVE_CURSOR)) ?? 0;
    const nowMs = clock.nowMs();
    const cursor = { name: ALIVE_CURSOR, seq: nowMs };
    const wasDown = aliveMs > 0 && nowMs - aliveMs > DOWN_MS;
    await desk.accept(wasDown ? [downNotice(aliveMs, nowMs)] : [], cursor);
    if (wasDown) deps.audit('server_was_down', { seconds: Math.round((nowMs - aliveMs) / 1_000) });
    return new DownWatch(deps);
  }

  /** It was stopped: nothing to tell at the next start. */
  async close(): Promise<void> {
    this.timer.cancel();
    this.mark(0);
    await this.writing;
  }

  private mark(atMs: number): void {
    const { repository, log } = this.deps;
    this.isWriting = true;
    this.writing = this.writing
      .then(() => repository.saveCursor(ALIVE_CURSOR, atMs))
      .catch((e: unknown) => log.error('the sign of life was not stored', { detail: String(e) }))
      .finally(() => (this.isWriting = false));
  }
}

/** Tells once that the data folder came from a backup: what happened after it is known to the venues only. */
async function tellRestored({ repository, desk, clock, audit }: DownWatchDeps): Promise<void> {
  const backupMs = (await repository.cursor(RESTORED_CURSOR)) ?? 0;
  if (backupMs <= 0) return;
  const backup = new Date(backupMs).toISOString();
  const notice = noticeOf({
    event: 'product_down',
    severity: 'WARN',
    atMs: clock.nowMs(),
    title: 'Riptide was restored from a backup',
    body: `The backup is of ${backup}. What happened after it is not in it: compare positions and orders with the venues.`,
  });
  await desk.accept([notice], { name: RESTORED_CURSOR, seq: 0 });
  audit('restored_from_backup', { backup });
}

function downNotice(aliveMs: number, atMs: number) {
  const seconds = Math.round((atMs - aliveMs) / 1_000);
  return noticeOf({
    event: 'product_down',
    severity: 'CRITICAL',
    atMs,
    title: `Riptide was down for ${seconds} s`,
    body: `The server was gone from ${utcText(aliveMs)} to ${utcText(atMs)} UTC without having been stopped. Look at positions and orders.`,
  });
}

/** To the second, as the screens write a time: `2026-11-29 09:05:51`. */
function utcText(ms: number): string {
  return new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
}
