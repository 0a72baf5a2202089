import {
  areFourAt,
  areThreeAt,
  areTwoAt,
  fixedText,
  LEVEL_TAIL,
  NO_NUMBER,
  NumberCell,
  readPlainLevels,
  readPlainMs,
  readPlainUint,
  type PlainBytes,
  wordsOf,
} from '../../kit/index.ts';
import { isKeyAt, isTextAt, PAIR_KEY, readPriceAndSize, SEQUENCE_FIRST } from './keys-at.ts';
import type { InstrumentLookup } from './instrument-lookup.ts';
import type { PayloadReader } from './payload-reader.ts';
import { VERDICT, type Verdict } from './verdict.ts';

/** Returned where the frame is not written so; the readers behind start over. */
export const NO_FRAME = 0;

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const AT_SIGN = 64;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_OBJECT = 125;
const MS_DIGITS = 13;
/** Keys by their letter. */
const KEY = { b: 98, e: 101, p: 112, u: 117 };
const KEY_OF_TEXT = ',"k":"'.length;
const KEY_OF_NUMBER = ',"k":'.length;
const KEY_OF_LIST = ',"k":['.length;

const HEAD = '{"stream":"';
const DEPTH_NAME = '@depth';
const DEPTH_DATA = '","data":{"e":"depthUpdate","E":';
const QUOTE_DATA = '@bookTicker","data":{';
const EVENT = '"e":"bookTicker",';
const PREV_SEQ = ',"pu":';
const PAIR = ',"ps":"';
const MARGIN = '","st":1';
const W_HEAD = fixedText(HEAD);
const W_DEPTH_DATA = fixedText(DEPTH_DATA);
const W_QUOTE_DATA = fixedText(QUOTE_DATA);
const W_EVENT = fixedText(EVENT);
const [W_MARGIN = Number.NaN] = wordsOf(MARGIN);

/**
 * Reads diffs and best quotes of combined streams that are written exactly as Binance writes them: the orders of 2021 to today, with
 * pair and margin of merged streams in front of the numbers, at the end, or nowhere.
 *
 * HOT: the first tier. Offsets in locals, texts compared where they stand, numbers through cells. Anything else, COIN-M rows too, gives
 * NO_FRAME, and the readers behind start over. Messages and `ix` are those of the payload reader.
 */
export class FrameTemplate {
  private readonly payload: PayloadReader;
  private readonly lookup: InstrumentLookup;
  private readonly cell = new NumberCell();
  private ix = -1;

  constructor(payload: PayloadReader, lookup: InstrumentLookup) {
    this.payload = payload;
    this.lookup = lookup;
  }

  /** Returns what was read, or NO_FRAME. The scan stands on the frame's start. */
  read(scan: PlainBytes): Verdict | typeof NO_FRAME {
    const { bytes, end, pos: start, view } = scan;
    if (start < 0 || start + HEAD.length > end || !areTwoAt(view, start, W_HEAD)) return NO_FRAME;
    let pos = start + HEAD.length;
    const { streams } = this.lookup;
    if (streams.find(scan, pos) >= 0) pos = streams.end;
    else
      for (let c = bytes[pos]!; c !== AT_SIGN; c = bytes[pos]!) {
        if (!(c >= SPACE) || c === QUOTE || c === BACKSLASH || pos >= end) return NO_FRAME;
        pos += 1;
      }
    const isQuote = bytes[pos + 1] === KEY.b;
    const stop = isQuote ? this.readQuote(scan, pos) : this.readDepth(scan, pos);
    if (stop === NO_NUMBER || this.tailEnd(scan, stop) !== end) return NO_FRAME;
    this.payload.ix = this.ix;
    return isQuote ? VERDICT.quote : VERDICT.depth;
  }

