import type { BrowserClock } from './browser-clock.ts';

type Listener = () => void;

/**
 * Keeps fast rows outside React: changes are collected and announced once per animation frame, to the rows that changed.
 *
 * While paused nothing changes on screen; what arrives is coalesced per row (so bounded by the number of rows) and counted.
 */
export class LiveTable<Row extends { readonly id: string }> {
  readonly #clock: BrowserClock;
  readonly #rows = new Map<string, Row>();
  readonly #dirty = new Set<string>();
  readonly #rowListeners = new Map<string, Set<Listener>>();
  readonly #tableListeners = new Set<Listener>();
  readonly #held = new Map<string, Row | null>();
  #holdsSnapshot = false;
  #paused = false;
  #waiting = 0;
  #version = 0;
  #frameAsked = false;

  constructor(clock: BrowserClock) {
    this.#clock = clock;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Changes held back since the pause began. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Rises with every announced change of the table. */
  getVersion = (): number => this.#version;

  get(id: string): Row | undefined {
    return this.#rows.get(id);
  }

  values(): Row[] {
    return [...this.#rows.values()];
  }

  /** Replaces all rows. */
  replace(rows: readonly Row[]): void {
    if (this.#paused) {
      this.#held.clear();
      this.#holdsSnapshot = true;
      this.#hold(rows, []);
      return;
    }
    const keep = new Set(rows.map((row) => row.id));
    this.#write(
      rows,
      [...this.#rows.keys()].filter((id) => !keep.has(id)),
    );
  }

  /** Writes the rows that changed and takes away those that are gone. */
  apply(changed: readonly Row[], removedIds: readonly string[]): void {
    if (this.#paused) this.#hold(changed, removedIds);
    else this.#write(changed, removedIds);
  }

  pause(): void {
    if (this.#paused) return;
    this.#paused = true;
    this.#askFrame();
  }

  resume(): void {
    if (!this.#paused) return;
    this.#paused = false;
    const held = [...this.#held.entries()];
    const rows = held.flatMap(([, row]) => (row === null ? [] : [row]));
    if (this.#holdsSnapshot) this.replace(rows);
    else
      this.#write(
        rows,
        held.filter(([, row]) => row === null).map(([id]) => id),
      );
    this.#held.clear();
    this.#holdsSnapshot = false;
    this.#waiting = 0;
    this.#askFrame();
  }

  subscribeRow(id: string, listener: Listener): () => void {
    const listeners = this.#rowListeners.get(id) ?? new Set();
    this.#rowListeners.set(id, listeners);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#rowListeners.get(id) === listeners) this.#rowListeners.delete(id);
    };
  }

  subscribe = (listener: Listener): (() => void) => {
    this.#tableListeners.add(listener);
    return () => this.#tableListeners.delete(listener);
  };

  #hold(changed: readonly Row[], removedIds: readonly string[]): void {
    for (const row of changed) this.#held.set(row.id, row);
    for (const id of removedIds) {
      if (this.#holdsSnapshot) this.#held.delete(id);
      else this.#held.set(id, null);
    }
    this.#waiting += changed.length + removedIds.length;
    this.#askFrame();
  }

  #write(changed: readonly Row[], removedIds: readonly string[]): void {
    for (const row of changed) {
      this.#rows.set(row.id, row);
      this.#dirty.add(row.id);
    }
    for (const id of removedIds) {
      if (this.#rows.delete(id)) this.#dirty.add(id);
    }
    this.#askFrame();
  }

  #askFrame(): void {
    if (this.#frameAsked) return;
    this.#frameAsked = true;
    this.#clock.nextFrame(() => this.#flush());
  }

  #flush(): void {
    this.#frameAsked = false;
    this.#version += 1;
    const dirty = [...this.#dirty];
    this.#dirty.clear();
    for (const id of dirty) for (const listener of this.#rowListeners.get(id) ?? []) listener();
    for (const listener of this.#tableListeners) listener();
  }
}
