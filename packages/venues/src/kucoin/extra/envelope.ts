import { END_OF_OBJECT, type JsonCursor } from '../../kit/index.ts';
import { KEY_CODES, TOPICS, TOPIC_CODES, topicCodeAt } from '../ws/wire.ts';

const COMMA = 44;
const COLON = 58;
const QUOTE = 34;
const SLASH = 47;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const LETTER_C = 99;
const LETTER_M = 109;
const LETTER_D = 100;
const LETTER_S = 115;

const HEAD_TOPIC = Buffer.from('{"topic":"/');
const HEAD_TYPE = Buffer.from('{"type":"message","topic":"/');
const HEAD_DATA = Buffer.from('{"data":{');
const TAIL_TYPE = Buffer.from('","type":"message"}');
const TAIL_TOPIC = Buffer.from(',"topic":"');
const DATA_KEY = Buffer.from('"data":');
const SN_KEY_LENGTH = '"sn":'.length;
/** Where the two head templates differ: `{"to…` and `{"ty…`. */
const TELLING_AT = 3;
const LETTER_O = 111;

/** A hot channel: its topic name, and what stands between the topic and the `sn` or `data` key under each head template. */
interface HotChannel {
  readonly code: number;
  readonly name: Buffer;
  readonly afterTopicFirst: number;
  readonly afterTypeFirst: number;
}

function hot(name: keyof typeof TOPICS, subject: string): HotChannel {
  return {
    code: TOPIC_CODES[name],
    name: Buffer.from(`${TOPICS[name]}:`),
    afterTopicFirst: `","type":"message","subject":"${subject}",`.length,
    afterTypeFirst: `","subject":"${subject}",`.length,
  };
}

const FUTURES_HOT = [
  hot('futuresLevel2', 'level2'),
  hot('futuresTicker', 'tickerV2'),
  hot('futuresExecution', 'match'),
];
const SPOT_HOT = [
  hot('spotLevel2', 'trade.l2update'),
  hot('spotTicker', 'trade.ticker'),
  hot('spotMatch', 'trade.l3match'),
];
const NONE: readonly HotChannel[] = [];

/** How the envelope was found, which decides what must stand behind the data object. */
const HEAD = 0;
const TAIL = 1;
const KEYED = 2;

/**
 * Finds topic, symbol and data object of a push, `{"topic","type":"message","subject","data"}`, in the three orders KuCoin has used
 * (2024 topic first, 2022 type first, 2021 data first) by their bytes, and in any other order key by key.
 *
 * HOT: no allocation. Where the data starts is guessed from the usual subject and checked; a wrong guess only costs a scan.
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
    if (this.kind === TAIL) return cursor.source[cursor.position] === COMMA && cursor.position <= this.tailAt;
    while (cursor.nextKey() !== END_OF_OBJECT) cursor.skipValue();
    return cursor.isSound && cursor.position === this.end;
  }

  private locateByTemplate(bytes: Buffer, start: number, end: number): number {
    const isTopicFirst = bytes[start + TELLING_AT] === LETTER_O;
    const head = isTopicFirst ? HEAD_TOPIC : HEAD_TYPE;
    if (!standsAt(head, bytes, start))
      return standsAt(HEAD_DATA, bytes, start) ? this.locateTail(bytes, start, end) : -1;
    this.kind = HEAD;
    this.topicStart = start + head.length - 1;
    const known = this.readTopic(bytes, end);
    if (known !== null) {
      const guess = this.symbolEnd + (isTopicFirst ? known.afterTopicFirst : known.afterTypeFirst);
      const dataAt = dataBehind(bytes, guess);
      if (dataAt >= 0) return dataAt;
    }
    let pos = this.symbolEnd;
    while (bytes[pos] !== OPEN_OBJECT && pos < end) pos += 1;
    return pos < end && standsAt(DATA_KEY, bytes, pos - DATA_KEY.length) ? pos : -1;
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

  /** Splits the topic at `topicStart` into channel and symbol; returns the channel when it is a hot one. */
  private readTopic(bytes: Buffer, end: number): HotChannel | null {
    const second = bytes[this.topicStart + 1];
    const candidates = second === LETTER_C ? FUTURES_HOT : second === LETTER_M ? SPOT_HOT : NONE;
    for (let at = 0; at < candidates.length; at += 1) {
      const { name, code } = candidates[at]!;
      const colonAt = this.topicStart + name.length - 1;
      if (bytes[colonAt] !== COLON || !standsAt(name, bytes, this.topicStart)) continue;
      this.channel = code;
      this.symbolStart = colonAt + 1;
      this.symbolEnd = quoteFrom(bytes, this.symbolStart, end);
      return candidates[at]!;
    }
    let colon = this.topicStart;
    while (bytes[colon] !== COLON && bytes[colon] !== QUOTE && colon < end) colon += 1;
    this.channel = topicCodeAt(bytes, this.topicStart, colon);
    this.symbolEnd = quoteFrom(bytes, colon, end);
    this.symbolStart = Math.min(colon + 1, this.symbolEnd);
    return null;
  }

  /** Walks the whole envelope in any order; -1 when it is broken or has no topic or data. */
  private locateByKeys(cursor: JsonCursor): number {
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
    if (!cursor.isSound || !hasTopic) return -1;
    this.readTopic(cursor.source, this.end);
    return dataAt;
  }
}

/** Returns where the data object starts when `pos` is at its key, or at a `sn` key in front of it; else -1. */
function dataBehind(bytes: Buffer, pos: number): number {
  let key = pos;
  if (bytes[key + 1] === LETTER_S) {
    key += SN_KEY_LENGTH;
    while (bytes[key]! > COMMA && bytes[key]! < COLON) key += 1;
    key += 1;
  }
  const dataAt = key + DATA_KEY.length;
  if (bytes[key + 1] !== LETTER_D || bytes[dataAt] !== OPEN_OBJECT || bytes[key - 1] !== COMMA) return -1;
  return standsAt(DATA_KEY, bytes, key) ? dataAt : -1;
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
