/** Keeps connections free for orders: so many reads at once, so many waiting in their order, one more is refused. */
export class ReadSlots {
  private free: number;
  private readonly waitingMax: number;
  private readonly waiting: (() => void)[] = [];

  constructor(atOnce: number, waitingMax: number) {
    this.free = atOnce;
    this.waitingMax = waitingMax;
  }

  /** Resolves with true once a slot is held, which `give` returns; with false when too many wait. */
  take(): Promise<boolean> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve(true);
    }
    if (this.waiting.length >= this.waitingMax) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.waiting.push(() => resolve(true));
    });
  }

  /** Hands the slot to whoever waits longest. */
  give(): void {
    const next = this.waiting.shift();
    if (next === undefined) this.free += 1;
    else next();
  }
}
