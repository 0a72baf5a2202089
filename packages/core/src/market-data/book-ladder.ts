import { FarLevels, NO_KEY } from './far-levels.ts';

const WINDOW_BITS = 12;
/** Ticks that the ring holds; levels further from the best stand in the far store. */
export const WINDOW = 1 << WINDOW_BITS;
const MASK = WINDOW - 1;
/** An offset from the low end has none of these bits within the window. WHY: whole numbers all the way; a comparison is made in doubles. */
const OUTSIDE = ~MASK;
/** Where the best is put when the window moves: a quarter is left for improvement, three quarters for depth. */
const BEST_OFFSET = (WINDOW >> 2) * 3;
/** The window follows a falling best once it is this near to the low end. */
const LOW_MARGIN = WINDOW >> 2;

/**
 * One side of a book, sizes by price in integer ticks, best first.
 *
 * A ring of sizes indexed by `key & mask` around the best price, with one bit per level to find the next one; the rest
 * in a hash table. Bids are keyed by ticks, asks by negated ticks, so that for both the best is the largest key.
 *
 * HOT: no allocation per level, except when the far store doubles. See bench/book-ladder.bench.ts.
 */
export class BookLadder {
  private readonly sizes = new Float64Array(WINDOW);
  private readonly bits = new Int32Array(WINDOW >> 5);
  private readonly far = new FarLevels();
  private readonly sign: 1 | -1;
  /** Lowest key of the window; the window is [low, low + WINDOW). */
  private low = 0;
  private bestKey = NO_KEY;
  private scratch = new Int32Array(1024);

  constructor(side: 'bid' | 'ask') {
    this.sign = side === 'bid' ? 1 : -1;
  }

  /** Counts the levels, which nobody keeps count of. */
  get count(): number {
    let near = 0;
    for (const word of this.bits) for (let left = word; left !== 0; left &= left - 1) near += 1;
    return near + this.far.count;
  }

  get isEmpty(): boolean {
    return this.bestKey === NO_KEY;
  }

  /** Best price in ticks; only meaningful while not empty. */
  get bestTicks(): number {
    return Math.imul(this.sign, this.bestKey);
  }

  /** Size at the best price, 0 when empty. */
  get bestQty(): number {
    return this.bestKey === NO_KEY ? 0 : (this.sizes[this.bestKey & MASK] as number);
  }

  /**
   * Sets the absolute size at a price; 0 removes the level.
   *
   * @throws Error `Invariant: …` when the size is negative or not a number.
   */
  set(ticks: number, qty: number): void {
    // WHY: a product of 0 and -1 would be -0, which is not an int32 and would slow down everything after it.
    const key = Math.imul(this.sign, ticks);
    if (qty === 0) this.remove(key);
    else if (qty > 0) this.put(key, qty);
    else throw new Error(`Invariant: level size ${qty} at ${ticks} ticks`);
  }

  /**
   * Sets the first `count` of these prices and sizes, as `set` does each.
   * HOT: within the window nothing waits for what was there before, and the best is looked for once, at the end, where it was removed.
   */
  setAll(ticks: Int32Array, qty: Float64Array, count: number): void {
    const { bits, sizes, sign } = this;
    let bestKey = this.bestKey | 0;
    let low = this.low | 0;
    for (let at = 0; at < count; at += 1) {
      const size = qty[at] as number;
      const key = Math.imul(sign, ticks[at] as number);
      if (((key - low) & OUTSIDE) === 0 && size >= 0) {
        const slot = key & MASK;
        sizes[slot] = size;
        const bit = 1 << (slot & 31);
        if (size > 0) {
          bits[slot >> 5] = (bits[slot >> 5] as number) | bit;
          if (key > bestKey) bestKey = key;
        } else bits[slot >> 5] = (bits[slot >> 5] as number) & ~bit;
      } else {
        this.bestKey = bestKey;
        this.set(ticks[at] as number, size);
        bestKey = this.bestKey | 0;
        low = this.low | 0;
      }
    }
    this.bestKey = bestKey;
    if (bestKey !== NO_KEY && sizes[bestKey & MASK] === 0) this.findBest();
  }

  /** Returns the size at a price, 0 where there is no level. */
  qtyAt(ticks: number): number {
    const key = Math.imul(this.sign, ticks);
    const offset = key - this.low;
    if (offset >= 0 && offset < WINDOW) return this.sizes[key & MASK] as number;
    return this.far.get(key);
  }

  /** Removes every level in place. Touches only what is occupied: a whole side is 32 KiB. */
  clear(): void {
    const { bits, sizes } = this;
    for (let word = 0; word < bits.length; word += 1) {
      let left = bits[word] as number;
      if (left === 0) continue;
      bits[word] = 0;
      while (left !== 0) {
        const bit = 31 - Math.clz32(left);
        sizes[(word << 5) + bit] = 0;
        left &= ~(1 << bit);
      }
    }
    this.far.clear();
    this.bestKey = NO_KEY;
  }

