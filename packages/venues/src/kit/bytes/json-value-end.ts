const QUOTE = 34;
const PLUS = 43;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const SLASH = 47;
const ZERO = 48;
const COLON = 58;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const LETTER_B = 98;
const LETTER_E = 101;
const LETTER_F = 102;
const LETTER_N = 110;
const LETTER_R = 114;
const LETTER_T = 116;
const LETTER_U = 117;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
/** A letter with this bit set is its small form. */
const SMALL = 32;
/** No venue nests deeper than six; a frame that does is not worth a stack. */
const NESTING_MAX = 64;
const HEX_DIGITS = 4;

const TRUE = Buffer.from('true');
const FALSE = Buffer.from('false');
const NULL = Buffer.from('null');

/** Returned where no JSON value stands. */
export const NO_VALUE = -1;

/**
 * Returns where the JSON value that starts at `start` ends, or NO_VALUE when what stands there is none: as strict as `JSON.parse`, so
 * that a broken frame is not taken for a sound one because nobody wanted the broken part. Nothing beyond `end` counts.
 *
 * HOT: no allocation. Values nested deeper than any venue does are refused.
 */
export function jsonValueEnd(bytes: Buffer, start: number, end: number, nesting = 0): number {
  if (start >= end) return NO_VALUE;
  switch (bytes[start]) {
    case QUOTE:
      return jsonStringEnd(bytes, start, end);
    case OPEN_OBJECT:
      return nesting < NESTING_MAX ? listEnd(bytes, start, end, nesting + 1) : NO_VALUE;
    case OPEN_ARRAY:
      return nesting < NESTING_MAX ? listEnd(bytes, start, end, nesting + 1) : NO_VALUE;
    case LETTER_T:
      return wordEnd(TRUE, bytes, start, end);
    case LETTER_F:
      return wordEnd(FALSE, bytes, start, end);
    case LETTER_N:
      return wordEnd(NULL, bytes, start, end);
    default:
      return jsonNumberEnd(bytes, start, end);
  }
}

/** As `jsonValueEnd`, of a string: `start` is at its opening quote. */
export function jsonStringEnd(bytes: Buffer, start: number, end: number): number {
  if (start >= end || bytes[start] !== QUOTE) return NO_VALUE;
  let pos = start + 1;
  while (pos < end) {
    const c = bytes[pos]!;
    if (c === QUOTE) return pos + 1;
    // A control character stands in no string of JSON.
    if (c < 32) return NO_VALUE;
    pos = c === BACKSLASH ? escapeEnd(bytes, pos + 1, end) : pos + 1;
    if (pos === NO_VALUE) return NO_VALUE;
  }
  return NO_VALUE;
}

/** As `jsonValueEnd`, of a number: no zeros in front, digits on both sides of a point. What stands behind it is not looked at. */
export function jsonNumberEnd(bytes: Buffer, start: number, end: number): number {
  const from = bytes[start] === MINUS ? start + 1 : start;
  let pos = bytes[from] === ZERO ? from + 1 : digitsEnd(bytes, from);
  if (pos === from) return NO_VALUE;
  if (bytes[pos] === POINT) {
    const point = pos;
    pos = digitsEnd(bytes, point + 1);
    if (pos === point + 1) return NO_VALUE;
  }
  if ((bytes[pos]! | SMALL) === LETTER_E) {
    const sign = bytes[pos + 1];
    const power = sign === PLUS || sign === MINUS ? pos + 2 : pos + 1;
    pos = digitsEnd(bytes, power);
    if (pos === power) return NO_VALUE;
  }
  return pos <= end ? pos : NO_VALUE;
}

/** Returns where something else than white space stands, as JSON counts it; at the latest `end`. */
export function spaceEnd(bytes: Buffer, start: number, end: number): number {
  let pos = start;
  while (pos < end && isSpace(bytes[pos]!)) pos += 1;
  return pos;
}

function isSpace(c: number): boolean {
  return c === 32 || c === 10 || c === 13 || c === 9;
}

/** Of an object or an array: `start` is at its opening bracket. */
function listEnd(bytes: Buffer, start: number, end: number, nesting: number): number {
  const isObject = bytes[start] === OPEN_OBJECT;
  const closing = isObject ? CLOSE_OBJECT : CLOSE_ARRAY;
  let pos = spaceEnd(bytes, start + 1, end);
  if (pos < end && bytes[pos] === closing) return pos + 1;
  for (;;) {
    if (isObject) pos = keyEnd(bytes, pos, end);
    if (pos === NO_VALUE) return NO_VALUE;
    pos = jsonValueEnd(bytes, pos, end, nesting);
    if (pos === NO_VALUE) return NO_VALUE;
    pos = spaceEnd(bytes, pos, end);
    if (pos >= end) return NO_VALUE;
    if (bytes[pos] === closing) return pos + 1;
    if (bytes[pos] !== COMMA) return NO_VALUE;
    pos = spaceEnd(bytes, pos + 1, end);
  }
}

/** Returns where the value of the key at `start` begins. */
function keyEnd(bytes: Buffer, start: number, end: number): number {
  const stop = jsonStringEnd(bytes, start, end);
  if (stop === NO_VALUE) return NO_VALUE;
  const colon = spaceEnd(bytes, stop, end);
  return colon < end && bytes[colon] === COLON ? spaceEnd(bytes, colon + 1, end) : NO_VALUE;
}

/** `start` is behind the backslash. */
function escapeEnd(bytes: Buffer, start: number, end: number): number {
  if (start >= end) return NO_VALUE;
  switch (bytes[start]) {
    case QUOTE:
    case BACKSLASH:
    case SLASH:
    case LETTER_B:
    case LETTER_F:
    case LETTER_N:
    case LETTER_R:
    case LETTER_T:
      return start + 1;
    case LETTER_U:
      for (let at = start + 1; at <= start + HEX_DIGITS; at += 1)
        if (at >= end || !isHexDigit(bytes[at]!)) return NO_VALUE;
      return start + 1 + HEX_DIGITS;
    default:
      return NO_VALUE;
  }
}

function isHexDigit(c: number): boolean {
  const letter = c | SMALL;
  return (c ^ ZERO) < 10 || (letter >= 97 && letter <= LETTER_F);
}

function digitsEnd(bytes: Buffer, start: number): number {
  let pos = start;
  while ((bytes[pos]! ^ ZERO) < 10) pos += 1;
  return pos;
}

function wordEnd(word: Buffer, bytes: Buffer, start: number, end: number): number {
  if (start + word.length > end) return NO_VALUE;
  for (let at = 0; at < word.length; at += 1) if (bytes[start + at] !== word[at]) return NO_VALUE;
  return start + word.length;
}
