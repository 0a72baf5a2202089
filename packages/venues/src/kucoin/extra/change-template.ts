import {
  areAllAt,
  areFiveAt,
  areThreeAt,
  areTwoAt,
  fixedText,
  NO_NUMBER,
  NumberCell,
  readPlainDecimal,
  readPlainMs,
  readPlainTicks,
  readPlainUint,
  type PlainBytes,
  wordsOf,
} from '../../kit/index.ts';
import type { DecoderState } from './decoder-state.ts';

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const CLOSE_OBJECT = 125;
const LETTER_B = 98;
const LETTER_D = 100;
const LETTER_L = 108;
const LETTER_N = 110;
const LETTER_O = 111;
const LETTER_S = 115;
const LETTER_Y = 121;
const MS_DIGITS = 13;
/** Where `{"to…`, `{"ty…` and `{"da…` differ. */
const TELLING_AT = 3;

const TOPIC_HEAD = '{"topic":"/contractMarket/level2:';
const TYPE_HEAD = '{"type":"message","topic":"/contractMarket/level2:';
const AFTER_TOPIC = '","type":"message","subject":"level2",';
const AFTER_TYPE = '","subject":"level2",';
const DATA = '"data":{"sequence":';
const DATA_HEAD = '{"data":{"sequence":';
const CHANGE = ',"change":"';
const TIMESTAMP = '","timestamp":';
const DATA_TAIL = ',"subject":"level2","topic":"/contractMarket/level2:';
const TYPE_TAIL = '","type":"message"}';
const SN_SIZE = '"sn":'.length;

const W_TOPIC_HEAD = fixedText(TOPIC_HEAD);
const W_TYPE_HEAD = wordsOf(TYPE_HEAD);
const W_AFTER_TOPIC = fixedText(AFTER_TOPIC);
const W_AFTER_TYPE = fixedText(AFTER_TYPE);
const W_DATA = fixedText(DATA);
const W_DATA_HEAD = fixedText(DATA_HEAD);
const W_CHANGE = fixedText(CHANGE);
const W_TIMESTAMP = fixedText(TIMESTAMP);
const W_DATA_TAIL = wordsOf(DATA_TAIL);
const W_TYPE_TAIL = fixedText(TYPE_TAIL);
const halfOf = (text: string): number => Buffer.from(text, 'latin1').readInt32LE(0);
const BUY = halfOf(',buy');
const SELL = halfOf(',sel');

/** The least that stands behind the change's price: `,buy,1","timestamp":1795000000123}}`. */
const AFTER_PRICE_LEAST = ',buy,1'.length + TIMESTAMP.length + MS_DIGITS + 2;
/** The least that stands behind a topic's name. */
const AFTER_NAME_LEAST = AFTER_TYPE.length + DATA.length + 1 + CHANGE.length + 1 + AFTER_PRICE_LEAST;
/** What is read behind the name without another look at where the frame ends. */
const AFTER_NAME_READ = AFTER_TOPIC.length + SN_SIZE;
const FRAME_LEAST = TOPIC_HEAD.length + 1 + AFTER_NAME_LEAST;
const NAME_MAX = 32;

/**
 * Reads the frame of one futures change, by far the most frequent of KuCoin's, written exactly as KuCoin writes it in the three
 * orders of its envelope, into the state's depth message.
 *
 * HOT: offsets in locals, texts compared where they stand. Anything else gives false, and the readers behind start over.
 */
export class ChangeTemplate {
  ix = -1;
  private readonly state: DecoderState;
  private readonly cell = new NumberCell();
  private nameAt = 0;

  constructor(state: DecoderState) {
    this.state = state;
  }

  /** The scan stands on the frame's start and is not moved. */
  read(scan: PlainBytes): boolean {
    const { bytes, end, pos: start, view } = scan;
    if (start < 0 || start + FRAME_LEAST > end) return false;
    const telling = bytes[start + TELLING_AT];
    const dataAt = telling === LETTER_O || telling === LETTER_Y ? this.readHead(scan) : this.readTail(scan);
    if (dataAt === NO_NUMBER) return false;
    const isTail = dataAt < this.nameAt;
    const changeEnd = this.readChange(scan, dataAt);
    if (changeEnd === NO_NUMBER) return false;
    if (!isTail)
      return changeEnd + 2 === end && bytes[changeEnd] === CLOSE_OBJECT && bytes[changeEnd + 1] === CLOSE_OBJECT;
    return (
      changeEnd + 1 + DATA_TAIL.length === this.nameAt &&
      bytes[changeEnd] === CLOSE_OBJECT &&
      areAllAt(view, changeEnd + 1, W_DATA_TAIL, DATA_TAIL.length - 8)
    );
  }