  /** `@depth@100ms","data":{"e":"depthUpdate","E":1,"T":1,"s":"X","U":1,"u":2,"pu":0,"b":[…],"a":[…]`; returns where it ends. */
  private readDepth(scan: PlainBytes, from: number): number {
    const { bytes, end, view } = scan;
    const { cell } = this;
    const { depth } = this.payload;
    let pos = this.streamEnd(scan, from);
    if (pos === NO_NUMBER || pos + DEPTH_DATA.length + MS_DIGITS > end) return NO_NUMBER;
    if (!areFourAt(view, pos, W_DEPTH_DATA)) return NO_NUMBER;
    pos += DEPTH_DATA.length;
    if (!readPlainMs(view, pos, cell)) return NO_NUMBER;
    pos += MS_DIGITS;
    depth.reset();
    depth.venueMs = cell.value;
    if (isKeyAt(scan, pos, PAIR_KEY.T)) pos = this.skipMs(scan, pos);
    pos = this.readSymbol(scan, pos);
    if (pos !== NO_NUMBER && bytes[pos + 2] === KEY.p) pos = this.skipMargin(scan, pos);
    if (pos === NO_NUMBER || !isKeyAt(scan, pos, PAIR_KEY.U)) return NO_NUMBER;
    pos = readPlainUint(scan, pos + KEY_OF_NUMBER, cell);
    if (pos === NO_NUMBER || !isKeyAt(scan, pos, PAIR_KEY.u)) return NO_NUMBER;
    depth.firstSeq = cell.value;
    pos = readPlainUint(scan, pos + KEY_OF_NUMBER, cell);
    if (pos === NO_NUMBER) return NO_NUMBER;
    depth.lastSeq = cell.value;
    if (bytes[pos + 2] === KEY.p) {
      if (!isPrevSeqAt(bytes, pos)) return NO_NUMBER;
      pos = readPlainUint(scan, pos + PREV_SEQ.length, cell);
      if (pos === NO_NUMBER) return NO_NUMBER;
      depth.prevSeq = cell.value;
    }
    return this.readSides(scan, pos);
  }

  /** `,"b":[…],"a":[…]`. */
  private readSides(scan: PlainBytes, pos: number): number {
    const { bytes } = scan;
    const { depth } = this.payload;
    scan.decimals = this.lookup.decimals[this.ix]!;
    if (!isKeyAt(scan, pos, PAIR_KEY.b) || bytes[pos + KEY_OF_NUMBER] !== OPEN_ARRAY) return NO_NUMBER;
    scan.pos = pos + KEY_OF_LIST;
    if (!readPlainLevels(scan, depth, true, LEVEL_TAIL.none)) return NO_NUMBER;
    if (!isKeyAt(scan, scan.pos, PAIR_KEY.a) || bytes[scan.pos + KEY_OF_NUMBER] !== OPEN_ARRAY) return NO_NUMBER;
    scan.pos += KEY_OF_LIST;
    return readPlainLevels(scan, depth, false, LEVEL_TAIL.none) ? scan.pos : NO_NUMBER;
  }

  /**
   * `@bookTicker","data":{"e":"bookTicker","u":1,"E":1,"T":1,"s":"X","b":"1","B":"1","a":"1","A":"1","T":1,"E":1`, of which event and
   * times may be missing; returns where it ends.
   */
  private readQuote(scan: PlainBytes, from: number): number {
    const { bytes, end, view } = scan;
    const { cell } = this;
    const { quote } = this.payload;
    let pos = from + QUOTE_DATA.length;
    if (pos + EVENT.length > end || !areThreeAt(view, from, W_QUOTE_DATA)) return NO_NUMBER;
    if (bytes[pos + 1] === KEY.e) {
      if (!areThreeAt(view, pos, W_EVENT)) return NO_NUMBER;
      pos += EVENT.length;
    }
    // The comma in front is the event's, or there is the bracket instead.
    if (pos + KEY_OF_NUMBER > end || view.getInt32(pos, true) !== SEQUENCE_FIRST) return NO_NUMBER;
    pos = readPlainUint(scan, pos + KEY_OF_NUMBER - 1, cell);
    if (pos === NO_NUMBER) return NO_NUMBER;
    quote.seq = cell.value;
    quote.venueMs = Number.NaN;
    if (isKeyAt(scan, pos, PAIR_KEY.E)) pos = this.readTimes(scan, pos, PAIR_KEY.T);
    pos = this.readPrices(scan, this.readSymbol(scan, pos));
    return pos !== NO_NUMBER && isKeyAt(scan, pos, PAIR_KEY.T) ? this.readTimes(scan, pos, PAIR_KEY.E) : pos;
  }

  /** `,"b":"1.0","B":"2","a":"1.1","A":"3"`. */
  private readPrices(scan: PlainBytes, from: number): number {
    const { cell } = this;
    const { quote } = this.payload;
    if (from === NO_NUMBER || !isTextAt(scan, from, PAIR_KEY.b)) return NO_NUMBER;
    const decimals = this.lookup.decimals[this.ix]!;
    let pos = readPriceAndSize(scan, from + KEY_OF_TEXT, decimals, true, cell);
    if (pos === NO_NUMBER || !isTextAt(scan, pos, PAIR_KEY.a)) return NO_NUMBER;
    quote.bidTicks = cell.ticks;
    quote.bidQty = cell.value;
    pos = readPriceAndSize(scan, pos + KEY_OF_TEXT, decimals, false, cell);
    quote.askTicks = cell.ticks;
    quote.askQty = cell.value;
    return pos;
  }

