import { NO_SEQ } from '@riptide/core/domain';
import { END_OF_OBJECT, JsonCursor, type FrameDecoder } from '../../kit/index.ts';
import type { DecoderState } from '../extra/decoder-state.ts';
import { readEpochMs } from '../extra/epoch-ms.ts';
import { readChange, readChanges } from '../extra/levels.ts';
import { readFuturesTicker, readMark, readSpotTicker } from '../extra/summaries.ts';
import { RareReader } from './rare.ts';
import { KEY_CODES, TOPIC_CODES, topicCodeAt } from './wire.ts';

const COMMA = 44;
const COLON = 58;
const QUOTE = 34;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;
const LETTER_B = 98;
const LETTER_S = 115;

/** The three orders in which KuCoin sends the envelope (2024, 2022, 2021). */
const HEAD_TOPIC = Buffer.from('{"topic":"');
const HEAD_TYPE = Buffer.from('{"type":"message","topic":"');
const HEAD_DATA = Buffer.from('{"data":{');
const TAIL_TYPE = Buffer.from('","type":"message"}');
const TAIL_TOPIC = Buffer.from(',"topic":"');
const DATA_KEY = Buffer.from('"data":');

const K = KEY_CODES;
const K_TOPIC = K.topic;
const K_DATA = K.data;
const K_SEQUENCE = K.sequence;
const K_SEQUENCE_START = K.sequenceStart;
const K_SEQUENCE_END = K.sequenceEnd;
const K_CHANGES = K.changes;
const K_CHANGE = K.change;
const K_ASKS = K.asks;
const K_BIDS = K.bids;
const K_TIME = K.time;
const K_TIME_UPPER = K.timeUpper;
const K_TIMESTAMP = K.timestamp;
const K_TS = K.ts;
const K_BEST_ASK = K.bestAsk;
const K_BEST_ASK_PRICE = K.bestAskPrice;
const K_BEST_ASK_SIZE = K.bestAskSize;
const K_BEST_BID = K.bestBid;
const K_BEST_BID_PRICE = K.bestBidPrice;
const K_BEST_BID_SIZE = K.bestBidSize;
const K_PRICE = K.price;
const K_SIZE = K.size;
const K_SIDE = K.side;
const K_TRADE_ID = K.tradeId;

const T = TOPIC_CODES;
const T_SPOT_LEVEL2 = T.spotLevel2;
const T_FUTURES_LEVEL2 = T.futuresLevel2;
const T_SPOT_TICKER = T.spotTicker;
const T_FUTURES_TICKER = T.futuresTicker;
const T_FUTURES_TICKER_V1 = T.futuresTickerV1;
const T_SPOT_MATCH = T.spotMatch;
const T_FUTURES_EXECUTION = T.futuresExecution;

/** How the envelope was found, which decides what must stand behind the data object. */
const ENVELOPE_HEAD = 0;
const ENVELOPE_TAIL = 1;
const ENVELOPE_KEYED = 2;

const QUOTE_COMPLETE = 15;

/**
 * Reads KuCoin's classic public frames, and hands what is not of the hot kind to `RareReader`.
 *
 * The envelope is found by byte templates (fast) or key by key (keyed); what is inside is always read key by key, so that a new
 * or missing key changes nothing. Whatever fails here is read once more by JSON.parse before it counts as malformed.
 *
 * HOT: no allocation but trade ids and unknown names.
 */
export class KucoinDecoder implements FrameDecoder {
  private readonly cursor = new JsonCursor();
  private readonly state: DecoderState;
  private readonly rare: RareReader;
  private envelope = ENVELOPE_KEYED;
  private end = 0;
  /** Span of the topic, and where the topic key of a data-first frame starts. */
  private topicStart = 0;
  private topicEnd = 0;
  private tailAt = 0;

  constructor(state: DecoderState) {
    this.state = state;
    this.rare = new RareReader(state);
  }

  /** Reads one frame; see `FrameDecoder`. */
  decode(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { counters } = this.state;
    this.end = end;
    this.cursor.reset(bytes, start, end);
    let dataAt = this.locateByTemplate(bytes, start, end);
    if (dataAt < 0) dataAt = this.locateByKeys();
    if (dataAt < 0 || !this.readPush(bytes, dataAt, recvMs)) this.rare.read(bytes, start, end, recvMs);
    else if (this.envelope === ENVELOPE_KEYED) counters.keyed += 1;
    else counters.fast += 1;
  }

  /** Returns where the data object starts, or -1 when the frame has none of the known shapes. */
  private locateByTemplate(bytes: Buffer, start: number, end: number): number {
    if (bytes[end - 1] !== CLOSE_OBJECT) return -1;
    if (standsAt(HEAD_TOPIC, bytes, start)) this.topicStart = start + HEAD_TOPIC.length;
    else if (standsAt(HEAD_TYPE, bytes, start)) this.topicStart = start + HEAD_TYPE.length;
    else return standsAt(HEAD_DATA, bytes, start) ? this.locateTail(bytes, start, end) : -1;
    let pos = this.topicStart;
    while (bytes[pos] !== QUOTE && pos < end) pos += 1;
    this.topicEnd = pos;
    while (bytes[pos] !== OPEN_OBJECT && pos < end) pos += 1;
    this.envelope = ENVELOPE_HEAD;
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
    this.topicEnd = topicEnd;
    this.envelope = ENVELOPE_TAIL;
    return start + HEAD_DATA.length - 1;
  }

