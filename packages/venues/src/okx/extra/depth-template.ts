import type { DepthMessage } from '@riptide/core/domain';
import { CHANNEL, channelOf, type ChannelId } from '../ws/wire.ts';
import { NOT_PLAIN, type LevelReader } from './level-reader.ts';
import { matches, PlainScan } from './plain-scan.ts';

const QUOTE = 34;
const NAME_BYTES_MAX = 48;
const HEAD = Buffer.from('{"arg":{"channel":"');
const INST_ID = Buffer.from('","instId":"');
const SNAPSHOT = Buffer.from('"},"action":"snapshot","data":[{"asks":[');
const UPDATE = Buffer.from('"},"action":"update","data":[{"asks":[');
const NO_ACTION = Buffer.from('"},"data":[{"asks":[');
const DATA = Buffer.from('"},"data":[');
const BIDS = Buffer.from(',"bids":[');
const TS = Buffer.from(',"ts":"');
const CHECKSUM = Buffer.from(',"checksum":');
const SEQ_ID = Buffer.from(',"seqId":');
const PREV_SEQ_ID = Buffer.from(',"prevSeqId":');
const QUOTE_MARK = Buffer.from('"');
const TAIL = Buffer.from('}]}');
/** Offset of the letter that tells snapshot, update and no action apart. */
const ACTION_AT = 13;
const LETTER_S = 115;

/**
 * Reads book and best-quote frames that are written exactly as OKX writes them today: compares bytes instead of reading keys.
 *
 * HOT: the first tier. Anything else gives false, and the key-driven reader starts over.
 */
export class DepthTemplate {
  channel: ChannelId = CHANNEL.unknown;
  isSnapshot = false;
  /** Span of the instrument's name. */
  nameStart = 0;
  nameEnd = 0;
  private readonly levels: LevelReader;
  private readonly scan = new PlainScan();
  private pos = 0;

  constructor(levels: LevelReader) {
    this.levels = levels;
  }

  /** Reads channel and name, and for books up to the first level; the name is to be looked up then. */
  readHead(bytes: Buffer, start: number): boolean {
    if (!matches(bytes, start, HEAD)) return false;
    const channelAt = start + HEAD.length;
    const channelEnd = quoteAt(bytes, channelAt);
    if (!matches(bytes, channelEnd, INST_ID)) return false;
    this.channel = channelOf(bytes, channelAt, channelEnd);
    this.nameStart = channelEnd + INST_ID.length;
    this.nameEnd = quoteAt(bytes, this.nameStart);
    return this.channel < CHANNEL.candle && this.readAction(bytes);
  }

  /** Returns where the list of rows begins, for channels whose rows are read by key; negative when it is not there. */
  rowsAt(bytes: Buffer): number {
    return this.channel > CHANNEL.quote && matches(bytes, this.nameEnd, DATA)
      ? this.nameEnd + DATA.length - 1
      : NOT_PLAIN;
  }

  /** Reads the rest into `depth`, which must be empty, prices with `decimals`; true when the frame ends exactly where it should. */
  readBody(bytes: Buffer, end: number, depth: DepthMessage, decimals: number): boolean {
    const { levels, scan } = this;
    levels.decimals = decimals;
    let pos = levels.read(bytes, this.pos, depth, false);
    if (pos === NOT_PLAIN || !matches(bytes, pos, BIDS)) return false;
    pos = levels.read(bytes, pos + BIDS.length, depth, true);
    if (pos === NOT_PLAIN || !matches(bytes, pos, TS)) return false;
    scan.start(pos + TS.length);
    depth.venueMs = scan.readInt(bytes);
    scan.expect(bytes, QUOTE_MARK);
    if (scan.take(bytes, CHECKSUM)) depth.checksum = scan.readInt(bytes);
    if (scan.take(bytes, SEQ_ID)) depth.lastSeq = scan.readInt(bytes);
    if (scan.take(bytes, PREV_SEQ_ID)) depth.prevSeq = scan.readInt(bytes);
    scan.expect(bytes, TAIL);
    return scan.isPlain && scan.pos === end && depth.venueMs > 0;
  }

  private readAction(bytes: Buffer): boolean {
    const at = this.nameEnd;
    if (this.channel > CHANNEL.quote) return true;
    const isQuoteChannel = this.channel !== CHANNEL.depth;
    const letter = bytes[at + ACTION_AT];
    const pattern = isQuoteChannel ? NO_ACTION : letter === LETTER_S ? SNAPSHOT : UPDATE;
    this.isSnapshot = pattern !== UPDATE;
    this.pos = at + pattern.length;
    return matches(bytes, at, pattern);
  }
}

/** Returns the position of the next quote; names are short, so a long way without one is no name. */
function quoteAt(bytes: Buffer, from: number): number {
  let pos = from;
  while (bytes[pos] !== QUOTE && pos - from < NAME_BYTES_MAX) pos += 1;
  return pos;
}
