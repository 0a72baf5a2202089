import type { EpochMs, MonoNs } from '@riptide/core/domain';
import { systemClock, type Clock } from '@riptide/core/kernel';

/** The machine's clock, so many times faster: simulator and engine share it, so that every wait of both is as long as it was. */
export function scaledClock(speed: number): Clock {
  const machine = systemClock();
  const startMs = machine.nowMs();
  const startNs = machine.nowNs();
  return {
    nowMs: () => Math.floor(startMs + ((machine.nowNs() - startNs) / 1e6) * speed) as EpochMs,
    nowNs: () => Math.round(startNs + (machine.nowNs() - startNs) * speed) as MonoNs,
    after: (delayMs, task) => machine.after(delayMs / speed, task),
    every: (periodMs, task) => machine.every(periodMs / speed, task),
  };
}