  /** Topic or type first; returns where the number behind `"sequence":` starts. */
  private readHead(scan: PlainBytes): number {
    const { bytes, end, pos: start, view } = scan;
    const isTopicFirst = bytes[start + TELLING_AT] === LETTER_O;
    let pos = start + (isTopicFirst ? TOPIC_HEAD.length : TYPE_HEAD.length);
    const isHead = isTopicFirst
      ? areFiveAt(view, start, W_TOPIC_HEAD)
      : areAllAt(view, start, W_TYPE_HEAD, TYPE_HEAD.length - 8);
    if (!isHead) return NO_NUMBER;
    this.nameAt = pos;
    const { names } = this.state;
    this.ix = names.find(scan, pos);
    if (this.ix >= 0) pos = names.end;
    else {
      while (bytes[pos] !== QUOTE && pos < end) pos += 1;
      this.ix = this.state.symbols.findIn(view, bytes, this.nameAt, pos);
    }
    if (pos + AFTER_NAME_READ + DATA.length > end || this.ix < 0) return NO_NUMBER;
    if (isTopicFirst) {
      if (!areFiveAt(view, pos, W_AFTER_TOPIC)) return NO_NUMBER;
      pos += AFTER_TOPIC.length;
    } else {
      if (!areThreeAt(view, pos, W_AFTER_TYPE)) return NO_NUMBER;
      pos += AFTER_TYPE.length;
    }
    if (bytes[pos + 1] === LETTER_S) {
      if (bytes[pos] !== QUOTE || bytes[pos + 2] !== LETTER_N || bytes[pos + 3] !== QUOTE || bytes[pos + 4] !== COLON)
        return NO_NUMBER;
      pos = readPlainUint(scan, pos + SN_SIZE, this.cell);
      if (pos === NO_NUMBER || bytes[pos] !== COMMA) return NO_NUMBER;
      pos += 1;
    }
    if (pos + DATA.length > end || !areThreeAt(view, pos, W_DATA)) return NO_NUMBER;
    return pos + DATA.length;
  }

  /** Data first: the name stands at the end, but is needed to read them. */
  private readTail({ bytes, end, pos: start, view }: PlainBytes): number {
    if (bytes[start + 2] !== LETTER_D || !areThreeAt(view, start, W_DATA_HEAD)) return NO_NUMBER;
    const nameEnd = end - TYPE_TAIL.length;
    if (!areThreeAt(view, nameEnd, W_TYPE_TAIL)) return NO_NUMBER;
    const first = Math.max(start, nameEnd - NAME_MAX);
    let at = nameEnd;
    while (at > first && bytes[at - 1] !== COLON) at -= 1;
    this.nameAt = at;
    this.ix = this.state.symbols.findIn(view, bytes, at, nameEnd);
    return this.ix < 0 ? NO_NUMBER : start + DATA_HEAD.length;
  }

  /** `1600039279311,"change":"151.01,sell,0","timestamp":1795904399300`: buy changes the bids. Returns where it ends. */
  private readChange(scan: PlainBytes, from: number): number {
    const { bytes, end, view } = scan;
    const { cell } = this;
    const { decimals, depth } = this.state;
    let pos = readPlainUint(scan, from, cell);
    if (pos === NO_NUMBER || pos + CHANGE.length > end || !areTwoAt(view, pos, W_CHANGE)) return NO_NUMBER;
    depth.reset();
    depth.firstSeq = cell.value;
    depth.lastSeq = cell.value;
    pos = readPlainTicks(bytes, pos + CHANGE.length, decimals[this.ix]!, cell);
    if (pos === NO_NUMBER || pos + AFTER_PRICE_LEAST > end || cell.ticks === 0) return NO_NUMBER;
    const isBuy = bytes[pos + 1] === LETTER_B;
    if (view.getInt32(pos, true) !== (isBuy ? BUY : SELL)) return NO_NUMBER;
    pos += 4;
    if (!isBuy) {
      if (bytes[pos] !== LETTER_L) return NO_NUMBER;
      pos += 1;
    }
    if (bytes[pos] !== COMMA) return NO_NUMBER;
    pos = readPlainDecimal(bytes, pos + 1, cell);
    if (pos === NO_NUMBER || pos + TIMESTAMP.length + MS_DIGITS > end) return NO_NUMBER;
    if (isBuy) depth.pushBid(cell.ticks, cell.value);
    else depth.pushAsk(cell.ticks, cell.value);
    if (!areTwoAt(view, pos, W_TIMESTAMP)) return NO_NUMBER;
    pos += TIMESTAMP.length;
    if (!readPlainMs(view, pos, cell)) return NO_NUMBER;
    depth.venueMs = cell.value;
    return pos + MS_DIGITS;
  }
}
