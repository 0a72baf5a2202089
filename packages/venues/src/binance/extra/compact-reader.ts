import {
  jsonValueEnd,
  Literal,
  NO_NUMBER,
  NO_VALUE,
  NumberCell,
  readPlainUint,
  type PlainBytes,
} from '../../kit/index.ts';
import { takerSideOf } from '../enums.ts';
import { COIN_MARGINED } from '../ws/wire.ts';
import type { InstrumentLookup } from './instrument-lookup.ts';
import type { PayloadReader } from './payload-reader.ts';
import { VERDICT, type Verdict } from './verdict.ts';

/** Returned where the frame is not of the known form; the key-driven reader then decides what it is. */
export const NOT_COMPACT = 0;

const SPACE = 32;
const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const LETTER_A = 65;
const LETTER_F = 102;
const LETTER_L = 108;
const LETTER_R = 114;
const BACKSLASH = 92;
const OPEN = 123;
const CLOSE = 125;

const HEAD = new Literal('{"stream":"');
const TO_DATA = new Literal('","data":');
const TO_EVENT = new Literal('{"e":"');
const TRADE = new Literal('trade"');
const AGG_TRADE = new Literal('aggTrade"');

/** Keys as one number: the letter, or both letters of a longer one. */
const letters = (key: string): number => key.charCodeAt(0) * 256 + key.charCodeAt(1);
const KEY = { a: 97, e: 101, m: 109, p: 112, q: 113, s: 115, t: 116, u: 117, T: 84 };
const KEY_ST = letters('st');

/**
 * Reads trades of combined streams in the form the venue prints them: no white space, keys of one or two letters in any order, the symbol
 * before the price, decimals as plain text.
 *
 * HOT: the first of three tiers, as `FrameTemplate` is for books and quotes. Whatever differs, be it odd or broken, is left to the next tier from the start of the frame:
 * nothing is judged here, so nothing can be misjudged. Messages and `ix` are those of the payload reader.
 */
export class CompactReader {
  private readonly payload: PayloadReader;
  private readonly lookup: InstrumentLookup;
  private readonly scan: PlainBytes;
  private readonly cell = new NumberCell();
  private bytes: Buffer = Buffer.alloc(0);
  private pos = 0;
  private isOdd = false;
  private ix = -1;
  private idStart = 0;
  private idEnd = 0;

  constructor(scan: PlainBytes, payload: PayloadReader, lookup: InstrumentLookup) {
    this.scan = scan;
    this.payload = payload;
    this.lookup = lookup;
  }

  /** Returns what was read, or NOT_COMPACT. The scan stands on the frame's start. */
  read(): Verdict | typeof NOT_COMPACT {
    const { bytes, end } = this.scan;
    this.bytes = bytes;
    this.pos = this.scan.pos;
    this.isOdd = false;
    this.ix = -1;
    if (!this.take(HEAD)) return NOT_COMPACT;
    this.scan.pos = this.pos;
    this.pos = this.scan.seekQuote();
    if (!this.take(TO_DATA) || !this.take(TO_EVENT)) return NOT_COMPACT;
    const verdict = this.readEvent();
    if (verdict === NOT_COMPACT || this.isOdd || !this.scan.isPlain || this.ix < 0) return NOT_COMPACT;
    if (this.pos + 2 !== end || bytes[this.pos + 1] !== CLOSE) return NOT_COMPACT;
    this.payload.ix = this.ix;
    return verdict;
  }

  private readEvent(): Verdict | typeof NOT_COMPACT {
    if (this.bytes[this.pos] === KEY.t) return this.take(TRADE) ? this.readTrade(KEY.t) : NOT_COMPACT;
    return this.take(AGG_TRADE) ? this.readTrade(KEY.a) : NOT_COMPACT;
  }

  private readTrade(idKey: number): Verdict | typeof NOT_COMPACT {
    const { trade } = this.payload;
    let seen = 0;
    this.idEnd = 0;
    trade.venueMs = Number.NaN;
    for (let key = this.nextKey(); key !== CLOSE; key = this.nextKey()) {
      if (key === idKey) {
        this.idStart = this.pos;
        this.uint();
        this.idEnd = this.pos;
      } else if (key === KEY.p) {
        trade.pxTicks = this.ticks();
        seen += 1;
      } else if (key === KEY.q) {
        trade.qty = this.decimal();
        seen += 10;
      } else if (key === KEY.T) trade.venueMs = this.uint();
      else if (key === KEY.m) {
        trade.takerSide = takerSideOf(this.boolean());
        seen += 100;
      } else this.takeOther(key);
      if (this.isOdd) return NOT_COMPACT;
    }
    if (seen !== 111 || this.idEnd === 0 || Number.isNaN(trade.venueMs)) return NOT_COMPACT;
    trade.tradeId = this.bytes.toString('latin1', this.idStart, this.idEnd);
    return VERDICT.trade;
  }

