import { END_OF_OBJECT, type JsonCursor } from '../../kit/index.ts';
import { KEY_CODES, TOPICS, TOPIC_CODES, topicCodeAt } from '../ws/wire.ts';

const SPACE = 32;
const ZERO = 48;
const BACKSLASH = 92;
const COMMA = 44;
const COLON = 58;
const QUOTE = 34;
const SLASH = 47;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const LETTER_C = 99;
const LETTER_M = 109;

const HEAD_TOPIC = Buffer.from('{"topic":"/');
const HEAD_TYPE = Buffer.from('{"type":"message","topic":"/');
const HEAD_DATA = Buffer.from('{"data":{');
const TAIL_TYPE = Buffer.from('","type":"message"}');
const TAIL_TOPIC = Buffer.from(',"topic":"');
const DATA_KEY = Buffer.from('"data":');
const TOPIC_KEY = Buffer.from('"topic":');
/** Where the two head templates differ: `{"to…` and `{"ty…`. */
const TELLING_AT = 3;
const LETTER_O = 111;

/** A hot channel by its topic name. */
interface HotChannel {
  readonly code: number;
  readonly name: Buffer;
}

function hot(name: keyof typeof TOPICS): HotChannel {
  return { code: TOPIC_CODES[name], name: Buffer.from(`${TOPICS[name]}:`) };
}

const FUTURES_HOT = [hot('futuresLevel2'), hot('futuresTicker'), hot('futuresExecution')];
const SPOT_HOT = [hot('spotLevel2'), hot('spotTicker'), hot('spotMatch')];
const NONE: readonly HotChannel[] = [];

/** How the envelope was found, which decides what must stand behind the data object. */
const HEAD = 0;
const TAIL = 1;
const KEYED = 2;

/**
 * Finds topic, symbol and data object of a push, `{"topic","type":"message","subject","data"}`, in the three orders KuCoin has used
 * (2024 topic first, 2022 type first, 2021 data first) by their bytes, and in any other order key by key.
 *
 * HOT: no allocation. Texts and numbers around the data object are stepped over; anything else is left to the walk key by key.
 */
export class Envelope {
  /** Code of the topic name in front of the colon. */
  channel = 0;
  symbolStart = 0;
  symbolEnd = 0;
  private kind = KEYED;
  private topicStart = 0;
  private end = 0;
  /** Where the topic key of a data-first frame starts. */
  private tailAt = 0;

  /** True when the last envelope was found by its bytes alone. */
  get isTemplate(): boolean {
    return this.kind !== KEYED;
  }

  /** Returns where the data object starts, or -1 when the frame is no push. */
  locate(cursor: JsonCursor, bytes: Buffer, start: number, end: number): number {
    this.end = end;
    const dataAt = bytes[end - 1] === CLOSE_OBJECT ? this.locateByTemplate(bytes, start, end) : -1;
    return dataAt < 0 ? this.locateByKeys(cursor) : dataAt;
  }

