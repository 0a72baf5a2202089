import { wordsOf } from './words.ts';

const WORD_BYTES = 8;
const HALF_BYTES = 4;
const NO_WORDS = new Float64Array(0);

/**
 * A fixed text, compared eight bytes at a time; the last word overlaps where the length is no multiple of eight.
 *
 * HOT: a byte loop costs several times as much. The words are doubles, the widest number a view gives without making an object;
 * ASCII text is never zero and never NaN, so they are equal exactly when their bits are.
 */
export class Literal {
  readonly length: number;
  private readonly words: Float64Array;
  private readonly first: number;
  private readonly last: number;

  /** `text` is ASCII of at least four characters; anything else is a bug. */
  constructor(text: string) {
    const bytes = Buffer.from(text, 'utf8');
    const { length } = bytes;
    if (length < HALF_BYTES) throw new Error(`Invariant: ${text} is shorter than a word`);
    if (bytes.some((byte) => byte < 1 || byte > 126)) throw new Error(`Invariant: ${text} is not plain ASCII`);
    this.length = length;
    this.first = bytes.readInt32LE(0);
    this.last = bytes.readInt32LE(length - HALF_BYTES);
    this.words = length < WORD_BYTES ? NO_WORDS : wordsOf(text);
  }

  /** True when the text stands at `pos`, with all of it before `end`, which the view must reach. */
  standsAt(view: DataView, pos: number, end: number): boolean {
    const { words, length } = this;
    if (pos < 0 || pos + length > end) return false;
    if (length < WORD_BYTES)
      return view.getInt32(pos, true) === this.first && view.getInt32(pos + length - HALF_BYTES, true) === this.last;
    const last = words.length - 1;
    let at = pos;
    for (let nth = 0; nth < last; nth += 1) {
      if (view.getFloat64(at, true) !== words[nth]) return false;
      at += WORD_BYTES;
    }
    return view.getFloat64(pos + length - WORD_BYTES, true) === words[last];
  }
}