  /** The symbol, the margin mark, or a value of no use. COIN-M rows are left to the next tier, as is an event named late or twice. */
  private takeOther(key: number): void {
    if (key === KEY.e) this.isOdd = true;
    else if (key === KEY.s) this.symbol();
    else if (key === KEY_ST) this.isOdd = this.uint() === COIN_MARGINED || this.isOdd;
    else this.skip();
  }

  /** Steps over `,"k":` or `,"kk":` and returns the key's letters; CLOSE at the end of the payload, where it stays. */
  private nextKey(): number {
    const { bytes, pos } = this;
    const c = bytes[pos];
    if (c === CLOSE) return CLOSE;
    const isFirst = c === OPEN && bytes[pos - 1] === COLON;
    if ((c !== COMMA && !isFirst) || bytes[pos + 1] !== QUOTE) return this.odd(CLOSE);
    const first = bytes[pos + 2]!;
    const second = bytes[pos + 3]!;
    // Below the letters, a first byte of 0 would make two letters look like one.
    if (first < LETTER_A || first === BACKSLASH || second === BACKSLASH || second < SPACE) return this.odd(CLOSE);
    if (second === QUOTE) {
      if (bytes[pos + 4] !== COLON) return this.odd(CLOSE);
      this.pos = pos + 5;
      return first;
    }
    if (bytes[pos + 4] !== QUOTE || bytes[pos + 5] !== COLON) return this.odd(CLOSE);
    this.pos = pos + 6;
    return first * 256 + second;
  }

  private take(wanted: Literal): boolean {
    if (!this.scan.isAt(wanted, this.pos)) return false;
    this.pos += wanted.length;
    return true;
  }

  private symbol(): void {
    const { bytes } = this;
    const start = this.pos + 1;
    let pos = start;
    if (bytes[this.pos] !== QUOTE || this.ix >= 0) this.isOdd = true;
    for (let c = bytes[pos]; c !== QUOTE; c = bytes[pos]) {
      // A control character or the end of the buffer: no symbol has one.
      if (!(c! > 32)) return this.odd(undefined);
      pos += 1;
    }
    this.pos = pos + 1;
    this.ix = this.lookup.bySymbol.findIn(this.scan.view, bytes, start, pos);
    if (this.ix < 0) this.isOdd = true;
  }

  /** A bare whole number. */
  private uint(): number {
    const { cell, scan } = this;
    const pos = readPlainUint(scan, this.pos, cell);
    if (pos !== NO_NUMBER) {
      this.pos = pos;
      return cell.value;
    }
    scan.pos = this.pos;
    scan.readUint();
    this.pos = scan.pos;
    return scan.value;
  }

  /** A quoted decimal. */
  private decimal(): number {
    const { bytes, scan } = this;
    if (bytes[this.pos] !== QUOTE) return this.odd(0);
    scan.pos = this.pos + 1;
    scan.readDecimal();
    if (bytes[scan.pos] !== QUOTE) return this.odd(0);
    this.pos = scan.pos + 1;
    return scan.value;
  }

  /** A quoted price in ticks of the instrument; one that does not fit the scale is odd. */
  private ticks(): number {
    const { bytes, ix, scan } = this;
    if (ix < 0 || bytes[this.pos] !== QUOTE) return this.odd(0);
    scan.pos = this.pos + 1;
    const ticks = scan.readTicks(this.lookup.decimals[ix]!);
    if (bytes[scan.pos] !== QUOTE) return this.odd(0);
    this.pos = scan.pos + 1;
    return ticks;
  }

  private boolean(): boolean {
    const { bytes, pos } = this;
    const isTrue = bytes[pos] === KEY.t;
    const isFalse = bytes[pos] === LETTER_F && bytes[pos + 1] === KEY.a && bytes[pos + 2] === LETTER_L;
    const isWord = isTrue
      ? bytes[pos + 1] === LETTER_R && bytes[pos + 2] === KEY.u && bytes[pos + 3] === KEY.e
      : isFalse && bytes[pos + 3] === KEY.s && bytes[pos + 4] === KEY.e;
    if (!isWord) this.isOdd = true;
    this.pos = pos + (isTrue ? 4 : 5);
    return isTrue;
  }

  /** Steps over a value of no use. */
  private skip(): void {
    const stop = jsonValueEnd(this.bytes, this.pos, this.scan.end);
    if (stop === NO_VALUE) this.isOdd = true;
    else this.pos = stop;
  }

  private odd<T>(value: T): T {
    this.isOdd = true;
    return value;
  }
}
