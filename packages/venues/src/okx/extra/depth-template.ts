import type { DepthMessage } from '@riptide/core/domain';
import {
  areThreeAt,
  areTwoAt,
  fixedText,
  LEVEL_TAIL,
  Literal,
  NO_NUMBER,
  NumberCell,
  readPlainLevels,
  readPlainMs,
  readPlainUint,
  type NameFinder,
  type PlainBytes,
} from '../../kit/index.ts';
import { CHANNEL, channelOf, type ChannelId } from '../ws/wire.ts';
import { isTailAt } from './row-tail.ts';

const QUOTE = 34;
const MINUS = 45;
const MS_DIGITS = 13;
const LETTER_B = 98;
/** Offset of the letter that tells snapshot, update and no action apart. */
const ACTION_AT = 13;
const LETTER_S = 115;
const NOWHERE = -1;

const HEAD = new Literal('{"arg":{"channel":"');
const INST_ID = new Literal('","instId":"');
const SNAPSHOT = new Literal('"},"action":"snapshot","data":[{"asks":[');
const UPDATE = new Literal('"},"action":"update","data":[{"asks":[');
const NO_ACTION = new Literal('"},"data":[{"asks":[');
const DATA = new Literal('"},"data":[');
const BIDS = ',"bids":[';
const TS = ',"ts":"';
const CHECKSUM = '","checksum":';
const SEQ_ID = ',"seqId":';
const PREV_SEQ_ID = ',"prevSeqId":';
const PREV_SEQ_ID_AFTER_TS = '","prevSeqId":';
const halfOf = (text: string): number => Buffer.from(text, 'latin1').readInt32LE(0);
const [TS_0, TS_3] = [halfOf(TS), halfOf(TS.slice(3))];
const W_BIDS = fixedText(BIDS);
const W_CHECKSUM = fixedText(CHECKSUM);
const W_SEQ_ID = fixedText(SEQ_ID);
const W_PREV_SEQ_ID = fixedText(PREV_SEQ_ID);
const W_HEAD = fixedText('{"arg":{"channel":"');
const BOOKS = 'books","instId":"';
const BEST = 'bbo-tbt","instId":"';
const W_BOOKS = fixedText(BOOKS);
const W_BEST = fixedText(BEST);

/**
 * Reads book and best-quote frames that are written exactly as OKX writes them, the sequences in either order: compares texts
 * instead of reading keys.
 *
 * HOT: the first tier. Anything else gives false, and the key-driven reader starts over.
 */
export class DepthTemplate {
  channel: ChannelId = CHANNEL.unknown;
  isSnapshot = false;
  /** The instrument, where it is known by now; the name is to be looked up otherwise. */
  ix = -1;
  /** Span of the instrument's name. */
  nameStart = 0;
  nameEnd = 0;
  private readonly scan: PlainBytes;
  private readonly cell = new NumberCell();
  private readonly names: NameFinder;

  constructor(scan: PlainBytes, names: NameFinder) {
    this.scan = scan;
    this.names = names;
  }

  /** Reads channel and name, and for books up to the first level; the name is to be looked up then, unless `ix` tells. The scan stands on the start. */
  readHead(): boolean {
    const { scan } = this;
    const { bytes, end, pos, view } = scan;
    const channelFrom = pos + HEAD.length;
    if (pos >= 0 && channelFrom + BEST.length < end && areThreeAt(view, pos, W_HEAD)) {
      const isBest = bytes[channelFrom + 1] === LETTER_B;
      const isBook = !isBest && areThreeAt(view, channelFrom, W_BOOKS);
      if (isBook || (isBest && areThreeAt(view, channelFrom, W_BEST))) {
        this.channel = isBook ? CHANNEL.depth : CHANNEL.quote;
        const from = channelFrom + (isBook ? BOOKS.length : BEST.length);
        const { names } = this;
        let to = from;
        this.ix = names.find(scan, from);
        if (this.ix >= 0) to = names.end;
        else while (bytes[to] !== QUOTE && to < end) to += 1;
        this.nameStart = from;
        this.nameEnd = to;
        scan.pos = to;
        return this.readAction();
      }
    }
    return this.readAnyHead();
  }

  private readAnyHead(): boolean {
    const { scan } = this;
    if (!scan.take(HEAD)) return false;
    const channelAt = scan.pos;
    const channelEnd = scan.seekQuote();
    if (!scan.take(INST_ID)) return false;
    this.ix = -1;
    this.nameStart = scan.pos;
    this.nameEnd = scan.seekQuote();
    if (!scan.isPlain) return false;
    this.channel = channelOf(scan.bytes, channelAt, channelEnd);
    return this.channel < CHANNEL.candle && this.readAction();
  }

