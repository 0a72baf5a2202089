import type { Random } from '@riptide/core/kernel';

const FRAME_BYTES_MAX = 4_096;
const QUOTE = 34;
const COMMA = 44;
const JUNK = [
  '"x":{"y":[1,{"z":null}],"w":"]}"},',
  '"b":[["1","2"]],',
  '"data":[],',
  '"u":7,',
  '{"a":[[[]]]},',
  '[[]],',
  '"":"",',
].map((text) => Buffer.from(text));
const NUMBERS = [
  '1e5',
  '-1',
  '""',
  'null',
  '0',
  '00',
  '0.0',
  '.',
  '.5',
  '5.',
  '9007199254740993',
  '99999999999999999999999',
  '0.1234567890123456789',
  '2147483648',
  '123456789.123456789',
  'true',
].map((text) => Buffer.from(text));
const SPACES = [' ', '\n', '\t ', '\r\n'].map((text) => Buffer.from(text));
const TEXTS = ['\\u0030', '\\"', '\\', '\u00e9', '\u{1f4a7}', '\u0000', '\ufeff'].map((text) =>
  Buffer.from(text, 'utf8'),
);

/** The kinds of change; their number is the mutation's name in a path. */
export const MUTATIONS = [
  'byte',
  'cut',
  'tail cut',
  'doubled piece',
  'swapped pieces',
  'digit',
  'digit inserted',
  'white space',
  'text inserted',
  'junk inserted',
  'number replaced',
  'spliced',
] as const;

/** Changes frames in a buffer of its own; what `mutate` returns is good until the next call. */
export class Mutator {
  /** The kind of the last change. */
  last = 0;
  private readonly random: Random;
  private readonly out = Buffer.alloc(FRAME_BYTES_MAX * 2);
  private readonly spare = Buffer.alloc(FRAME_BYTES_MAX * 2);
  private size = 0;

  constructor(random: Random) {
    this.random = random;
  }

  /** Copies a frame, changes it once to four times, and returns its bytes. `other` lends its end to a splice. */
  mutate(frame: Buffer, other: Buffer): Buffer {
    this.size = frame.copy(this.out, 0, 0, FRAME_BYTES_MAX);
    const times = 1 + Math.floor(this.random() ** 3 * 4);
    for (let nth = 0; nth < times && this.size > 4; nth += 1) this.change(other);
    return this.out.subarray(0, this.size);
  }

  private change(other: Buffer): void {
    const { out, size } = this;
    const kind = this.below(MUTATIONS.length);
    const at = this.below(size);
    this.last = kind;
    switch (MUTATIONS[kind]) {
      case 'byte':
        out[at] = this.random() < 0.5 ? this.below(256) : (out[at] as number) ^ (1 << this.below(8));
        return;
      case 'cut':
        return this.replace(at, Math.min(size, at + 1 + this.below(12)), null);
      case 'tail cut':
        this.size = at;
        return;
      case 'doubled piece':
        return this.doublePiece();
      case 'swapped pieces':
        return this.swapPieces();
      case 'digit':
        out[this.digitFrom(at)] = 48 + this.below(10);
        return;
      case 'digit inserted': {
        const digit = this.digitFrom(at);
        const times = this.random() < 0.7 ? 1 : 1 + this.below(20);
        for (let nth = 0; nth < times; nth += 1) this.replace(digit, digit, Buffer.from([48 + this.below(10)]));
        return;
      }
      case 'white space':
        return this.insertAt(this.structuralFrom(at), SPACES);
      case 'text inserted':
        return this.insertAt(at, TEXTS);
      case 'junk inserted':
        return this.insertAt(this.structuralFrom(at), JUNK);
      case 'number replaced': {
        const from = this.digitFrom(at);
        let to = from;
        while (to < size && isNumeric(out[to] as number)) to += 1;
        return this.replace(from, to, this.one(NUMBERS));
      }
      default: {
        const from = this.below(other.length);
        const end = Math.min(other.length, from + FRAME_BYTES_MAX - at);
        this.size = at + other.copy(out, at, from, end);
      }
    }
  }

  private doublePiece(): void {
    const from = this.structuralFrom(this.below(this.size));
    const to = Math.min(this.size, this.structuralFrom(from + 1 + this.below(40)));
    if (to <= from) return;
    this.replace(to, to, Buffer.from(this.out.subarray(from, to)));
  }

  /** Exchanges two neighbouring pieces that begin at a comma or a quote: keys, mostly. */
  private swapPieces(): void {
    const { out, size } = this;
    const first = this.structuralFrom(this.below(size));
    const second = this.structuralFrom(first + 2 + this.below(30));
    const third = this.structuralFrom(second + 2 + this.below(30));
    if (!(first < second && second < third && third <= size)) return;
    const piece = Buffer.from(out.subarray(first, second));
    out.copyWithin(first, second, third);
    piece.copy(out, first + third - second);
  }

  private insertAt(at: number, choices: readonly Buffer[]): void {
    this.replace(at, at, this.one(choices));
  }

  private replace(from: number, to: number, by: Buffer | null): void {
    const { out, spare, size } = this;
    const added = by?.length ?? 0;
    if (size - (to - from) + added > FRAME_BYTES_MAX) return;
    const rest = out.copy(spare, 0, to, size);
    by?.copy(out, from);
    spare.copy(out, from + added, 0, rest);
    this.size = from + added + rest;
  }

  /** The next digit from here, or this place where there is none. */
  private digitFrom(at: number): number {
    for (let pos = at; pos < this.size; pos += 1) if (((this.out[pos] as number) ^ 48) < 10) return pos;
    return at;
  }

  /** The next comma, or quote behind an opening, from here; the end where there is none. */
  private structuralFrom(at: number): number {
    const { out, size } = this;
    for (let pos = at; pos < size; pos += 1) {
      const c = out[pos] as number;
      if (c === COMMA || (c === QUOTE && pos > 0 && isOpening(out[pos - 1] as number))) return pos;
    }
    return size;
  }

  private one(choices: readonly Buffer[]): Buffer {
    return choices[this.below(choices.length)] as Buffer;
  }

  private below(limit: number): number {
    return Math.floor(this.random() * limit);
  }
}

function isOpening(c: number): boolean {
  return c === 123 || c === 91 || c === COMMA;
}

function isNumeric(c: number): boolean {
  return (c ^ 48) < 10 || c === 46;
}
