import {
  CandleMessage,
  DepthMessage,
  MarkMessage,
  QuoteMessage,
  TickerMessage,
  TradeMessage,
} from '@riptide/core/domain';
import { clearMark, clearTicker, END_OF_OBJECT, type JsonCursor } from '../../kit/index.ts';
import { CHANNEL, KEY, type ChannelId } from '../ws/wire.ts';

const QUOTE = 34;
const LETTER_B = 98;
const LETTER_P = 80;
const LETTER_S = 115;
const HOUR_MS = 3_600_000;
/** `[ts, o, h, l, c, vol]` is the least a candle has. */
const CANDLE_FIELDS_MIN = 6;
const CANDLE_TURNOVER = 7;
const CANDLE_CONFIRM = 8;
const { asks, bids, ts, checksum, seqId, prevSeqId, instId, instType } = KEY;
const { tradeId, px, sz, side } = KEY;
const { last, askPx, askSz, bidPx, bidSz, open24h, high24h, low24h, vol24h, volCcy24h } = KEY;
const { markPx, idxPx, fundingRate, fundingTime, nextFundingRate, nextFundingTime } = KEY;

/**
 * Reads one row of `data` into the message of its channel, key by key, in any order.
 *
 * HOT: messages are refilled, nothing is allocated. A missing, wrong-typed or impossible field sets `cursor.failed`.
 */
export class OkxRowReader {
  readonly depth = new DepthMessage();
  readonly quote = new QuoteMessage();
  readonly trade = new TradeMessage();
  readonly ticker = new TickerMessage();
  readonly mark = new MarkMessage();
  readonly candle = new CandleMessage();
  /** Span of the row's own instId; empty when it has none. */
  nameStart = 0;
  nameEnd = 0;
  /** Span of the trade id. */
  tradeIdStart = 0;
  tradeIdEnd = 0;
  /** A ticker without a bid or an ask has no quote. */
  hasQuote = false;
  /** The seventh field of a candle: turnover in quote for spot, volume in coins for the rest. */
  candleCcyVolume = Number.NaN;
  private readonly cursor: JsonCursor;

  constructor(cursor: JsonCursor) {
    this.cursor = cursor;
  }

  /** Reads the row the cursor stands on, prices with `decimals`. */
  read(channel: ChannelId, decimals: number): void {
    this.nameStart = 0;
    this.nameEnd = 0;
    switch (channel) {
      case CHANNEL.depth:
      case CHANNEL.fullDepth:
        return this.readDepth(decimals);
      case CHANNEL.quote:
        this.readDepth(decimals);
        return this.takeQuote();
      case CHANNEL.trade:
        return this.readTrade(decimals);
      case CHANNEL.ticker:
        return this.readTicker(decimals);
      case CHANNEL.mark:
      case CHANNEL.index:
      case CHANNEL.funding:
        return this.readMark(channel);
      case CHANNEL.candle:
        return this.readCandle();
      default:
        throw new Error(`Invariant: channel ${channel} has no row reader`);
    }
  }

