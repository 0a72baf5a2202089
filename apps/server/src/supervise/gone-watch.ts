import type { Clock, Log, TimerHandle } from '@riptide/core/kernel';
import type { ChildName } from './child-messages.ts';

const CHECK_PERIOD_MS = 1_000;
/** Longer than a restart takes. */
const GONE_MS = 10_000;
/** A first start on a slow machine takes far less. */
const START_MS = 120_000;
const WATCHED: readonly ChildName[] = ['engine', 'server'];

export interface GoneWatchDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly isGone: (name: ChildName) => boolean;
}

/**
 * The last one who can say that nobody watches: engine and server both gone. While the server lives it tells of a silent engine itself;
 * while both are gone only this log line and the exit code can, and the server tells of it once it is back. Until each of them has been up
 * once it is a start, not a loss.
 */
export class GoneWatch {
  isAllGone = false;
  private readonly deps: GoneWatchDeps;
  private readonly timer: TimerHandle;
  private sinceMs: number | null = null;
  private readonly startedMs: number;
  private readonly neverUp = new Set<ChildName>(WATCHED);
  private hasWarned = false;

  constructor(deps: GoneWatchDeps) {
    this.deps = deps;
    this.startedMs = deps.clock.nowMs();
    this.timer = deps.clock.every(CHECK_PERIOD_MS, () => this.check());
  }

  close(): void {
    this.timer.cancel();
  }

  private check(): void {
    const { clock, log, isGone } = this.deps;
    const nowMs = clock.nowMs();
    for (const name of this.neverUp) if (!isGone(name)) this.neverUp.delete(name);
    if (this.neverUp.size > 0) {
      this.warnOfSlowStart(nowMs - this.startedMs);
      return;
    }
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

  /** What has never been up is not gone: nothing was watched or traded yet. */
  private warnOfSlowStart(tookMs: number): void {
    if (this.hasWarned || tookMs <= START_MS) return;
    this.hasWarned = true;
    this.deps.log.warn('the start takes long: not everything has been up yet', {
      missing: [...this.neverUp].join(', '),
      tookMs,
    });
  }
}
