import { FAULT_PREFIX } from '../../execution/index.ts';
import type { CoreContext } from './core-context.ts';

/** Runs what timers call: a bug there halts new risk and says why, and everything else goes on. The next run without one lifts the halt. */
export class FaultGuard {
  private readonly context: Pick<CoreContext, 'facts' | 'clock' | 'log'>;

  constructor(context: FaultGuard['context']) {
    this.context = context;
  }

  /** Runs `work`; never throws. `what` names it in the condition. */
  guard(what: string, work: () => void): void {
    const { facts, clock, log } = this.context;
    const key = `${FAULT_PREFIX}${what}`;
    try {
      work();
      facts.clear(key, `${what} works again`);
    } catch (e) {
      log.error(`${what} failed`, { detail: e instanceof Error ? (e.stack ?? e.message) : String(e) });
      const text = `${what} failed: ${String(e)}`;
      facts.raise({ key, kind: 'halted', account: null, instrumentId: null, text, sinceMs: clock.nowMs() });
    }
  }
}
