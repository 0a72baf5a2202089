import type { DepthMessage } from '@riptide/core/domain';
import { areThreeAt, LEVEL_TAIL, Literal, readPlainLevels, wordsOf, type PlainBytes } from '../../kit/index.ts';
import { CHANNEL, channelOf, type ChannelId } from '../ws/wire.ts';
import { isAtTail } from './row-tail.ts';

const QUOTE = 34;
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
const BIDS = new Literal(',"bids":[');
const TS = new Literal(',"ts":"');
const CHECKSUM = new Literal('","checksum":');
const W_HEAD = wordsOf('{"arg":{"channel":"');
const BOOKS = 'books","instId":"';
const BEST = 'bbo-tbt","instId":"';
const W_BOOKS = wordsOf(BOOKS);
const W_BEST = wordsOf(BEST);
const SEQ_ID = new Literal(',"seqId":');
const PREV_SEQ_ID = new Literal(',"prevSeqId":');
const SEQ_ID_AFTER_TS = new Literal('","seqId":');
const PREV_SEQ_ID_AFTER_TS = new Literal('","prevSeqId":');

/**
 * Reads book and best-quote frames that are written exactly as OKX writes them, the sequences in either order: compares texts
 * instead of reading keys.
 *
 * HOT: the first tier. Anything else gives false, and the key-driven reader starts over.
 */
export class DepthTemplate {
  channel: ChannelId = CHANNEL.unknown;
  isSnapshot = false;
  /** Span of the instrument's name. */
  nameStart = 0;
  nameEnd = 0;
  private readonly scan: PlainBytes;

  constructor(scan: PlainBytes) {
    this.scan = scan;
  }

  /** Reads channel and name, and for books up to the first level; the name is to be looked up then. The scan stands on the start. */
  readHead(): boolean {
    const { scan } = this;
    const { bytes, end, pos, view } = scan;
    const channelFrom = pos + HEAD.length;
    if (pos >= 0 && channelFrom + BEST.length < end && areThreeAt(view, pos, W_HEAD, HEAD.length - 8)) {
      const isBest = bytes[channelFrom + 1] === LETTER_B;
      const isBook = !isBest && areThreeAt(view, channelFrom, W_BOOKS, BOOKS.length - 8);
      if (isBook || (isBest && areThreeAt(view, channelFrom, W_BEST, BEST.length - 8))) {
        this.channel = isBook ? CHANNEL.depth : CHANNEL.quote;
        const from = channelFrom + (isBook ? BOOKS.length : BEST.length);
        let to = from;
        while (bytes[to] !== QUOTE && to < end) to += 1;
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
    const { scan } = this;
    scan.decimals = decimals;
    if (!readPlainLevels(scan, depth, false, LEVEL_TAIL.twoCounts)) return false;
    if (!scan.take(BIDS)) return false;
    if (!readPlainLevels(scan, depth, true, LEVEL_TAIL.twoCounts)) return false;
    if (!scan.take(TS)) return false;
    scan.readMs();
    depth.venueMs = scan.value;
    return this.readNumbers(depth) && scan.isPlain && depth.venueMs > 0 && isAtTail(scan);
  }

  /** `"` and checksum and sequences in the orders they are known in; each may be missing. */
  private readNumbers(depth: DepthMessage): boolean {
    const { scan } = this;
    const hasChecksum = scan.take(CHECKSUM);
    if (hasChecksum) {
      scan.readInt();
      depth.checksum = scan.value;
    }
    if (scan.take(hasChecksum ? SEQ_ID : SEQ_ID_AFTER_TS)) {
      scan.readInt();
      depth.lastSeq = scan.value;
      if (scan.take(PREV_SEQ_ID)) {
        scan.readInt();
        depth.prevSeq = scan.value;
      }
      return true;
    }
    if (!scan.take(hasChecksum ? PREV_SEQ_ID : PREV_SEQ_ID_AFTER_TS)) return hasChecksum;
    scan.readInt();
    depth.prevSeq = scan.value;
    if (!scan.take(SEQ_ID)) return false;
    scan.readInt();
    depth.lastSeq = scan.value;
    return true;
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