  /** Writes the best `count` levels, best first, and returns how many there were. The arrays hold at least `count`. */
  read(count: number, ticks: Int32Array, qty: Float64Array): number {
    return this.readWithin(Infinity, count, ticks, qty);
  }

  /** As `read`, but stops at the first level more than `reachTicks` away from the best. */
  readWithin(reachTicks: number, count: number, ticks: Int32Array, qty: Float64Array): number {
    const lowest = this.bestKey - reachTicks;
    let written = 0;
    let key = this.bestKey;
    while (key !== NO_KEY && key >= lowest && written < count) {
      ticks[written] = Math.imul(this.sign, key);
      qty[written] = this.sizes[key & MASK] as number;
      written += 1;
      key = this.nextInWindow(key - 1);
    }
    if (written === count || this.far.count === 0 || this.low <= lowest) return written;
    for (let at = this.sortedFar(this.low) - 1; at >= 0 && written < count; at -= 1) {
      const farKey = this.scratch[at] as number;
      if (farKey < lowest) break;
      ticks[written] = Math.imul(this.sign, farKey);
      qty[written] = this.far.get(farKey);
      written += 1;
    }
    return written;
  }

  private put(key: number, qty: number): void {
    if (this.bestKey === NO_KEY) this.low = key - BEST_OFFSET;
    const offset = key - this.low;
    if (offset < 0) {
      this.far.set(key, qty);
      return;
    }
    if (offset >= WINDOW) this.moveUp(key - BEST_OFFSET);
    this.putNear(key, qty);
    if (key > this.bestKey) this.bestKey = key;
  }

  private putNear(key: number, qty: number): void {
    const slot = key & MASK;
    this.bits[slot >> 5] = (this.bits[slot >> 5] as number) | (1 << (slot & 31));
    this.sizes[slot] = qty;
  }

  private remove(key: number): void {
    const offset = key - this.low;
    if (offset < 0 || offset >= WINDOW) {
      this.far.delete(key);
      return;
    }
    const slot = key & MASK;
    if (this.sizes[slot] === 0) return;
    this.clearSlot(slot);
    if (key === this.bestKey) this.findBest();
  }

  private clearSlot(slot: number): void {
    this.sizes[slot] = 0;
    this.bits[slot >> 5] = (this.bits[slot >> 5] as number) & ~(1 << (slot & 31));
  }

  private findBest(): void {
    const next = this.nextInWindow(this.bestKey - 1);
    this.bestKey = next === NO_KEY ? this.far.maxKey() : next;
    if (this.far.count > 0 && this.bestKey - this.low < LOW_MARGIN) this.moveDown(this.bestKey - BEST_OFFSET);
  }

  /** Returns the largest occupied key <= `from` in the window, or `NO_KEY`. */
  private nextInWindow(from: number): number {
    const { bits, low } = this;
    let key = from;
    while (key >= low) {
      const bit = key & 31;
      const word = (bits[(key & MASK) >> 5] as number) & (-1 >>> (31 - bit));
      if (word !== 0) {
        const found = key - bit + (31 - Math.clz32(word));
        // WHY: the word that holds the low end of the window also holds bits of its high end.
        return found >= low ? found : NO_KEY;
      }
      key -= bit + 1;
    }
    return NO_KEY;
  }

  /** Moves the window to better prices. Levels that fall out at the low end go to the far store; nothing else moves. */
  private moveUp(newLow: number): void {
    let key = this.nextInWindow(Math.min(newLow, this.low + WINDOW) - 1);
    while (key !== NO_KEY) {
      const slot = key & MASK;
      this.far.set(key, this.sizes[slot] as number);
      this.clearSlot(slot);
      key = this.nextInWindow(key - 1);
    }
    this.low = newLow;
  }

  /** Moves the window to worse prices and takes in the far levels it now covers. */
  private moveDown(newLow: number): void {
    this.low = newLow;
    const count = this.sortedFar(this.bestKey + 1);
    for (let at = count - 1; at >= 0; at -= 1) {
      const key = this.scratch[at] as number;
      if (key < newLow) break;
      this.putNear(key, this.far.get(key));
      this.far.delete(key);
    }
  }

  /** Fills the scratch array with the far keys below `belowKey`, ascending, and returns their number. */
  private sortedFar(belowKey: number): number {
    if (this.far.count > this.scratch.length) this.scratch = new Int32Array(this.far.count * 2);
    const count = this.far.keysBelow(belowKey, this.scratch);
    this.scratch.subarray(0, count).sort();
    return count;
  }
}
