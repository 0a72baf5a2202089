import type { DepthMessage } from '@riptide/core/domain';
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
  type NameFinder,
  type PlainBytes,
  type SymbolTable,
  wordsOf,
} from '../../kit/index.ts';

const QUOTE = 34;
const COMMA = 44;
const DOT = 46;
const ZERO = 48;
const ONE = 49;
const COLON = 58;
const LETTER_U = 117;
const CLOSE_OBJECT = 125;
const LETTER_D = 100;
const LETTER_Y = 121;
const DEPTH_DIGITS_MAX = 4;
const NAME_MAX = 32;
const MS_DIGITS = 13;
/** Where `","type…` and `","ts…` differ, and where `","type":"delta` and `","type":"snapshot` do. */
const KEY_AT = 4;
const TYPE_AT = 10;
/** The same letter in `,"type":"delta…`, which begins at the comma. */
const LATE_TYPE_AT = 9;

const HEAD = '{"topic":"orderbook.';
const DELTA_TS = '","type":"delta","ts":';
const SNAPSHOT_TS = '","type":"snapshot","ts":';
const TS = '","ts":';
const DATA = ',"data":{"s":"';
const DELTA_DATA = ',"type":"delta","data":{"s":"';
const SNAPSHOT_DATA = ',"type":"snapshot","data":{"s":"';
const BIDS = '","b":[';
const ASKS = ',"a":[';
const SEQUENCE = ',"seq":';
const ENGINE_TIME = '},"cts":';
/** The longest way from the end of the topic to the name in the data, and behind that one to the first level. */
const TO_NAME_MAX = TS.length + MS_DIGITS + SNAPSHOT_DATA.length;
/** The least of a frame: nothing is read behind its end before as much is known to be there. */
const HEAD_LEAST = HEAD.length + DEPTH_DIGITS_MAX + NAME_MAX;

/** The texts as words; those of seven characters with the one in front of them, or the one behind. */
const W_HEAD = fixedText(HEAD);
const W_DELTA_TS = fixedText(DELTA_TS);
const W_SNAPSHOT_TS = fixedText(SNAPSHOT_TS);
const W_DATA = fixedText(DATA);
const W_DELTA_DATA = fixedText(DELTA_DATA);
const W_SNAPSHOT_DATA = fixedText(SNAPSHOT_DATA);
const [W_ENGINE_TIME = Number.NaN] = wordsOf(ENGINE_TIME);
const halfOf = (text: string): number => Buffer.from(text, 'latin1').readInt32LE(0);
const [TS_0, TS_3] = [halfOf(TS), halfOf(TS.slice(3))];
const [BIDS_0, BIDS_3] = [halfOf(BIDS), halfOf(BIDS.slice(3))];
const [ASKS_0, ASKS_2] = [halfOf(ASKS), halfOf(ASKS.slice(2))];
const [SEQUENCE_0, SEQUENCE_3] = [halfOf(SEQUENCE), halfOf(SEQUENCE.slice(3))];

/**
 * Reads `orderbook.*` frames that are written exactly as Bybit writes them, in both of its orders: type before ts and ts before type.
 *
 * HOT: the first tier. Anything else gives false, and the key-driven reader starts over.
 */
export class BookTemplate {
  ix = -1;
  isTop = false;
  isSnapshot = false;
  private readonly scan: PlainBytes;
  private readonly symbols: SymbolTable;
  private readonly names: NameFinder;
  private readonly decimals: Uint8Array;
  private readonly cell = new NumberCell();

  /** `decimals` is the decoder's own, by instrument; the symbols are those asked for, in both of their tables. */
  constructor(scan: PlainBytes, symbols: SymbolTable, names: NameFinder, decimals: Uint8Array) {
    this.scan = scan;
    this.symbols = symbols;
    this.names = names;
    this.decimals = decimals;
  }

