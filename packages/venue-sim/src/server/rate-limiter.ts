/** Outcome of taking weight out of a window. */
export interface RateTake {
  readonly allowed: boolean;
  /** Weight used in the running window, this call included. */
  readonly used: number;
  /** Milliseconds until the window starts anew. */
  readonly resetInMs: number;
}

/** Counts weight per key in fixed windows, as the venues' request limits do. */
export class WindowLimiter {
  private readonly windows = new Map<string, { startMs: number; used: number }>();
  private readonly limit: number;
  private readonly windowMs: number;

  /** `limit` is weight per `windowMs`. */
  constructor(limit: number, windowMs: number) {
    this.limit = limit;
    this.windowMs = windowMs;
  }

  /** Takes `weight` at `nowMs`; windows start at whole multiples of their length. Refused weight counts too. */
  take(key: string, weight: number, nowMs: number): RateTake {
    const startMs = nowMs - (nowMs % this.windowMs);
    let window = this.windows.get(key);
    if (window === undefined || window.startMs !== startMs) {
      window = { startMs, used: 0 };
      this.windows.set(key, window);
    }
    window.used += weight;
    return { allowed: window.used <= this.limit, used: window.used, resetInMs: startMs + this.windowMs - nowMs };
  }
}