  private readDepth(decimals: number): void {
    const { cursor, depth } = this;
    depth.reset();
    let hasAsks = false;
    let hasBids = false;
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === asks) {
        // Of a side that stands twice the last one would count, and levels of the first have been kept.
        if (hasAsks) cursor.failed = true;
        cursor.readLevels(depth, false, decimals);
        hasAsks = true;
      } else if (key === bids) {
        if (hasBids) cursor.failed = true;
        cursor.readLevels(depth, true, decimals);
        hasBids = true;
      } else if (key === ts) depth.venueMs = cursor.readUint();
      else if (key === checksum) depth.checksum = cursor.readInt();
      else if (key === seqId) depth.lastSeq = cursor.readInt();
      else if (key === prevSeqId) depth.prevSeq = cursor.readInt();
      else cursor.skipValue();
    }
    if (!hasAsks || !hasBids || Number.isNaN(depth.venueMs)) cursor.failed = true;
  }

  /** Makes the quote of the depth just read. A side without a level is 0 x 0: nobody quotes. */
  takeQuote(): void {
    const { depth, quote } = this;
    quote.bidTicks = depth.bidCount > 0 ? depth.bidTicks[0]! : 0;
    quote.bidQty = depth.bidCount > 0 ? depth.bidQty[0]! : 0;
    quote.askTicks = depth.askCount > 0 ? depth.askTicks[0]! : 0;
    quote.askQty = depth.askCount > 0 ? depth.askQty[0]! : 0;
    quote.seq = depth.lastSeq;
    quote.venueMs = depth.venueMs;
  }

  private readTrade(decimals: number): void {
    const { cursor, trade } = this;
    let fields = 0;
    trade.venueMs = Number.NaN;
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === px) {
        trade.pxTicks = cursor.readTicks(decimals);
        fields |= 1;
      } else if (key === sz) {
        trade.qty = cursor.readDecimal();
        if (trade.qty >= 0) fields |= 2;
      } else if (key === side) fields |= this.readSide() ? 4 : 0;
      else if (key === ts) {
        trade.venueMs = cursor.readUint();
        fields |= 8;
      } else if (key === tradeId) {
        if (cursor.readString()) fields |= 16;
        this.tradeIdStart = cursor.stringStart;
        this.tradeIdEnd = cursor.stringEnd;
      } else if (key === instId) this.readName();
      else cursor.skipValue();
    }
    if (fields !== 31) cursor.failed = true;
  }

  private readSide(): boolean {
    const { cursor, trade } = this;
    cursor.readString();
    const first = cursor.firstByte();
    trade.takerSide = first === LETTER_B ? 'BUY' : 'SELL';
    return first === LETTER_B || first === LETTER_S;
  }

  private readTicker(decimals: number): void {
    const { cursor, ticker, quote } = this;
    let isSpot = false;
    let ccyVolume = Number.NaN;
    let quoted = 0;
    clearTicker(ticker);
    quote.bidQty = Number.NaN;
    quote.askQty = Number.NaN;
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === askPx) quoted |= this.isEmptyText() ? 0 : ((quote.askTicks = cursor.readTicks(decimals)), 1);
      else if (key === bidPx) quoted |= this.isEmptyText() ? 0 : ((quote.bidTicks = cursor.readTicks(decimals)), 2);
      else if (key === askSz) quote.askQty = cursor.readDecimal();
      else if (key === bidSz) quote.bidQty = cursor.readDecimal();
      else if (key === last) ticker.lastPx = cursor.readDecimal();
      else if (key === open24h) ticker.openPx = cursor.readDecimal();
      else if (key === high24h) ticker.highPx = cursor.readDecimal();
      else if (key === low24h) ticker.lowPx = cursor.readDecimal();
      else if (key === vol24h) ticker.volumeQty = cursor.readDecimal();
      else if (key === volCcy24h) ccyVolume = cursor.readDecimal();
      else if (key === ts) ticker.venueMs = cursor.readUint();
      else if (key === instId) this.readName();
      else if (key === instType) isSpot = this.readIsSpot();
      else cursor.skipValue();
    }
    if (Number.isNaN(ticker.venueMs) || quote.askQty < 0 || quote.bidQty < 0) cursor.failed = true;
    ticker.changeFrac = ticker.openPx > 0 ? ticker.lastPx / ticker.openPx - 1 : Number.NaN;
    // Derivatives state their turnover in coins; the last price turns it into quote.
    ticker.volumeQuote = isSpot ? ccyVolume : ccyVolume * ticker.lastPx;
    this.hasQuote = quoted === 3 && quote.askQty >= 0 && quote.bidQty >= 0;
    quote.seq = -1;
    quote.venueMs = ticker.venueMs;
  }

  private readMark(channel: ChannelId): void {
    const { cursor, mark } = this;
    let settlesMs = Number.NaN;
    let followingMs = Number.NaN;
    clearMark(mark);
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === markPx) mark.markPx = cursor.readDecimal();
      else if (key === idxPx) mark.indexPx = cursor.readDecimal();
      else if (key === fundingRate) mark.fundingRateFrac = cursor.readDecimal();
      else if (key === nextFundingRate) mark.followingFundingRateFrac = cursor.readDecimal();
      else if (key === fundingTime) settlesMs = cursor.readDecimal();
      else if (key === nextFundingTime) followingMs = cursor.readDecimal();
      else if (key === ts) mark.venueMs = cursor.readUint();
      else if (key === instId) this.readName();
      else cursor.skipValue();
    }
    // QUIRK(okx): fundingRate is the forecast for the settlement at fundingTime; nextFundingTime is the one after.
    mark.nextFundingMs = settlesMs;
    mark.fundingIntervalHours = followingMs > settlesMs ? (followingMs - settlesMs) / HOUR_MS : Number.NaN;
    const value = channel === CHANNEL.mark ? mark.markPx : channel === CHANNEL.index ? mark.indexPx : settlesMs;
    if (!(value >= 0) || (channel !== CHANNEL.funding && Number.isNaN(mark.venueMs))) cursor.failed = true;
  }

  /** `[ts, o, h, l, c, vol, volCcy, volCcyQuote, confirm]`; before 2022 it ended with volCcy. */
  private readCandle(): void {
    const { cursor, candle } = this;
    let at = 0;
    candle.volumeQuote = Number.NaN;
    candle.isClosed = false;
    this.candleCcyVolume = Number.NaN;
    cursor.enterArray();
    for (; !cursor.failed && cursor.nextElement(); at += 1) {
      const value = cursor.readDecimal();
      if (at === 0) candle.openMs = value;
      else if (at === 1) candle.open = value;
      else if (at === 2) candle.high = value;
      else if (at === 3) candle.low = value;
      else if (at === 4) candle.close = value;
      else if (at === 5) candle.volumeQty = value;
      else if (at === 6) this.candleCcyVolume = value;
      else if (at === CANDLE_TURNOVER) candle.volumeQuote = value;
      else if (at === CANDLE_CONFIRM) candle.isClosed = value === 1;
    }
    if (at < CANDLE_FIELDS_MIN || !(candle.openMs > 0) || !(candle.close >= 0) || !(candle.volumeQty >= 0))
      cursor.failed = true;
  }

  private readName(): void {
    const { cursor } = this;
    cursor.readString();
    this.nameStart = cursor.stringStart;
    this.nameEnd = cursor.stringEnd;
  }

  private readIsSpot(): boolean {
    const { cursor } = this;
    cursor.readString();
    return cursor.source[cursor.stringStart + 1] === LETTER_P && cursor.stringEnd - cursor.stringStart === 4;
  }

  /** True when the value is `""`, which means none; steps over it then. */
  private isEmptyText(): boolean {
    const { cursor } = this;
    const at = cursor.position;
    if (cursor.source[at] !== QUOTE || cursor.source[at + 1] !== QUOTE) return false;
    cursor.seek(at + 2);
    return true;
  }
}