  /** `,"E":1,"T":1` or the other way round, the second key being `second`; the quote gets the time of the event. */
  private readTimes(scan: PlainBytes, from: number, second: number): number {
    const { cell } = this;
    const middle = this.skipMs(scan, from);
    const eventMs = cell.value;
    if (middle === NO_NUMBER || !isKeyAt(scan, middle, second)) return NO_NUMBER;
    const stop = this.skipMs(scan, middle);
    this.payload.quote.venueMs = second === PAIR_KEY.E ? cell.value : eventMs;
    return stop;
  }

  /** Steps over `,"k":1795914134633`, whose key is known to stand there, and leaves the time in the cell. */
  private skipMs({ end, view }: PlainBytes, pos: number): number {
    const after = pos + KEY_OF_NUMBER + MS_DIGITS;
    return after <= end && readPlainMs(view, pos + KEY_OF_NUMBER, this.cell) ? after : NO_NUMBER;
  }

  /** `@depth@100ms` up to its quote. Digits behind the word are a partial book's. */
  private streamEnd({ bytes, end }: PlainBytes, from: number): number {
    for (let at = 1; at < DEPTH_NAME.length; at += 1)
      if (bytes[from + at] !== DEPTH_NAME.charCodeAt(at)) return NO_NUMBER;
    let pos = from + DEPTH_NAME.length;
    if (bytes[pos] === AT_SIGN) pos = plainEnd(bytes, pos, end);
    return bytes[pos] === QUOTE ? pos : NO_NUMBER;
  }

  /** `,"s":"BTCUSDT"`; finds the instrument. */
  private readSymbol(scan: PlainBytes, from: number): number {
    const { bytes, end, view } = scan;
    if (from === NO_NUMBER || !isTextAt(scan, from, PAIR_KEY.s)) return NO_NUMBER;
    const start = from + KEY_OF_TEXT;
    const { symbols } = this.lookup;
    this.ix = symbols.find(scan, start);
    if (this.ix >= 0) return symbols.end + 1;
    let pos = start;
    while (bytes[pos] !== QUOTE && pos < end) pos += 1;
    this.ix = this.lookup.bySymbol.findIn(view, bytes, start, pos);
    return this.ix < 0 ? NO_NUMBER : pos + 1;
  }

  /** `,"ps":"BTCUSDT","st":1`, and no other margin. */
  private skipMargin({ bytes, end, view }: PlainBytes, from: number): number {
    for (let at = 0; at < PAIR.length; at += 1) if (bytes[from + at] !== PAIR.charCodeAt(at)) return NO_NUMBER;
    const pos = plainEnd(bytes, from + PAIR.length, end);
    if (pos + MARGIN.length >= end || view.getFloat64(pos, true) !== W_MARGIN) return NO_NUMBER;
    const after = pos + MARGIN.length;
    return bytes[after] === COMMA || bytes[after] === CLOSE_OBJECT ? after : NO_NUMBER;
  }

  /** Returns where the frame ends behind the last pair that was read: `}}`, with pair and margin in front or without. */
  private tailEnd(scan: PlainBytes, from: number): number {
    const { bytes } = scan;
    const pos = bytes[from] === COMMA ? this.skipMargin(scan, from) : from;
    return pos !== NO_NUMBER && bytes[pos] === CLOSE_OBJECT && bytes[pos + 1] === CLOSE_OBJECT ? pos + 2 : NO_NUMBER;
  }
}

/** Returns where a text without white space and escapes ends: its quote, or whatever no such text has. */
function plainEnd(bytes: Buffer, start: number, end: number): number {
  let pos = start;
  for (let c = bytes[pos]!; pos < end && c > SPACE && c !== QUOTE && c !== BACKSLASH; c = bytes[pos]!) pos += 1;
  return pos;
}

/** True when `,"pu":` stands at `pos`. */
function isPrevSeqAt(bytes: Buffer, pos: number): boolean {
  return (
    bytes[pos] === COMMA &&
    bytes[pos + 1] === QUOTE &&
    bytes[pos + 2] === KEY.p &&
    bytes[pos + 3] === KEY.u &&
    bytes[pos + 4] === QUOTE &&
    bytes[pos + 5] === COLON
  );
}
