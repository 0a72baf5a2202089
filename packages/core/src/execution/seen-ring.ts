/**
 * Remembers the last `capacity` keys; the oldest is forgotten first.
 *
 * HOT: the order of arrival stands in an array of its own, since finding the first entry of a Set costs more the more were deleted.
 */
export class SeenRing {
  private readonly capacity: number;
  private readonly keys = new Set<string>();
  private readonly arrived: string[] = [];
  /** Where the oldest key stands once the ring is full. */
  private head = 0;

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
    if (this.arrived.length < this.capacity) {
      this.arrived.push(key);
      return true;
    }
    this.keys.delete(this.arrived[this.head] as string);
    this.arrived[this.head] = key;
    this.head = (this.head + 1) % this.capacity;
    return true;
  }

  /** Returns the keys, oldest first. */
  list(): string[] {
    return [...this.arrived.slice(this.head), ...this.arrived.slice(0, this.head)];
  }
}
