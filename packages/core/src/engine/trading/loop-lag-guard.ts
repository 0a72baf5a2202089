import type { TimerHandle } from '../../kernel/index.ts';
import type { CoreContext } from './core-context.ts';

export const LOOP_LAG_KEY = 'slow-loop';

const PERIOD_MS = 50;
const NS_PER_MS = 1e6;

/**
 * Measures how late its own timer comes. Later than the limit, prices and answers are as old as that: entries wait, by a condition that
 * everybody sees, until every timer has been in time for a while. What closes or protects is never held back.
 */
export class LoopLagGuard {
  private readonly context: Pick<CoreContext, 'clock' | 'facts' | 'risk'>;
  private timer: TimerHandle | null = null;
  private lastNs = 0;
  private calmSinceMs = 0;
  private isSlow = false;

  constructor(context: LoopLagGuard['context']) {
    this.context = context;
  }

  /** A condition of the run before is lifted: this loop has not been measured yet. */
  start(): void {
    const { clock, facts } = this.context;
    facts.clear(LOOP_LAG_KEY, 'started anew');
    this.lastNs = clock.nowNs();
    this.timer = clock.every(PERIOD_MS, () => this.beat());
  }

  stop(): void {
    this.timer?.cancel();
  }

  private beat(): void {
    const { clock, facts, risk } = this.context;
    const nowNs = clock.nowNs();
    const lagMs = Math.round((nowNs - this.lastNs) / NS_PER_MS) - PERIOD_MS;
    this.lastNs = nowNs;
    const { loopLagMsMax, loopCalmMs } = risk.limits;
    const nowMs = clock.nowMs();
    if (lagMs > loopLagMsMax) {
      this.calmSinceMs = nowMs;
      const text = `the engine's loop was ${lagMs} ms late, more than ${loopLagMsMax} ms; entries wait until it was in time for ${loopCalmMs} ms`;
      // WHY: a journal that refuses to write it refuses entries by its own gate; the next late beat tries again.
      this.isSlow = facts.raise({
        key: LOOP_LAG_KEY,
        kind: 'slow-loop',
        account: null,
        instrumentId: null,
        text,
        sinceMs: nowMs,
      });
    } else if (this.isSlow && nowMs - this.calmSinceMs >= loopCalmMs) {
      this.isSlow = !facts.clear(LOOP_LAG_KEY, `in time for ${loopCalmMs} ms`);
    }
  }
}
