import { NO_SEQ } from '@riptide/core/domain';
import { END_OF_OBJECT, JsonCursor, type FrameDecoder } from '../../kit/index.ts';
import type { DecoderState } from '../extra/decoder-state.ts';
import { Envelope } from '../extra/envelope.ts';
import { readEpochMs } from '../extra/epoch-ms.ts';
import { FRAME, FrameTemplate } from '../extra/frame-template.ts';
import { readChange, readChanges } from '../extra/levels.ts';
import { readFuturesTicker, readMark, readSpotTicker } from '../extra/summaries.ts';
import { RareReader } from './rare.ts';
import { KEY_CODES, TOPIC_CODES } from './wire.ts';

const LETTER_B = 98;
const LETTER_S = 115;

const K = KEY_CODES;
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

const QUOTE_COMPLETE = 15;

/**
 * Reads KuCoin's classic public frames, and hands what is not of the hot kind to `RareReader`.
 *
 * Changes and best quotes in their usual form are read whole by byte templates. Of all others the envelope is found by templates
 * (fast) or key by key (keyed), and what is inside is read key by key, so that a new or missing key changes nothing. Whatever fails here is read once more by JSON.parse before it counts as malformed.
 *
 * HOT: no allocation but trade ids and unknown names.
 */
export class KucoinDecoder implements FrameDecoder {
  private readonly cursor = new JsonCursor();
  private readonly envelope = new Envelope();
  private readonly template: FrameTemplate;
  private readonly state: DecoderState;
  private readonly rare: RareReader;

  constructor(state: DecoderState) {
    this.state = state;
    this.template = new FrameTemplate(state);
    this.rare = new RareReader(state);
  }

  /** Reads one frame; see `FrameDecoder`. */
  decode(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { counters, out } = this.state;
    const kind = this.template.read(bytes, start, end);
    if (kind === FRAME.none) return this.readInParts(bytes, start, end, recvMs);
    counters.fast += 1;
    if (kind === FRAME.depth) out.onDepth(this.template.ix, false, this.state.depth, recvMs);
    else out.onQuote(this.template.ix, this.state.quote, recvMs);
  }

  private readInParts(bytes: Buffer, start: number, end: number, recvMs: number): void {
    const { counters } = this.state;
    this.cursor.reset(bytes, start, end);
    const dataAt = this.envelope.locate(this.cursor, bytes, start, end);
    if (dataAt >= 0 && this.readPush(bytes, dataAt, recvMs)) {
      if (this.envelope.isTemplate) counters.fast += 1;
      else counters.keyed += 1;
    } else if (dataAt >= 0 && this.envelope.isTemplate && this.readByKeys(bytes, start, end, recvMs))
      counters.keyed += 1;
    else this.rare.read(bytes, start, end, recvMs);
  }

  /** The bytes around the data were not as they seemed: the envelope is walked key by key. */
  private readByKeys(bytes: Buffer, start: number, end: number, recvMs: number): boolean {
    this.cursor.reset(bytes, start, end);
    const dataAt = this.envelope.locateByKeys(this.cursor);
    return dataAt >= 0 && this.readPush(bytes, dataAt, recvMs);
  }

  /** Reads the data object; false hands the frame to the slow reader, which also names what is unknown. */
  private readPush(bytes: Buffer, dataAt: number, recvMs: number): boolean {
    const { channel, symbolStart, symbolEnd } = this.envelope;
    this.cursor.seek(dataAt);
    if (channel === T.spotSnapshot) return this.readSpotSnapshot(recvMs);
    const ix = this.state.symbols.find(bytes, symbolStart, symbolEnd);
    if (ix < 0) return false;
    switch (channel) {
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
        return this.readLessFrequent(channel, ix, recvMs);
    }
  }

  private readLessFrequent(channel: number, ix: number, recvMs: number): boolean {
    switch (channel) {
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
    return !this.cursor.offTick && this.envelope.isClosed(this.cursor);
  }

  private readFuturesLevel2(ix: number, recvMs: number): boolean {
    const { cursor } = this;
    const { depth, decimals, out } = this.state;
    let changes = 0;
    depth.reset();
    if (!cursor.enterObject()) return false;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K_CHANGE) {
        readChange(cursor, depth, decimals[ix]!);
        changes += 1;
      } else if (key === K_SEQUENCE) depth.lastSeq = cursor.readUint();
      else if (key === K_TIMESTAMP) depth.venueMs = readEpochMs(cursor);
      else cursor.skipValue();
    }
    // Of a change that stands twice the last one counts: JSON.parse knows which.
    if (changes > 1 || !this.isComplete() || depth.lastSeq === NO_SEQ) return false;
    depth.firstSeq = depth.lastSeq;
    out.onDepth(ix, false, depth, recvMs);
    return true;
  }

  private readSpotLevel2(ix: number, recvMs: number): boolean {
    const { cursor } = this;
    const { depth, out } = this.state;
    let changes = 0;
    depth.reset();
    if (!cursor.enterObject()) return false;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K_CHANGES) {
        readChanges(cursor, this.state, ix);
        changes += 1;
      } else if (key === K_SEQUENCE_START) depth.firstSeq = cursor.readUint();
      else if (key === K_SEQUENCE_END) depth.lastSeq = cursor.readUint();
      else if (key === K_TIME) depth.venueMs = readEpochMs(cursor);
      else cursor.skipValue();
    }
    if (changes > 1 || !this.isComplete() || depth.firstSeq === NO_SEQ || depth.lastSeq === NO_SEQ) return false;
    out.onDepth(ix, false, depth, recvMs);
    return true;
  }

  private readPartialBook(ix: number, recvMs: number): boolean {
    const { cursor } = this;
    const { depth, decimals, out } = this.state;
    let bids = 0;
    let asks = 0;
    depth.reset();
    if (!cursor.enterObject()) return false;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K_BIDS) {
        cursor.readLevels(depth, true, decimals[ix]!);
        bids += 1;
      } else if (key === K_ASKS) {
        cursor.readLevels(depth, false, decimals[ix]!);
        asks += 1;
      } else if (key === K_SEQUENCE) depth.lastSeq = cursor.readUint();
      else if (key === K_TIMESTAMP || key === K_TS) depth.venueMs = readEpochMs(cursor);
      else cursor.skipValue();
    }
    if (bids > 1 || asks > 1 || !this.isComplete()) return false;
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
    const { ticker, told, out } = this.state;
    const ix = readSpotTicker(this.cursor, this.state);
    if (ix < 0 || !(ticker.lastPx > 0) || !this.isComplete()) return false;
    if (told.isTrading !== null) out.onTrading?.(ix, told.isTrading, recvMs);
    out.onTicker(ix, ticker, recvMs);
    return true;
  }
}
