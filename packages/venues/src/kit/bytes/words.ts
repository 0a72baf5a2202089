const WORD_BYTES = 8;

/**
 * Returns texts as the doubles their bytes spell, eight bytes each, the last word of a text overlapping the one before where the
 * length is no multiple of eight. For straight readers, which compare word by word; see `Literal` for why doubles.
 *
 * @throws Error `Invariant: …` for a text below eight characters or one that is not plain ASCII.
 */
export function wordsOf(...texts: readonly string[]): Float64Array {
  return Float64Array.from(
    texts.flatMap((text) => {
      const bytes = Buffer.from(text, 'utf8');
      if (bytes.length < WORD_BYTES || bytes.some((byte) => byte < 1 || byte > 126))
        throw new Error(`Invariant: ${text} can't be compared by words`);
      return Array.from({ length: Math.ceil(bytes.length / WORD_BYTES) }, (_, nth) =>
        bytes.readDoubleLE(Math.min(nth * WORD_BYTES, bytes.length - WORD_BYTES)),
      );
    }),
  );
}

/**
 * A text of two to five words, for straight readers.
 * HOT: fields of constants are constants to the compiler; elements of an array are fetched and checked each time.
 */
export interface FixedText {
  readonly first: number;
  readonly second: number;
  readonly third: number;
  readonly fourth: number;
  readonly fifth: number;
  /** Where the last word begins, which overlaps the one before. */
  readonly last: number;
}

/** Returns a text's words. @throws Error `Invariant: …` as `wordsOf`, and for a text below 9 or above 40 characters. */
export function fixedText(text: string): FixedText {
  const words = wordsOf(text);
  if (words.length < 2 || words.length > 5) throw new Error(`Invariant: ${text} has ${words.length} words`);
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN, fourth = Number.NaN, fifth = Number.NaN] = words;
  return { first, second, third, fourth, fifth, last: text.length - WORD_BYTES };
}

/** True when a text of two words stands at `pos`. The view reaches that far. */
export function areTwoAt(view: DataView, pos: number, { first, last, second }: FixedText): boolean {
  return view.getFloat64(pos, true) === first && view.getFloat64(pos + last, true) === second;
}

/** As `areTwoAt`, of three words. */
export function areThreeAt(view: DataView, pos: number, { first, last, second, third }: FixedText): boolean {
  return (
    view.getFloat64(pos, true) === first &&
    view.getFloat64(pos + 8, true) === second &&
    view.getFloat64(pos + last, true) === third
  );
}

/** As `areTwoAt`, of four words. */
export function areFourAt(view: DataView, pos: number, { first, fourth, last, second, third }: FixedText): boolean {
  return (
    view.getFloat64(pos, true) === first &&
    view.getFloat64(pos + 8, true) === second &&
    view.getFloat64(pos + 16, true) === third &&
    view.getFloat64(pos + last, true) === fourth
  );
}

/** As `areTwoAt`, of five words. */
export function areFiveAt(view: DataView, pos: number, text: FixedText): boolean {
  return (
    view.getFloat64(pos, true) === text.first &&
    view.getFloat64(pos + 8, true) === text.second &&
    view.getFloat64(pos + 16, true) === text.third &&
    view.getFloat64(pos + 24, true) === text.fourth &&
    view.getFloat64(pos + text.last, true) === text.fifth
  );
}

/** True when a text of any number of words stands at `pos`, its last word `last` bytes further. The view reaches that far. */
export function areAllAt(view: DataView, pos: number, words: Float64Array, last: number): boolean {
  const most = words.length - 1;
  for (let nth = 0; nth < most; nth += 1) if (view.getFloat64(pos + nth * 8, true) !== words[nth]) return false;
  return view.getFloat64(pos + last, true) === words[most];
}
