import type { Clock, TimerHandle } from '@riptide/core/kernel';
import { MsHistogram, type HistogramFigures } from './ms-histogram.ts';

const PERIOD_MS = 20;
const NS_PER_MS = 1e6;

/** Measures how late a thread's timers come: one that works without a pause shows it here. 50 samples a second. */
export class LagMeter {
  private readonly histogram = new MsHistogram();
  private readonly timer: TimerHandle;
  private lastNs: number;

  constructor(clock: Clock) {
    this.lastNs = clock.nowNs();
    this.timer = clock.every(PERIOD_MS, () => {
      const nowNs = clock.nowNs();
      this.histogram.observe(Math.max(0, (nowNs - this.lastNs) / NS_PER_MS - PERIOD_MS));
      this.lastNs = nowNs;
    });
  }

  get figures(): HistogramFigures {
    return this.histogram.figures;
  }

  stop(): void {
    this.timer.cancel();
  }
}
