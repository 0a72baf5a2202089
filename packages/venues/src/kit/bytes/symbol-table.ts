const EMPTY = -1;
/** Names of so many bytes are four words, of four bytes each, that overlap. */
const WORD_BYTES = 4;
const WORDS = 4;
const SHORT_MAX = WORDS * WORD_BYTES;

/**
 * Finds an instrument's index by the bytes of its wire symbol, without making a string.
 * HOT: open addressing on a cheap hash, every hit verified: by words where a view is at hand, else byte by byte. Immutable once built.
 */
export class SymbolTable {
  private readonly slots: Int32Array;
  private readonly mask: number;
  private readonly names: readonly Buffer[];
  private readonly indexes: Int32Array;
  /** Of the names of 4 to 16 bytes, by a hash of their own: their place in `names`, and there words and size. */
  private readonly shortSlots: Int32Array;
  private readonly words: Int32Array;

  /** `entries` are [wire symbol, index]; a symbol that stands twice is a bug. */
  constructor(entries: readonly (readonly [symbol: string, ix: number])[]) {
    let size = 16;
    while (size < entries.length * 4) size *= 2;
    this.mask = size - 1;
    this.slots = new Int32Array(size).fill(EMPTY);
    this.shortSlots = new Int32Array(size).fill(EMPTY);
    this.words = new Int32Array(entries.length * (WORDS + 1));
    this.names = entries.map(([symbol]) => Buffer.from(symbol, 'latin1'));
    this.indexes = Int32Array.from(entries, ([, ix]) => ix);
    for (let n = 0; n < entries.length; n += 1) this.insert(n);
  }

  /** Returns the index of the symbol in `bytes[start, end)`, or -1. */
  find(bytes: Buffer, start: number, end: number): number {
    let slot = this.hash(bytes, start, end);
    for (;;) {
      const n = this.slots[slot]!;
      if (n === EMPTY) return EMPTY;
      if (this.equals(this.names[n]!, bytes, start, end)) return this.indexes[n]!;
      slot = (slot + 1) & this.mask;
    }
  }

  /** As `find`, in the bytes a view is of: HOT, four bytes at a time. */
  findIn(view: DataView, bytes: Buffer, start: number, end: number): number {
    const size = end - start;
    if (size < WORD_BYTES || size > SHORT_MAX) return this.find(bytes, start, end);
    const last = end - WORD_BYTES;
    const first = view.getInt32(start, true);
    const second = view.getInt32(Math.min(start + 4, last), true);
    const third = view.getInt32(Math.min(start + 8, last), true);
    const fourth = view.getInt32(last, true);
    const { words } = this;
    let slot = this.hashOf(first, second, fourth);
    for (;;) {
      const n = this.shortSlots[slot]!;
      if (n === EMPTY) return EMPTY;
      const at = n * (WORDS + 1);
      const isSame = words[at] === first && words[at + 1] === second && words[at + 2] === third;
      if (isSame && words[at + 3] === fourth && words[at + 4] === size) return this.indexes[n]!;
      slot = (slot + 1) & this.mask;
    }
  }

  /** Returns the index of a symbol, or -1. */
  findText(symbol: string): number {
    const bytes = Buffer.from(symbol, 'latin1');
    return this.find(bytes, 0, bytes.length);
  }

  private insert(n: number): void {
    const name = this.names[n]!;
    let slot = this.hash(name, 0, name.length);
    for (; this.slots[slot] !== EMPTY; slot = (slot + 1) & this.mask) {
      if (this.equals(this.names[this.slots[slot]!]!, name, 0, name.length)) {
        throw new Error(`Invariant: symbol ${name.toString('latin1')} stands twice`);
      }
    }
    this.slots[slot] = n;
    if (name.length >= WORD_BYTES && name.length <= SHORT_MAX) this.insertWords(n, name);
  }

  private insertWords(n: number, name: Buffer): void {
    const last = name.length - WORD_BYTES;
    const words = [0, 4, 8, last].map((at) => name.readInt32LE(Math.min(at, last)));
    this.words.set([...words, name.length], n * (WORDS + 1));
    let slot = this.hashOf(words[0]!, words[1]!, words[3]!);
    while (this.shortSlots[slot] !== EMPTY) slot = (slot + 1) & this.mask;
    this.shortSlots[slot] = n;
  }

  private hashOf(first: number, second: number, fourth: number): number {
    const hash = Math.imul(first, 0x9e3779b1) ^ Math.imul((second + Math.imul(fourth, 31)) | 0, 0x85ebca77);
    return (hash ^ (hash >>> 15)) & this.mask;
  }

  /** Seven bytes spread over the name: where two names share them, the comparison tells them apart. */
  private hash(bytes: Buffer, start: number, end: number): number {
    const size = end - start;
    if (size < 4) return size & this.mask;
    const middle = start + (size >> 1);
    const head = bytes[start]! | (bytes[start + 1]! << 8) | (bytes[start + 2]! << 16) | (bytes[start + 3]! << 24);
    const rest = bytes[middle]! | (bytes[middle + 1]! << 8) | (bytes[end - 1]! << 16);
    const hash = Math.imul(head, 0x9e3779b1) ^ Math.imul(rest + (size << 24), 0x85ebca77);
    return (hash ^ (hash >>> 15)) & this.mask;
  }

  private equals(name: Buffer, bytes: Buffer, start: number, end: number): boolean {
    if (name.length !== end - start) return false;
    for (let i = 0; i < name.length; i += 1) if (name[i] !== bytes[start + i]) return false;
    return true;
  }
}
