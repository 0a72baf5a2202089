import {
  CandleMessage,
  DepthMessage,
  LiquidationMessage,
  MarkMessage,
  NO_SEQ,
  TickerMessage,
  TradeMessage,
} from '@riptide/core/domain';
import { clearMark, clearTicker, END_OF_OBJECT, type JsonCursor } from '../../kit/index.ts';
import { CHANNEL, KEY, type ChannelId } from '../ws/wire.ts';

const BUY = 66;
const SELL = 83;

/** Reads one row of a channel into its message. HOT: no allocation; faults show in the cursor. */
export class BybitRowReader {
  readonly depth = new DepthMessage();
  readonly trade = new TradeMessage();
  readonly ticker = new TickerMessage();
  readonly mark = new MarkMessage();
  readonly candle = new CandleMessage();
  readonly liquidation = new LiquidationMessage();
  hasTicker = false;
  hasMark = false;
  tradeIdStart = 0;
  tradeIdEnd = 0;
  private readonly cursor: JsonCursor;

  constructor(cursor: JsonCursor) {
    this.cursor = cursor;
  }

  /** Reads the row under the cursor; prices of depth and trades become ticks at `pxDecimals`. */
  read(channel: ChannelId, pxDecimals: number): void {
    switch (channel) {
      case CHANNEL.depth:
        return this.readDepth(pxDecimals);
      case CHANNEL.trade:
        return this.readTrade(pxDecimals);
      case CHANNEL.ticker:
        return this.readTicker();
      case CHANNEL.candle:
        return this.readCandle();
      case CHANNEL.liquidation:
      case CHANNEL.oldLiquidation:
        return this.readLiquidation();
      default:
        throw new Error(`Invariant: channel ${channel} is not read here`);
    }
  }

