import type { HotBatch, HotCommand } from '@riptide/core/engine';
import type { Clock, TimerHandle } from '@riptide/core/kernel';
import type { ScannerSnapshot } from '@riptide/core/strategies';
import type { FromHot, ToHot } from './hot-protocol.ts';

/** Batches on their way to the cool side; with more, changes merge in the engine until one is taken. */
const BATCHES_OPEN_MAX = 2;
const PERIOD_MS = 100;
/** How much of what the scanner learned a crash may cost. */
const STATE_PERIOD_MS = 30_000;

/** The part of the hot engine the loop drives. */
export interface HotLoopEngine {
  tick(): void;
  command(command: HotCommand): void;
  takeBatch(): HotBatch;
  scannerSnapshot(): ScannerSnapshot;
}

/** Ticks the engine ten times a second and hands batches out, never more than the cool side can take. */
export class HotLoop {
  private readonly engine: HotLoopEngine;
  private readonly post: (message: FromHot) => void;
  private readonly timers: readonly TimerHandle[];
  private open = 0;
  private lateBatches = 0;

  constructor(engine: HotLoopEngine, clock: Clock, post: (message: FromHot) => void) {
    this.engine = engine;
    this.post = post;
    this.timers = [clock.every(PERIOD_MS, () => this.beat()), clock.every(STATE_PERIOD_MS, () => this.postState())];
  }

  /** Takes a message of the cool side. Returns false for `stop`, which is the thread's own business. */
  handle(message: ToHot): boolean {
    if (message.kind === 'taken') this.open = Math.max(0, this.open - 1);
    else if (message.kind === 'command') this.engine.command(message.command);
    return message.kind !== 'stop';
  }

  /** Ends the loop; what the scanner knows is told once more. */
  stop(): void {
    for (const timer of this.timers) timer.cancel();
    this.postState();
  }

  private postState(): void {
    this.post({ kind: 'scanner-state', snapshot: this.engine.scannerSnapshot() });
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
