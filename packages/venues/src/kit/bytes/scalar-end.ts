const QUOTE = 34;
const COMMA = 44;
const CLOSE_ARRAY = 93;
const CLOSE_OBJECT = 125;

/** Returns where a bare or quoted word ends: at a quote, a separator, white space, or `end`. */
export function scalarEnd(bytes: Buffer, start: number, end: number): number {
  let pos = start;
  for (; pos < end; pos += 1) {
    const c = bytes[pos]!;
    if (c === QUOTE || c === COMMA || c === CLOSE_OBJECT || c === CLOSE_ARRAY || c <= 32) break;
  }
  return pos;
}