  /** True when the frame is sound behind a data object that was just read, up to its end. */
  isClosed(cursor: JsonCursor): boolean {
    if (!cursor.isSound) return false;
    if (this.kind === HEAD && cursor.position === this.end - 1) return true;
    if (this.kind === KEYED) return true;
    if (this.kind === TAIL) return plainPairsEnd(cursor.source, cursor.position, this.tailAt) === this.tailAt;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      // Of a key that stands twice the last one counts, and this one has been read already.
      if (key === KEY_CODES.topic || key === KEY_CODES.data) return false;
      cursor.skipValue();
    }
    return cursor.isSound && cursor.position === this.end;
  }

  private locateByTemplate(bytes: Buffer, start: number, end: number): number {
    const head = bytes[start + TELLING_AT] === LETTER_O ? HEAD_TOPIC : HEAD_TYPE;
    if (!standsAt(head, bytes, start))
      return standsAt(HEAD_DATA, bytes, start) ? this.locateTail(bytes, start, end) : -1;
    this.kind = HEAD;
    this.topicStart = start + head.length - 1;
    this.readTopic(bytes, end);
    const keyAt = plainPairsEnd(bytes, this.symbolEnd + 1, end);
    return standsAt(DATA_KEY, bytes, keyAt + 1) &&
      bytes[keyAt] === COMMA &&
      bytes[keyAt + 1 + DATA_KEY.length] === OPEN_OBJECT
      ? keyAt + 1 + DATA_KEY.length
      : -1;
  }

  private locateTail(bytes: Buffer, start: number, end: number): number {
    const topicEnd = end - TAIL_TYPE.length;
    if (!standsAt(TAIL_TYPE, bytes, topicEnd)) return -1;
    let pos = topicEnd - 1;
    while (bytes[pos] !== QUOTE && pos > start) pos -= 1;
    this.tailAt = pos + 1 - TAIL_TOPIC.length;
    if (this.tailAt <= start || !standsAt(TAIL_TOPIC, bytes, this.tailAt)) return -1;
    this.topicStart = pos + 1;
    this.kind = TAIL;
    this.readTopic(bytes, end);
    return start + HEAD_DATA.length - 1;
  }

  /** Splits the topic at `topicStart` into channel and symbol. */
  private readTopic(bytes: Buffer, end: number): void {
    const second = bytes[this.topicStart + 1];
    const candidates = second === LETTER_C ? FUTURES_HOT : second === LETTER_M ? SPOT_HOT : NONE;
    for (let at = 0; at < candidates.length; at += 1) {
      const { name, code } = candidates[at]!;
      const colonAt = this.topicStart + name.length - 1;
      if (bytes[colonAt] !== COLON || !standsAt(name, bytes, this.topicStart)) continue;
      this.channel = code;
      this.symbolStart = colonAt + 1;
      this.symbolEnd = quoteFrom(bytes, this.symbolStart, end);
      return;
    }
    let colon = this.topicStart;
    while (bytes[colon] !== COLON && bytes[colon] !== QUOTE && colon < end) colon += 1;
    this.channel = topicCodeAt(bytes, this.topicStart, colon);
    this.symbolEnd = quoteFrom(bytes, colon, end);
    this.symbolStart = Math.min(colon + 1, this.symbolEnd);
  }

  /** Walks the whole envelope in any order; -1 when it is broken or has no topic or data. */
  locateByKeys(cursor: JsonCursor): number {
    let dataAt = -1;
    let hasTopic = false;
    this.kind = KEYED;
    if (!cursor.enterObject()) return -1;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === KEY_CODES.topic && cursor.readString()) {
        hasTopic = cursor.source[cursor.stringStart] === SLASH;
        this.topicStart = cursor.stringStart;
      } else {
        if (key === KEY_CODES.data) dataAt = cursor.position;
        cursor.skipValue();
      }
    }
    if (!cursor.isWhole || !hasTopic) return -1;
    this.readTopic(cursor.source, this.end);
    return dataAt;
  }
}

/**
 * Steps over `,"key":"text"` and `,"key":123` and returns where something else stands, at the latest `end`. A second topic or data is
 * something else.
 */
function plainPairsEnd(bytes: Buffer, start: number, end: number): number {
  let pos = start;
  for (;;) {
    if (pos >= end || bytes[pos] !== COMMA || bytes[pos + 1] !== QUOTE) return pos;
    if (standsAt(DATA_KEY, bytes, pos + 1) || standsAt(TOPIC_KEY, bytes, pos + 1)) return pos;
    const keyEnd = plainTextEnd(bytes, pos + 2, end);
    if (bytes[keyEnd] !== QUOTE || bytes[keyEnd + 1] !== COLON) return pos;
    const valueAt = keyEnd + 2;
    let after = valueAt;
    if (bytes[valueAt] === QUOTE) {
      after = plainTextEnd(bytes, valueAt + 1, end);
      if (bytes[after] !== QUOTE) return pos;
      after += 1;
    } else {
      while (((bytes[after] as number) ^ ZERO) < 10) after += 1;
      // Zeros in front of a bare number are no JSON.
      if (bytes[valueAt] === ZERO && after > valueAt + 1) return pos;
    }
    if (after === valueAt || after > end) return pos;
    pos = after;
  }
}

/** Returns where a text without escapes ends: its quote, or whatever no such text has. */
function plainTextEnd(bytes: Buffer, start: number, end: number): number {
  let pos = start;
  for (
    let c = bytes[pos] as number;
    pos < end && c !== QUOTE && c !== BACKSLASH && c >= SPACE;
    c = bytes[pos] as number
  )
    pos += 1;
  return pos;
}

function quoteFrom(bytes: Buffer, start: number, end: number): number {
  let pos = start;
  while (bytes[pos] !== QUOTE && pos < end) pos += 1;
  return pos;
}

function standsAt(text: Buffer, bytes: Buffer, at: number): boolean {
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text[i]) return false;
  return true;
}
