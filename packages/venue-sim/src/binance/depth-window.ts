import type { SimLevel, SimLevelChange } from '../market/model.ts';

/** The level changes of one book since the last frame of one stream; the last size of each price wins. */
export class DepthWindow {
  private bids = new Map<number, number>();
  private asks = new Map<number, number>();
  private from: number;

  /** `version` is the book's at the start of the window. */
  constructor(version: number) {
    this.from = version;
  }

  get isEmpty(): boolean {
    return this.bids.size === 0 && this.asks.size === 0;
  }

  /** Book version before the first change in the window. */
  get fromVersion(): number {
    return this.from;
  }

  /** Adds the changes of one event. */
  add(changes: readonly SimLevelChange[]): void {
    for (const { side, ticks, lots } of changes) (side === 'bid' ? this.bids : this.asks).set(ticks, lots);
  }

  /** Takes what has gathered and starts the next window at `version`. */
  take(version: number): { readonly bids: readonly SimLevel[]; readonly asks: readonly SimLevel[] } {
    const taken = { bids: levelsOf(this.bids), asks: levelsOf(this.asks) };
    this.bids = new Map();
    this.asks = new Map();
    this.from = version;
    return taken;
  }
}

function levelsOf(side: ReadonlyMap<number, number>): SimLevel[] {
  return Array.from(side, ([ticks, lots]) => ({ ticks, lots }));
}
