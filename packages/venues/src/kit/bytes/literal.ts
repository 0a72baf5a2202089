const WORD_BYTES = 4;

/**
 * A fixed text, compared four bytes at a time; the last word overlaps where the length is no multiple of four.
 *
 * HOT: a byte loop costs three times as much.
 */
export class Literal {
  readonly length: number;
  private readonly words: Int32Array;

  /** `text` is ASCII of at least four characters; anything else is a bug. */
  constructor(text: string) {
    const bytes = Buffer.from(text, 'latin1');
    if (bytes.length < WORD_BYTES) throw new Error(`Invariant: ${text} is shorter than a word`);
    this.length = bytes.length;
    this.words = Int32Array.from({ length: Math.ceil(bytes.length / WORD_BYTES) }, (_, at) =>
      bytes.readInt32LE(Math.min(at * WORD_BYTES, bytes.length - WORD_BYTES)),
    );
  }

  /** True when the text stands at `pos`, with all of it before `end`, which the view must reach. */
  standsAt(view: DataView, pos: number, end: number): boolean {
    const { words, length } = this;
    if (pos < 0 || pos + length > end) return false;
    const last = words.length - 1;
    for (let at = 0; at < last; at += 1) if (view.getInt32(pos + at * WORD_BYTES, true) !== words[at]) return false;
    return view.getInt32(pos + length - WORD_BYTES, true) === words[last];
  }
}