  private readDepth(pxDecimals: number): void {
    const { cursor, depth } = this;
    depth.reset();
    cursor.enterObject();
    let bids = 0;
    let asks = 0;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === KEY.b) {
        cursor.readLevels(depth, true, pxDecimals);
        bids += 1;
      } else if (key === KEY.a) {
        cursor.readLevels(depth, false, pxDecimals);
        asks += 1;
      } else if (key === KEY.u) depth.lastSeq = cursor.readUint();
      else cursor.skipValue();
    }
    // Of a side that stands twice the last one would count, and levels of the first have been kept.
    if (bids !== 1 || asks !== 1 || depth.lastSeq === NO_SEQ) cursor.failed = true;
  }

  /** `i` is a uuid on linear and a number as text on spot. `S` is the taker's side. */
  private readTrade(pxDecimals: number): void {
    const { cursor, trade } = this;
    trade.pxTicks = -1;
    trade.qty = Number.NaN;
    trade.venueMs = Number.NaN;
    this.tradeIdStart = 0;
    this.tradeIdEnd = 0;
    let side = 0;
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === KEY.p) trade.pxTicks = cursor.readTicks(pxDecimals);
      else if (key === KEY.v) trade.qty = cursor.readDecimal();
      else if (key === KEY.T) trade.venueMs = cursor.readUint();
      else if (key === KEY.S) side = this.readSide();
      else if (key === KEY.i) {
        cursor.readString();
        this.tradeIdStart = cursor.stringStart;
        this.tradeIdEnd = cursor.stringEnd;
      } else cursor.skipValue();
    }
    trade.takerSide = side === BUY ? 'BUY' : 'SELL';
    if (side === 0 || trade.pxTicks < 0 || !(trade.qty >= 0) || Number.isNaN(trade.venueMs)) cursor.failed = true;
  }

  /** QUIRK(bybit): linear deltas carry changed fields only; what is absent stays NaN and keeps its last value. */
  private readTicker(): void {
    const { cursor, ticker, mark } = this;
    clearTicker(ticker);
    clearMark(mark);
    this.hasTicker = false;
    this.hasMark = false;
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (this.readTickerField(key)) this.hasTicker = true;
      else if (this.readMarkField(key)) this.hasMark = true;
      else cursor.skipValue();
    }
  }

  private readTickerField(key: number): boolean {
    const { cursor, ticker } = this;
    if (key === KEY.lastPrice) ticker.lastPx = cursor.readDecimal();
    else if (key === KEY.prevPrice24h) ticker.openPx = cursor.readDecimal();
    else if (key === KEY.price24hPcnt) ticker.changeFrac = cursor.readDecimal();
    else if (key === KEY.highPrice24h) ticker.highPx = cursor.readDecimal();
    else if (key === KEY.lowPrice24h) ticker.lowPx = cursor.readDecimal();
    else if (key === KEY.volume24h) ticker.volumeQty = cursor.readDecimal();
    else if (key === KEY.turnover24h) ticker.volumeQuote = cursor.readDecimal();
    else return false;
    return true;
  }

  private readMarkField(key: number): boolean {
    const { cursor, mark } = this;
    if (key === KEY.markPrice) mark.markPx = cursor.readDecimal();
    else if (key === KEY.indexPrice) mark.indexPx = cursor.readDecimal();
    else if (key === KEY.fundingRate) mark.fundingRateFrac = cursor.readDecimal();
    else if (key === KEY.nextFundingTime) mark.nextFundingMs = cursor.readDecimal();
    else if (key === KEY.fundingIntervalHour) mark.fundingIntervalHours = cursor.readDecimal();
    else return false;
    return true;
  }

  private readCandle(): void {
    const { cursor, candle } = this;
    candle.openMs = Number.NaN;
    candle.open = Number.NaN;
    candle.high = Number.NaN;
    candle.low = Number.NaN;
    candle.close = Number.NaN;
    candle.volumeQty = Number.NaN;
    candle.volumeQuote = Number.NaN;
    let isConfirmKnown = false;
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === KEY.start) candle.openMs = cursor.readUint();
      else if (key === KEY.open) candle.open = cursor.readDecimal();
      else if (key === KEY.high) candle.high = cursor.readDecimal();
      else if (key === KEY.low) candle.low = cursor.readDecimal();
      else if (key === KEY.close) candle.close = cursor.readDecimal();
      else if (key === KEY.volume) candle.volumeQty = cursor.readDecimal();
      else if (key === KEY.turnover) candle.volumeQuote = cursor.readDecimal();
      else if (key === KEY.confirm) {
        candle.isClosed = cursor.readBoolean();
        isConfirmKnown = true;
      } else cursor.skipValue();
    }
    const { openMs, open, high, low, close, volumeQty, volumeQuote } = candle;
    const sum = openMs + open + high + low + close + volumeQty + volumeQuote;
    if (Number.isNaN(sum) || !isConfirmKnown) cursor.failed = true;
  }

  /** QUIRK(bybit): the side is the position's, so `Buy` says that a long was liquidated; the price is the bankruptcy price. */
  private readLiquidation(): void {
    const { cursor, liquidation } = this;
    liquidation.px = Number.NaN;
    liquidation.qty = Number.NaN;
    liquidation.venueMs = Number.NaN;
    let side = 0;
    cursor.enterObject();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === KEY.p || key === KEY.price) liquidation.px = cursor.readDecimal();
      else if (key === KEY.v || key === KEY.size) liquidation.qty = cursor.readDecimal();
      else if (key === KEY.T || key === KEY.updatedTime) liquidation.venueMs = cursor.readUint();
      else if (key === KEY.S || key === KEY.side) side = this.readSide();
      else cursor.skipValue();
    }
    liquidation.liquidatedSide = side === BUY ? 'LONG' : 'SHORT';
    if (side === 0 || !(liquidation.px > 0) || !(liquidation.qty > 0) || Number.isNaN(liquidation.venueMs))
      cursor.failed = true;
  }

  /** Returns the first letter of `Buy` or `Sell`; 0 for anything else. */
  private readSide(): number {
    const { cursor } = this;
    if (!cursor.readString()) return 0;
    const letter = cursor.firstByte();
    const size = cursor.stringEnd - cursor.stringStart;
    return (letter === BUY && size === 3) || (letter === SELL && size === 4) ? letter : 0;
  }
}