  /**
   * Reads a frame into `depth`, with its time; true when it ends exactly where it should. The scan stands on its start.
   *
   * HOT: one function over offsets in locals, whose texts are compared where they stand: calls and fields written per text cost
   * more than the comparisons.
   */
  read(depth: DepthMessage): boolean {
    const { cell, names, scan } = this;
    const { bytes, end, view } = scan;
    let { pos } = scan;
    if (pos < 0 || pos + HEAD_LEAST > end || !areThreeAt(view, pos, W_HEAD)) return false;
    const depthAt = pos + HEAD.length;
    pos = depthAt;
    while ((bytes[pos]! ^ ZERO) < 10) pos += 1;
    if (bytes[pos] !== DOT || pos === depthAt || pos - depthAt > DEPTH_DIGITS_MAX) return false;
    this.isTop = bytes[depthAt] === ONE && pos === depthAt + 1;
    const nameAt = pos + 1;
    let ix = names.find(scan, nameAt);
    pos = names.end;
    if (ix < 0) {
      pos = nameAt;
      while (bytes[pos] !== QUOTE && pos < end) pos += 1;
    }
    const nameSize = pos - nameAt;
    if (pos + TO_NAME_MAX + nameSize + BIDS.length > end) return false;
    if (ix < 0) ix = this.symbols.findIn(view, bytes, nameAt, pos);
    if (ix < 0) return false;
    this.ix = ix;
    if (bytes[pos + KEY_AT] === LETTER_Y) {
      this.isSnapshot = bytes[pos + TYPE_AT] !== LETTER_D;
      if (this.isSnapshot) {
        if (!areFourAt(view, pos, W_SNAPSHOT_TS)) return false;
        pos += SNAPSHOT_TS.length;
      } else {
        if (!areThreeAt(view, pos, W_DELTA_TS)) return false;
        pos += DELTA_TS.length;
      }
      if (!readPlainMs(view, pos, cell) || !areTwoAt(view, pos + MS_DIGITS, W_DATA)) return false;
      pos += MS_DIGITS + DATA.length;
    } else {
      if (view.getInt32(pos, true) !== TS_0 || view.getInt32(pos + 3, true) !== TS_3) return false;
      pos += TS.length;
      if (!readPlainMs(view, pos, cell)) return false;
      pos += MS_DIGITS;
      this.isSnapshot = bytes[pos + LATE_TYPE_AT] !== LETTER_D;
      if (this.isSnapshot) {
        if (!areFourAt(view, pos, W_SNAPSHOT_DATA)) return false;
        pos += SNAPSHOT_DATA.length;
      } else {
        if (!areFourAt(view, pos, W_DELTA_DATA)) return false;
        pos += DELTA_DATA.length;
      }
    }
    // The topic's name again: the same way, or byte by byte where the finder does not know it.
    if (names.find(scan, pos) !== ix || names.end - pos !== nameSize)
      for (let at = 0; at < nameSize; at += 1) if (bytes[pos + at] !== bytes[nameAt + at]) return false;
    pos += nameSize;
    if (view.getInt32(pos, true) !== BIDS_0 || view.getInt32(pos + 3, true) !== BIDS_3) return false;
    depth.reset();
    depth.venueMs = cell.value;
    scan.decimals = this.decimals[ix]!;
    scan.pos = pos + BIDS.length;
    return this.readSides(depth);
  }

  /** Both sides, behind the bracket that opens the bids, and `,"u":1,"seq":2}` with the time of the matching engine, if it is there. */
  private readSides(depth: DepthMessage): boolean {
    const { cell, scan } = this;
    const { bytes, end, view } = scan;
    if (!readPlainLevels(scan, depth, true, LEVEL_TAIL.none)) return false;
    let { pos } = scan;
    if (pos + ASKS.length > end || view.getInt32(pos, true) !== ASKS_0 || view.getInt32(pos + 2, true) !== ASKS_2)
      return false;
    scan.pos = pos + ASKS.length;
    if (!readPlainLevels(scan, depth, false, LEVEL_TAIL.none)) return false;
    ({ pos } = scan);
    if (bytes[pos] !== COMMA || bytes[pos + 1] !== QUOTE || bytes[pos + 2] !== LETTER_U) return false;
    if (bytes[pos + 3] !== QUOTE || bytes[pos + 4] !== COLON) return false;
    pos = readPlainUint(scan, pos + 5, cell);
    if (pos === NO_NUMBER || pos + SEQUENCE.length > end) return false;
    depth.lastSeq = cell.value;
    if (view.getInt32(pos, true) !== SEQUENCE_0 || view.getInt32(pos + 3, true) !== SEQUENCE_3) return false;
    pos = readPlainUint(scan, pos + SEQUENCE.length, cell);
    if (pos === NO_NUMBER) return false;
    if (pos + ENGINE_TIME.length + MS_DIGITS >= end)
      return pos + 2 === end && bytes[pos] === CLOSE_OBJECT && bytes[pos + 1] === CLOSE_OBJECT;
    // The time of the matching engine stands for the one of sending.
    if (view.getFloat64(pos, true) !== W_ENGINE_TIME || !readPlainMs(view, pos + ENGINE_TIME.length, cell))
      return false;
    depth.venueMs = cell.value;
    pos += ENGINE_TIME.length + MS_DIGITS;
    return pos + 1 === end && bytes[pos] === CLOSE_OBJECT;
  }
}
