/** Remembers the last `size` keys, to tell repeats. Over the bound the oldest is forgotten. */
export class RecentKeys {
  private readonly keys = new Set<string>();
  private readonly size: number;

  constructor(size: number) {
    this.size = size;
  }

  /** True when the key is remembered; remembers it otherwise. */
  has(key: string): boolean {
    if (this.keys.has(key)) return true;
    this.keys.add(key);
    if (this.keys.size > this.size) {
      const [oldest] = this.keys;
      if (oldest !== undefined) this.keys.delete(oldest);
    }
    return false;
  }
}
