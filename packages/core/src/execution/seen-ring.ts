/** Remembers the last `capacity` keys; the oldest is forgotten first. */
export class SeenRing {
  private readonly capacity: number;
  private readonly keys = new Set<string>();

  constructor(capacity: number, keys: readonly string[] = []) {
    this.capacity = capacity;
    for (const key of keys) this.add(key);
  }

  has(key: string): boolean {
    return this.keys.has(key);
  }

  /** Returns false when the key was there already. */
  add(key: string): boolean {
    if (this.keys.has(key)) return false;
    this.keys.add(key);
    if (this.keys.size > this.capacity) {
      const oldest = this.keys.values().next();
      if (oldest.done !== true) this.keys.delete(oldest.value);
    }
    return true;
  }

  /** Returns the keys, oldest first. */
  list(): string[] {
    return [...this.keys];
  }
}
