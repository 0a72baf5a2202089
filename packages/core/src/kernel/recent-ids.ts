/**
 * Remembers the last `capacity` ids and says which come twice. When full, the oldest is forgotten: an id that comes back after
 * `capacity` others counts as new.
 */
export class RecentIds {
  private readonly ids: Set<string>;
  readonly capacity: number;

  constructor(capacity: number, ids: readonly string[] = []) {
    if (!Number.isInteger(capacity) || capacity < 1) throw new Error(`Invariant: capacity ${capacity} of recent ids`);
    this.capacity = capacity;
    this.ids = new Set(ids.slice(-capacity));
  }

  /** Remembers an id; false when it was known. */
  add(id: string): boolean {
    if (this.ids.has(id)) return false;
    this.ids.add(id);
    if (this.ids.size > this.capacity) {
      const oldest = this.ids.values().next();
      if (oldest.done !== true) this.ids.delete(oldest.value);
    }
    return true;
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  /** Returns what is remembered, oldest first. */
  toArray(): string[] {
    return [...this.ids];
  }
}