  /** Returns where the list of rows begins, for channels whose rows are read by key; negative when it is not there. */
  rowsAt(): number {
    const { scan } = this;
    return this.channel > CHANNEL.quote && scan.isAt(DATA, this.nameEnd) ? this.nameEnd + DATA.length - 1 : NOWHERE;
  }

  /** Reads the rest into `depth`, which must be empty, prices with `decimals`; true when the frame ends exactly where it should. */
  readBody(depth: DepthMessage, decimals: number): boolean {
    const { cell, scan } = this;
    const { end, view } = scan;
    scan.decimals = decimals;
    if (!readPlainLevels(scan, depth, false, LEVEL_TAIL.twoCounts)) return false;
    let { pos } = scan;
    if (pos + BIDS.length > end || !areTwoAt(view, pos, W_BIDS)) return false;
    scan.pos = pos + BIDS.length;
    if (!readPlainLevels(scan, depth, true, LEVEL_TAIL.twoCounts)) return false;
    ({ pos } = scan);
    if (pos + TS.length + MS_DIGITS > end || view.getInt32(pos, true) !== TS_0 || view.getInt32(pos + 3, true) !== TS_3)
      return false;
    pos += TS.length;
    if (!readPlainMs(view, pos, cell)) return false;
    depth.venueMs = cell.value;
    pos = this.readNumbers(depth, pos + MS_DIGITS);
    return pos !== NO_NUMBER && isTailAt(scan, pos);
  }

  /** `"` and checksum and sequences in the orders they are known in; each may be missing. Returns where they end. */
  private readNumbers(depth: DepthMessage, from: number): number {
    const { cell, scan } = this;
    const { end, view } = scan;
    let pos = from;
    // No longer text is looked for; what is shorter than it stands in front of a number and the end.
    if (pos + PREV_SEQ_ID_AFTER_TS.length > end) return NO_NUMBER;
    const hasChecksum = areTwoAt(view, pos, W_CHECKSUM);
    if (hasChecksum) {
      pos = this.readInt(pos + CHECKSUM.length);
      if (pos === NO_NUMBER) return NO_NUMBER;
      depth.checksum = cell.value;
      if (pos + PREV_SEQ_ID.length > end) return pos;
    }
    // Behind the checksum there is no quote in front of the comma.
    const commaAt = hasChecksum ? pos : pos + 1;
    if (!hasChecksum && scan.bytes[pos] !== QUOTE) return NO_NUMBER;
    if (areTwoAt(view, commaAt, W_SEQ_ID)) {
      pos = this.readInt(commaAt + SEQ_ID.length);
      if (pos === NO_NUMBER) return NO_NUMBER;
      depth.lastSeq = cell.value;
      if (pos + PREV_SEQ_ID.length > end || !areTwoAt(view, pos, W_PREV_SEQ_ID)) return pos;
      pos = this.readInt(pos + PREV_SEQ_ID.length);
      if (pos !== NO_NUMBER) depth.prevSeq = cell.value;
      return pos;
    }
    if (!areTwoAt(view, commaAt, W_PREV_SEQ_ID)) return hasChecksum ? pos : NO_NUMBER;
    pos = this.readInt(commaAt + PREV_SEQ_ID.length);
    if (pos === NO_NUMBER || pos + SEQ_ID.length > end || !areTwoAt(view, pos, W_SEQ_ID)) return NO_NUMBER;
    depth.prevSeq = cell.value;
    pos = this.readInt(pos + SEQ_ID.length);
    if (pos !== NO_NUMBER) depth.lastSeq = cell.value;
    return pos;
  }

  /** Reads a whole number that may be negative into the cell. */
  private readInt(pos: number): number {
    const { cell, scan } = this;
    if (scan.bytes[pos] !== MINUS) return readPlainUint(scan, pos, cell);
    const stop = readPlainUint(scan, pos + 1, cell);
    cell.value = -cell.value;
    return stop;
  }

  private readAction(): boolean {
    const { scan } = this;
    if (this.channel > CHANNEL.quote) return true;
    const isUpdate = this.channel === CHANNEL.depth && scan.bytes[this.nameEnd + ACTION_AT] !== LETTER_S;
    const action = this.channel !== CHANNEL.depth ? NO_ACTION : isUpdate ? UPDATE : SNAPSHOT;
    this.isSnapshot = !isUpdate;
    return scan.take(action);
  }
}
