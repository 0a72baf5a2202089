import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import type { ChildName } from './child-messages.ts';

const CHECK_PERIOD_MS = 1_000;
/** Longer than a restart takes. */
const GONE_MS = 10_000;
const WATCHED: readonly ChildName[] = ['engine', 'server'];

export interface GoneWatchDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly isGone: (name: ChildName) => boolean;
}

/**
 * The last one who can say that nobody watches: engine and server both gone. While the server lives it tells of a silent engine itself;
 * while both are gone only this log line and the exit code can, and the server tells of it once it is back.
 */
export class GoneWatch {
  isAllGone = false;
  private readonly deps: GoneWatchDeps;
  private readonly timer: TimerHandle;
  private sinceMs: number | null = null;

  constructor(deps: GoneWatchDeps) {
    this.deps = deps;
    this.timer = deps.clock.every(CHECK_PERIOD_MS, () => this.check());
  }

  close(): void {
    this.timer.cancel();
  }

  private check(): void {
    const { clock, log, isGone } = this.deps;
    const nowMs = clock.nowMs();
    if (!WATCHED.every((name) => isGone(name))) {
      if (this.isAllGone) log.warn('engine and server are not both gone any more');
      this.sinceMs = null;
      this.isAllGone = false;
      return;
    }
    this.sinceMs ??= nowMs;
    if (this.isAllGone || nowMs - this.sinceMs <= GONE_MS) return;
    this.isAllGone = true;
    log.error('CRITICAL: engine and server are both gone: nothing is watched, stops that rest at the venues stay', {
      goneMs: nowMs - this.sinceMs,
    });
  }
}
