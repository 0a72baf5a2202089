import type { HotBatch, HotCommand } from '@riptide/core/engine';
import type { Clock, TimerHandle } from '@riptide/core/kernel';
import type { FromHot, ToHot } from './hot-protocol.ts';

/** Batches on their way to the cool side; with more, changes merge in the engine until one is taken. */
const BATCHES_OPEN_MAX = 2;
const PERIOD_MS = 100;

/** The part of the hot engine the loop drives. */
export interface HotLoopEngine {
  tick(): void;
  command(command: HotCommand): void;
  takeBatch(): HotBatch;
}

/** Ticks the engine ten times a second and hands batches out, never more than the cool side can take. */
export class HotLoop {
  private readonly engine: HotLoopEngine;
  private readonly post: (message: FromHot) => void;
  private readonly timer: TimerHandle;
  private open = 0;
  private lateBatches = 0;

  constructor(engine: HotLoopEngine, clock: Clock, post: (message: FromHot) => void) {
    this.engine = engine;
    this.post = post;
    this.timer = clock.every(PERIOD_MS, () => this.beat());
  }

  /** Takes a message of the cool side. Returns false for `stop`, which is the thread's own business. */
  handle(message: ToHot): boolean {
    if (message.kind === 'taken') this.open = Math.max(0, this.open - 1);
    else if (message.kind === 'command') this.engine.command(message.command);
    return message.kind !== 'stop';
  }

  stop(): void {
    this.timer.cancel();
  }

  private beat(): void {
    this.engine.tick();
    if (this.open >= BATCHES_OPEN_MAX) {
      this.lateBatches += 1;
      return;
    }
    this.open += 1;
    this.post({ kind: 'batch', batch: this.engine.takeBatch(), lateBatches: this.lateBatches });
  }
}
