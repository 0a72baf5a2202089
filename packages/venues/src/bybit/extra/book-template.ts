import type { DepthMessage } from '@riptide/core/domain';
import { LEVEL_TAIL, Literal, readPlainLevels, type PlainBytes, type SymbolTable } from '../../kit/index.ts';

const DOT = 46;
const ZERO = 48;
const ONE = 49;
const CLOSE_OBJECT = 125;
const LETTER_D = 100;
const LETTER_Y = 121;
const DEPTH_DIGITS_MAX = 4;
/** Where `","type…` and `","ts…` differ, and where `","type":"delta` and `","type":"snapshot` do. */
const KEY_AT = 4;
const TYPE_AT = 10;
/** The same letter in `,"type":"delta…`, which begins at the comma. */
const LATE_TYPE_AT = 9;

const HEAD = new Literal('{"topic":"orderbook.');
const DELTA_TS = new Literal('","type":"delta","ts":');
const SNAPSHOT_TS = new Literal('","type":"snapshot","ts":');
const TS = new Literal('","ts":');
const DATA = new Literal(',"data":{"s":"');
const DELTA_DATA = new Literal(',"type":"delta","data":{"s":"');
const SNAPSHOT_DATA = new Literal(',"type":"snapshot","data":{"s":"');
const BIDS = new Literal('","b":[');
const ASKS = new Literal(',"a":[');
const UPDATE_ID = new Literal(',"u":');
const SEQUENCE = new Literal(',"seq":');
const ENGINE_TIME = new Literal('},"cts":');

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
  private readonly decimals: Uint8Array;
  private symbolStart = 0;
  private symbolEnd = 0;

  /** `decimals` is the decoder's own, by instrument; the symbols are those asked for. */
  constructor(scan: PlainBytes, symbols: SymbolTable, decimals: Uint8Array) {
    this.scan = scan;
    this.symbols = symbols;
    this.decimals = decimals;
  }

  /** Reads a frame into `depth`, with its time; true when it ends exactly where it should. The scan stands on its start. */
  read(depth: DepthMessage): boolean {
    const { scan } = this;
    if (!scan.take(HEAD) || !this.readTopic()) return false;
    depth.reset();
    if (!this.readTypeAndTime()) return false;
    depth.venueMs = scan.value;
    scan.expectSame(this.symbolStart, this.symbolEnd);
    scan.decimals = this.decimals[this.ix]!;
    if (!scan.take(BIDS) || !readPlainLevels(scan, depth, true, LEVEL_TAIL.none)) return false;
    if (!scan.take(ASKS) || !readPlainLevels(scan, depth, false, LEVEL_TAIL.none)) return false;
    if (!scan.take(UPDATE_ID)) return false;
    scan.readUint();
    depth.lastSeq = scan.value;
    return scan.take(SEQUENCE) && this.readTail(depth);
  }

  /** `50.BTCUSDT"`: a depth of 1 is the best quote. */
  private readTopic(): boolean {
    const { scan } = this;
    const { bytes, pos } = scan;
    let dot = pos;
    while ((bytes[dot]! ^ ZERO) < 10 && dot - pos <= DEPTH_DIGITS_MAX) dot += 1;
    if (bytes[dot] !== DOT || dot === pos) return false;
    this.isTop = bytes[pos] === ONE && dot === pos + 1;
    this.symbolStart = dot + 1;
    scan.pos = dot + 1;
    this.symbolEnd = scan.seekQuote();
    if (!scan.isPlain) return false;
    this.ix = this.symbols.find(bytes, this.symbolStart, this.symbolEnd);
    return this.ix >= 0;
  }

  /** Leaves the time in the scan's value, and the scan behind `"s":"`. */
  private readTypeAndTime(): boolean {
    const { scan } = this;
    const { bytes, pos } = scan;
    if (bytes[pos + KEY_AT] === LETTER_Y) {
      this.isSnapshot = bytes[pos + TYPE_AT] !== LETTER_D;
      if (!scan.take(this.isSnapshot ? SNAPSHOT_TS : DELTA_TS)) return false;
      scan.readMs();
      return scan.isPlain && scan.take(DATA);
    }
    if (!scan.take(TS)) return false;
    scan.readMs();
    this.isSnapshot = bytes[scan.pos + LATE_TYPE_AT] !== LETTER_D;
    return scan.isPlain && scan.take(this.isSnapshot ? SNAPSHOT_DATA : DELTA_DATA);
  }

  /** `123}` or `123},"cts":1795000000120}`: the time of the matching engine stands for the one of sending. */
  private readTail(depth: DepthMessage): boolean {
    const { scan } = this;
    const { bytes } = scan;
    scan.readUint();
    if (scan.take(ENGINE_TIME)) {
      scan.readMs();
      depth.venueMs = scan.value;
    } else if (bytes[scan.pos] === CLOSE_OBJECT) scan.pos += 1;
    else return false;
    return scan.isPlain && bytes[scan.pos] === CLOSE_OBJECT && scan.pos + 1 === scan.end;
  }
}
