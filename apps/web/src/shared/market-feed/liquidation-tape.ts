import type { LiquidationItem } from '@riptide/contracts/calls';
import type { BrowserClock } from '../../lib/browser-clock.ts';
import { LiveTable } from '../../lib/live-table.ts';

/** Liquidations kept on the page; the oldest leave first. */
export const TAPE_KEPT = 500;

/** The newest liquidations, each once: one that comes again, because something was decided on it, takes the place of the one before. */
export class LiquidationTape {
  readonly #table: LiveTable<LiquidationItem>;
  readonly #known = new Map<string, number>();
  #items: readonly LiquidationItem[] = [];
  #version = -1;

  constructor(clock: BrowserClock) {
    this.#table = new LiveTable(clock);
  }

  get isPaused(): boolean {
    return this.#table.paused;
  }

  /** Changes that wait for the end of the pause. */
  get waiting(): number {
    return this.#table.waiting;
  }

  replace(items: readonly LiquidationItem[]): void {
    this.#known.clear();
    for (const { id, timestamp } of items) this.#known.set(id, timestamp);
    this.#table.replace(items);
  }

  add(items: readonly LiquidationItem[]): void {
    for (const { id, timestamp } of items) this.#known.set(id, timestamp);
    this.#table.apply(items, this.#tooOld());
  }

  pause(): void {
    this.#table.pause();
  }

  resume(): void {
    this.#table.resume();
  }

  subscribe = (listener: () => void): (() => void) => this.#table.subscribe(listener);

  /** Newest first; the same list until something was announced. */
  getItems = (): readonly LiquidationItem[] => {
    if (this.#version !== this.#table.getVersion()) {
      this.#version = this.#table.getVersion();
      this.#items = this.#table.values().sort((one, other) => other.timestamp - one.timestamp);
    }
    return this.#items;
  };

  #tooOld(): string[] {
    if (this.#known.size <= TAPE_KEPT) return [];
    const oldest = [...this.#known].sort((one, other) => one[1] - other[1]).slice(0, this.#known.size - TAPE_KEPT);
    for (const [id] of oldest) this.#known.delete(id);
    return oldest.map(([id]) => id);
  }
}
