/** The only door to time in the web app: tests pass their own. */
export interface BrowserClock {
  /** Epoch milliseconds. */
  readonly nowMs: () => number;
  /** Monotonic milliseconds, for durations. */
  readonly ticksMs: () => number;
  /** Calls once after `delayMs`; the returned function cancels it. */
  readonly after: (delayMs: number, call: () => void) => () => void;
  /** Calls before the next paint, or within a second while the tab is hidden; the returned function cancels it. */
  readonly nextFrame: (call: () => void) => () => void;
}

const HIDDEN_FRAME_MS = 1000;

/** Reads the browser's own clock, timers and animation frames. */
export const browserClock: BrowserClock = {
  nowMs: () => Date.now(),
  ticksMs: () => performance.now(),
  after: (delayMs, call) => {
    const timer = window.setTimeout(call, delayMs);
    return () => window.clearTimeout(timer);
  },
  nextFrame: (call) => {
    let frame = 0;
    let cancelTimer = (): void => {};
    const cancel = (): void => {
      window.cancelAnimationFrame(frame);
      cancelTimer();
    };
    const run = (): void => {
      cancel();
      call();
    };
    // Frames stand still in a hidden tab, also for one asked for just before; the timer is the slow way out.
    if (!document.hidden) frame = window.requestAnimationFrame(run);
    cancelTimer = browserClock.after(HIDDEN_FRAME_MS, run);
    return cancel;
  },
};
