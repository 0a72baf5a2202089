import type { Clock, TimerHandle } from '../../kernel/index.ts';

export interface StepQueueParts {
  readonly clock: Clock;
  /** Looks at one; it may stir others, and itself. */
  readonly step: (id: string) => void;
  /** A look that threw: a bug in one must not keep the others from being managed. */
  readonly onFailed: (id: string, cause: unknown) => void;
}

/** Looks at what has stirred, one by one: at once when asked, or as soon as the records at hand are folded. A look never begins within another. */
export class StepQueue {
  private readonly parts: StepQueueParts;
  private readonly stirred = new Set<string>();
  private soon: TimerHandle | null = null;
  private isStepping = false;

  constructor(parts: StepQueueParts) {
    this.parts = parts;
  }

  /** Looks at one as soon as what runs now is done. */
  stir(id: string): void {
    this.stirred.add(id);
    this.soon ??= this.parts.clock.after(0, () => {
      this.soon = null;
      this.stepAll([...this.stirred]);
    });
  }

  /** Looks at all of these now; what has stirred until here needs no other look. */
  stepAll(ids: Iterable<string>): void {
    this.stirred.clear();
    for (const id of ids) this.step(id);
  }

  /** Looks at one now, unless a look is under way. */
  step(id: string): void {
    if (this.isStepping) return;
    this.isStepping = true;
    try {
      this.parts.step(id);
    } catch (e) {
      this.parts.onFailed(id, e);
    } finally {
      this.isStepping = false;
    }
  }

  /** Looks no more at what has stirred until it stirs again. */
  stop(): void {
    this.soon?.cancel();
    this.soon = null;
  }
}
