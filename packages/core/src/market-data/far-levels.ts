/** What `maxKey` answers for an empty store. */
export const NO_KEY = -0x8000_0000;

const START_CAPACITY = 256;
/** Knuth's multiplicative hashing constant, floor(2^32 / golden ratio). */
const HASH_FACTOR = 0x9e37_79b1 | 0;

/**
 * Levels outside the window of a ladder: an open-addressing table from int32 key to size.
 *
 * HOT: no allocation unless the table doubles. A size of 0 marks a free slot, so sizes are always positive.
 */
export class FarLevels {
  private keys = new Int32Array(START_CAPACITY);
  private sizes = new Float64Array(START_CAPACITY);
  private shift = 24;
  private used = 0;

  get count(): number {
    return this.used;
  }

  /** Sets the size of a key; `size` is positive. */
  set(key: number, size: number): void {
    const slot = this.slotOf(key);
    if (this.sizes[slot] === 0) {
      this.used += 1;
      this.keys[slot] = key;
    }
    this.sizes[slot] = size;
    if (this.used * 2 > this.keys.length) this.grow();
  }

  /** Returns the size of a key, 0 when absent. */
  get(key: number): number {
    return this.sizes[this.slotOf(key)] as number;
  }

  /** Removes a key; does nothing when absent. Later entries of the probe chain move up, so no tombstones pile up. */
  delete(key: number): void {
    const { keys, sizes } = this;
    const mask = keys.length - 1;
    let hole = this.slotOf(key);
    if (sizes[hole] === 0) return;
    this.used -= 1;
    let probe = hole;
    for (;;) {
      probe = (probe + 1) & mask;
      if (sizes[probe] === 0) break;
      const home = this.homeOf(keys[probe] as number);
      if (((probe - home) & mask) < ((probe - hole) & mask)) continue;
      keys[hole] = keys[probe] as number;
      sizes[hole] = sizes[probe] as number;
      hole = probe;
    }
    sizes[hole] = 0;
  }

  /** Returns the largest key, or `NO_KEY`. Linear: for the rare case that the window ran empty. */
  maxKey(): number {
    let best = NO_KEY;
    for (let slot = 0; slot < this.keys.length; slot += 1) {
      if (this.sizes[slot] !== 0 && (this.keys[slot] as number) > best) best = this.keys[slot] as number;
    }
    return best;
  }

  /** Writes every key below `belowKey` into `out`, in no order, and returns how many there are; `out` may be too small. */
  keysBelow(belowKey: number, out: Int32Array): number {
    let count = 0;
    for (let slot = 0; slot < this.keys.length; slot += 1) {
      if (this.sizes[slot] === 0 || (this.keys[slot] as number) >= belowKey) continue;
      if (count < out.length) out[count] = this.keys[slot] as number;
      count += 1;
    }
    return count;
  }

  clear(): void {
    if (this.used === 0) return;
    this.sizes.fill(0);
    this.used = 0;
  }

  private homeOf(key: number): number {
    return Math.imul(key, HASH_FACTOR) >>> this.shift;
  }

  private slotOf(key: number): number {
    const { keys, sizes } = this;
    const mask = keys.length - 1;
    let slot = this.homeOf(key);
    while (sizes[slot] !== 0 && keys[slot] !== key) slot = (slot + 1) & mask;
    return slot;
  }

  private grow(): void {
    const { keys, sizes } = this;
    this.keys = new Int32Array(keys.length * 2);
    this.sizes = new Float64Array(keys.length * 2);
    this.shift -= 1;
    for (let from = 0; from < keys.length; from += 1) {
      if (sizes[from] === 0) continue;
      const slot = this.slotOf(keys[from] as number);
      this.keys[slot] = keys[from] as number;
      this.sizes[slot] = sizes[from] as number;
    }
  }
}