  /** Walks the whole envelope in any order; -1 when it is broken or has no topic or data. */
  private locateByKeys(): number {
    const { cursor } = this;
    let dataAt = -1;
    let hasTopic = false;
    this.envelope = ENVELOPE_KEYED;
    if (!cursor.enterObject()) return -1;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K_TOPIC && cursor.readString()) {
        hasTopic = true;
        this.topicStart = cursor.stringStart;
        this.topicEnd = cursor.stringEnd;
      } else {
        if (key === K_DATA) dataAt = cursor.position;
        cursor.skipValue();
      }
    }
    return cursor.isSound && hasTopic ? dataAt : -1;
  }

  /** Reads the data object; false hands the frame to the slow reader. Unknown symbols are counted here. */
  private readPush(bytes: Buffer, dataAt: number, recvMs: number): boolean {
    let colon = this.topicStart;
    while (bytes[colon] !== COLON && colon < this.topicEnd) colon += 1;
    const topic = topicCodeAt(bytes, this.topicStart, colon);
    this.cursor.seek(dataAt);
    if (topic === T.spotSnapshot) return this.readSpotSnapshot(recvMs);
    const ix = this.state.symbols.find(bytes, colon + 1, this.topicEnd);
    if (ix < 0) return false;
    switch (topic) {
      case T_FUTURES_LEVEL2:
        return this.readFuturesLevel2(ix, recvMs);
      case T_SPOT_LEVEL2:
        return this.readSpotLevel2(ix, recvMs);
      case T_FUTURES_TICKER:
      case T_SPOT_TICKER:
        return this.readQuote(ix, true, recvMs);
      case T_FUTURES_EXECUTION:
      case T_SPOT_MATCH:
        return this.readTrade(ix, recvMs);
      default:
        return this.readLessFrequent(topic, ix, recvMs);
    }
  }

  private readLessFrequent(topic: number, ix: number, recvMs: number): boolean {
    switch (topic) {
      case T.futuresInstrument:
        return this.readInstrument(ix, recvMs);
      case T.futuresSnapshot:
        return this.readFuturesSnapshot(ix, recvMs);
      case T.spotDepth5:
      case T.spotDepth50:
      case T.futuresDepth5:
      case T.futuresDepth50:
        return this.readPartialBook(ix, recvMs);
      case T_FUTURES_TICKER_V1:
        // The sequence of the old ticker counts trades, not book changes.
        return this.readQuote(ix, false, recvMs);
      default:
        return false;
    }
  }

  /** True when everything up to the end of the frame was sound and every price on the scale. */
  private isComplete(): boolean {
    const { cursor } = this;
    if (!cursor.isSound || cursor.offTick) return false;
    if (this.envelope === ENVELOPE_KEYED) return true;
    if (this.envelope === ENVELOPE_TAIL)
      return cursor.source[cursor.position] === COMMA && cursor.position <= this.tailAt;
    if (cursor.position === this.end - 1) return true;
    while (cursor.nextKey() !== END_OF_OBJECT) cursor.skipValue();
    return cursor.isSound && cursor.position === this.end;
  }

  private readFuturesLevel2(ix: number, recvMs: number): boolean {
    const { cursor } = this;
    const { depth, decimals, out } = this.state;
    depth.reset();
    if (!cursor.enterObject()) return false;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K_CHANGE) readChange(cursor, depth, decimals[ix]!);
      else if (key === K_SEQUENCE) depth.lastSeq = cursor.readUint();
      else if (key === K_TIMESTAMP) depth.venueMs = readEpochMs(cursor);
      else cursor.skipValue();
    }
    if (!this.isComplete() || depth.lastSeq === NO_SEQ) return false;
    depth.firstSeq = depth.lastSeq;
    out.onDepth(ix, false, depth, recvMs);
    return true;
  }

  private readSpotLevel2(ix: number, recvMs: number): boolean {
    const { cursor } = this;
    const { depth, out } = this.state;
    depth.reset();
    if (!cursor.enterObject()) return false;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K_CHANGES) readChanges(cursor, this.state, ix);
      else if (key === K_SEQUENCE_START) depth.firstSeq = cursor.readUint();
      else if (key === K_SEQUENCE_END) depth.lastSeq = cursor.readUint();
      else if (key === K_TIME) depth.venueMs = readEpochMs(cursor);
      else cursor.skipValue();
    }
    if (!this.isComplete() || depth.firstSeq === NO_SEQ || depth.lastSeq === NO_SEQ) return false;
    out.onDepth(ix, false, depth, recvMs);
    return true;
  }

  private readPartialBook(ix: number, recvMs: number): boolean {
    const { cursor } = this;
    const { depth, decimals, out } = this.state;
    depth.reset();
    if (!cursor.enterObject()) return false;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K_BIDS) cursor.readLevels(depth, true, decimals[ix]!);
      else if (key === K_ASKS) cursor.readLevels(depth, false, decimals[ix]!);
      else if (key === K_SEQUENCE) depth.lastSeq = cursor.readUint();
      else if (key === K_TIMESTAMP || key === K_TS) depth.venueMs = readEpochMs(cursor);
      else cursor.skipValue();
    }
    for (let at = 0; at < depth.bidCount; at += 1) if (!(depth.bidQty[at]! >= 0)) return false;
    for (let at = 0; at < depth.askCount; at += 1) if (!(depth.askQty[at]! >= 0)) return false;
    if (!this.isComplete()) return false;
    depth.firstSeq = depth.lastSeq;
    out.onDepth(ix, true, depth, recvMs);
    return true;
  }

  private readQuote(ix: number, hasBookSeq: boolean, recvMs: number): boolean {
    const { cursor } = this;
    const { quote, decimals, out } = this.state;
    const scale = decimals[ix]!;
    let found = 0;
    quote.seq = NO_SEQ;
    quote.venueMs = Number.NaN;
    if (!cursor.enterObject()) return false;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K_BEST_BID || key === K_BEST_BID_PRICE) {
        quote.bidTicks = cursor.readTicks(scale);
        found |= 1;
      } else if (key === K_BEST_BID_SIZE) {
        quote.bidQty = cursor.readDecimal();
        found |= 2;
      } else if (key === K_BEST_ASK || key === K_BEST_ASK_PRICE) {
        quote.askTicks = cursor.readTicks(scale);
        found |= 4;
      } else if (key === K_BEST_ASK_SIZE) {
        quote.askQty = cursor.readDecimal();
        found |= 8;
      } else if (key === K_SEQUENCE && hasBookSeq) quote.seq = cursor.readUint();
      else if (key === K_TIME || key === K_TS || key === K_TIME_UPPER) quote.venueMs = readEpochMs(cursor);
      else cursor.skipValue();
    }
    if (found !== QUOTE_COMPLETE || !(quote.bidQty >= 0) || !(quote.askQty >= 0) || !this.isComplete()) return false;
    out.onQuote(ix, quote, recvMs);
    return true;
  }

  private readTrade(ix: number, recvMs: number): boolean {
    const { cursor } = this;
    const { trade, decimals, out } = this.state;
    let side = 0;
    trade.pxTicks = 0;
    trade.qty = Number.NaN;
    trade.tradeId = '';
    trade.venueMs = Number.NaN;
    if (!cursor.enterObject()) return false;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K_PRICE) trade.pxTicks = cursor.readTicks(decimals[ix]!);
      else if (key === K_SIZE) trade.qty = cursor.readDecimal();
      else if (key === K_SIDE && cursor.readString()) side = cursor.firstByte();
      else if (key === K_TRADE_ID && cursor.readString()) trade.tradeId = cursor.text();
      else if (key === K_TS || key === K_TIME) trade.venueMs = readEpochMs(cursor);
      else cursor.skipValue();
    }
    if (!(trade.qty > 0) || !(trade.pxTicks > 0) || (side !== LETTER_B && side !== LETTER_S) || !this.isComplete())
      return false;
    trade.takerSide = side === LETTER_B ? 'BUY' : 'SELL';
    out.onTrade(ix, trade, recvMs);
    return true;
  }

  private readInstrument(ix: number, recvMs: number): boolean {
    const { mark, out } = this.state;
    readMark(this.cursor, mark);
    const isEmpty = Number.isNaN(mark.markPx) && Number.isNaN(mark.indexPx) && Number.isNaN(mark.fundingRateFrac);
    if (isEmpty || !this.isComplete()) return false;
    out.onMark(ix, mark, recvMs);
    return true;
  }

  private readFuturesSnapshot(ix: number, recvMs: number): boolean {
    const { ticker, lotsPerVolume, out } = this.state;
    readFuturesTicker(this.cursor, ticker, lotsPerVolume[ix]!);
    if (!(ticker.lastPx > 0) || !this.isComplete()) return false;
    out.onTicker(ix, ticker, recvMs);
    return true;
  }

  private readSpotSnapshot(recvMs: number): boolean {
    const { ticker, symbols, out } = this.state;
    const ix = readSpotTicker(this.cursor, ticker, symbols);
    if (ix < 0 || !(ticker.lastPx > 0) || !this.isComplete()) return false;
    out.onTicker(ix, ticker, recvMs);
    return true;
  }
}

function standsAt(text: Buffer, bytes: Buffer, at: number): boolean {
  for (let i = 0; i < text.length; i += 1) if (bytes[at + i] !== text[i]) return false;
  return true;
}
