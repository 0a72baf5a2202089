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

/** True when a text of two words stands at `pos`, its second word `last` bytes further. The view reaches that far. */
export function areTwoAt(view: DataView, pos: number, words: Float64Array, last: number): boolean {
  return view.getFloat64(pos, true) === words[0] && view.getFloat64(pos + last, true) === words[1];
}

/** As `areTwoAt`, of three words. */
export function areThreeAt(view: DataView, pos: number, words: Float64Array, last: number): boolean {
  return (
    view.getFloat64(pos, true) === words[0] &&
    view.getFloat64(pos + 8, true) === words[1] &&
    view.getFloat64(pos + last, true) === words[2]
  );
}

/** As `areTwoAt`, of four words. */
export function areFourAt(view: DataView, pos: number, words: Float64Array, last: number): boolean {
  return (
    view.getFloat64(pos, true) === words[0] &&
    view.getFloat64(pos + 8, true) === words[1] &&
    view.getFloat64(pos + 16, true) === words[2] &&
    view.getFloat64(pos + last, true) === words[3]
  );
}

/** As `areTwoAt`, of any number of words. */
export function areAllAt(view: DataView, pos: number, words: Float64Array, last: number): boolean {
  const most = words.length - 1;
  for (let nth = 0; nth < most; nth += 1) if (view.getFloat64(pos + nth * 8, true) !== words[nth]) return false;
  return view.getFloat64(pos + last, true) === words[most];
}
