import type { PlainSource } from './plain-numbers.ts';

const EMPTY = -1;
const QUOTE = 34;
const HALF_BYTES = 4;
const WORD_BYTES = 8;
/** So many bytes of what follows a name are part of what it is found by, so that a name has at least eight less three. */
const TAIL_BYTES = 3;
const NAME_LEAST = WORD_BYTES - TAIL_BYTES;
const NAME_MOST = 16;

/**
 * Finds an instrument's index by its wire symbol where it begins in a frame, without looking for where it ends.
 *
 * HOT: by the first eight bytes, those of what follows a short name included; the rest is compared with the names found so. Knows
 * names of 5 to 16 bytes, in front of one of a few texts; for others see `SymbolTable`. Immutable once built.
 */
export class NameFinder {
  /** Behind the name found last. */
  end = 0;
  private readonly slots: Int32Array;
  private readonly mask: number;
  /** Of each name with each text behind it: its first eight bytes, the four that begin at the ninth, its last four, and its size. */
  private readonly keys: Int32Array;
  private readonly indexes: Int32Array;
  private readonly closing: number;

  /** `entries` are [wire symbol, index]; `tails` what may follow, all with the same first character. */
  constructor(entries: readonly (readonly [symbol: string, ix: number])[], tails: readonly string[]) {
    const known = entries.filter(([symbol]) => symbol.length >= NAME_LEAST && symbol.length <= NAME_MOST);
    const texts = known.flatMap(([symbol, ix]) => tails.map((tail) => ({ symbol, ix, bytes: bytesOf(symbol, tail) })));
    let size = 16;
    while (size < texts.length * 4) size *= 2;
    this.mask = size - 1;
    this.slots = new Int32Array(size).fill(EMPTY);
    this.keys = new Int32Array(texts.length * KEY_SIZE);
    this.indexes = Int32Array.from(texts, ({ ix }) => ix);
    this.closing = tails[0]?.charCodeAt(0) ?? QUOTE;
    texts.forEach(({ bytes, symbol }, nth) => this.insert(nth, bytes, symbol.length));
  }

  /** Returns the index of the name that begins at `start`, `end` being behind it then, or -1: it may be another name, or too long. */
  find({ bytes, end, view }: PlainSource, start: number): number {
    if (start + NAME_MOST >= end) return EMPTY;
    const { keys, slots } = this;
    const first = view.getInt32(start, true);
    const second = view.getInt32(start + HALF_BYTES, true);
    let slot = this.slotOf(first, second);
    for (;;) {
      const nth = slots[slot]!;
      if (nth === EMPTY) return EMPTY;
      const at = nth * KEY_SIZE;
      if (keys[at] === first && keys[at + 1] === second) {
        const stop = start + keys[at + 4]!;
        if (bytes[stop] === this.closing && this.isRest(view, start, at)) {
          this.end = stop;
          return this.indexes[nth]!;
        }
      }
      slot = (slot + 1) & this.mask;
    }
  }

  /** What the first eight bytes leave of a longer name. */
  private isRest(view: DataView, start: number, at: number): boolean {
    const { keys } = this;
    const size = keys[at + 4]!;
    if (size <= WORD_BYTES) return true;
    if (view.getInt32(start + size - HALF_BYTES, true) !== keys[at + 3]) return false;
    return size <= WORD_BYTES + HALF_BYTES || view.getInt32(start + WORD_BYTES, true) === keys[at + 2];
  }

  private insert(nth: number, bytes: Buffer, size: number): void {
    const at = nth * KEY_SIZE;
    const first = bytes.readInt32LE(0);
    const second = bytes.readInt32LE(HALF_BYTES);
    this.keys.set([first, second, bytes.readInt32LE(WORD_BYTES), bytes.readInt32LE(size - HALF_BYTES), size], at);
    let slot = this.slotOf(first, second);
    while (this.slots[slot] !== EMPTY) slot = (slot + 1) & this.mask;
    this.slots[slot] = nth;
  }

  private slotOf(first: number, second: number): number {
    const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca77);
    return (hash ^ (hash >>> 15)) & this.mask;
  }
}

const KEY_SIZE = 5;

/** A name, what follows it, and enough behind that to be read in words. */
function bytesOf(symbol: string, tail: string): Buffer {
  if (tail.length < TAIL_BYTES) throw new Error(`Invariant: ${tail} is too short to end a name`);
  return Buffer.from(`${symbol}${tail}`.padEnd(NAME_MOST + WORD_BYTES, ' '), 'latin1');
}
