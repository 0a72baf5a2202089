import { SampleWindow } from '../../kernel/index.ts';

const SAMPLES = 64;
const SAMPLES_MIN = 10;
const STEP_MS = 1000;
/** A longer pause between two samples says nothing about moves within a second. */
const PAUSE_MS_MAX = 10_000;
const QUANTILE = 0.7;

/**
 * How far an instrument's mid usually moves in a second, in bps: the 70th percentile of the last moves, scaled to one
 * second by the square root of time. From it comes the reserve for what happens between seeing prices and trading them.
 */
export class MidMoves {
  private readonly windows: readonly SampleWindow[];
  private readonly midPx: Float64Array;
  private readonly atMs: Float64Array;
  private readonly usualBps: Float64Array;
  /** 1 where samples came since the percentile was worked out. */
  private readonly isStale: Uint8Array;

  constructor(instruments: number) {
    this.windows = Array.from({ length: instruments }, () => new SampleWindow(SAMPLES));
    this.midPx = new Float64Array(instruments).fill(Number.NaN);
    this.atMs = new Float64Array(instruments).fill(Number.NEGATIVE_INFINITY);
    this.isStale = new Uint8Array(instruments);
    this.usualBps = new Float64Array(instruments).fill(Number.NaN);
  }

  /** Takes the mid at most once a second; NaN restarts. */
  add(ix: number, midPx: number, nowMs: number): void {
    const passedMs = nowMs - (this.atMs[ix] as number);
    if (passedMs < STEP_MS) return;
    const move = passedMs > PAUSE_MS_MAX ? Number.NaN : Math.abs(midPx / (this.midPx[ix] as number) - 1);
    this.midPx[ix] = midPx;
    this.atMs[ix] = nowMs;
    this.windows[ix]?.add((move * 1e4) / Math.sqrt(passedMs / 1000));
    this.isStale[ix] = 1;
  }

  /** Returns the usual move over `horizonMs` in bps; NaN while there are under 10 samples. */
  usualMoveBps(ix: number, horizonMs: number): number {
    if (this.isStale[ix] === 1) {
      const window = this.windows[ix] as SampleWindow;
      if (window.count >= SAMPLES_MIN) this.usualBps[ix] = window.quantile(QUANTILE);
      this.isStale[ix] = 0;
    }
    return (this.usualBps[ix] as number) * Math.sqrt(horizonMs / 1000);
  }
}
