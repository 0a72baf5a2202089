import { CandleMessage, MarkMessage, TickerMessage } from '@riptide/core/domain';
import { clearMark, clearTicker, END_OF_OBJECT, type JsonCursor } from '../../kit/index.ts';
import * as K from './keys.ts';
import type { PayloadReader } from './payload-reader.ts';
import { VERDICT, type Verdict } from './verdict.ts';
import { COIN_MARGINED } from '../ws/wire.ts';

/** Reads the payloads that come by the second: mark prices, 24 h tickers, candles. Prices stay in wire units, as doubles. */
export class SummaryReader {
  readonly mark = new MarkMessage();
  readonly ticker = new TickerMessage();
  readonly candle = new CandleMessage();
  private readonly cursor: JsonCursor;
  private readonly payload: PayloadReader;

  constructor(cursor: JsonCursor, payload: PayloadReader) {
    this.cursor = cursor;
    this.payload = payload;
  }

  readMark(): Verdict {
    const { cursor, mark } = this;
    let margin = 0;
    clearMark(mark);
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K.K_p) mark.markPx = cursor.readDecimal();
      else if (key === K.K_i) mark.indexPx = cursor.readDecimal();
      else if (key === K.K_r) mark.fundingRateFrac = cursor.readDecimal();
      // Delivery contracts have no funding: T is 0 there.
      else if (key === K.K_TIME_MS) mark.nextFundingMs = cursor.readUint() || Number.NaN;
      else if (key === K.K_EVENT_MS) mark.venueMs = cursor.readUint();
      else if (key === K.K_SYMBOL) this.payload.takeSymbol();
      else if (key === K.K_MARGIN) margin = cursor.readUint();
      else cursor.skipValue();
    }
    return this.verdictOf(margin, VERDICT.mark, mark.markPx);
  }

  /** `24hrTicker` and `24hrMiniTicker`; the latter has no change, which follows from open and last. */
  readTicker(isMini: boolean): Verdict {
    const { cursor, ticker } = this;
    let margin = 0;
    let changePct = Number.NaN;
    clearTicker(ticker);
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K.K_c) ticker.lastPx = cursor.readDecimal();
      else if (key === K.K_o) ticker.openPx = cursor.readDecimal();
      else if (key === K.K_h) ticker.highPx = cursor.readDecimal();
      else if (key === K.K_l) ticker.lowPx = cursor.readDecimal();
      else if (key === K.K_v) ticker.volumeQty = cursor.readDecimal();
      else if (key === K.K_q) ticker.volumeQuote = cursor.readDecimal();
      else if (key === K.K_P) changePct = cursor.readDecimal();
      else if (key === K.K_EVENT_MS) ticker.venueMs = cursor.readUint();
      else if (key === K.K_SYMBOL) this.payload.takeSymbol();
      else if (key === K.K_MARGIN) margin = cursor.readUint();
      else cursor.skipValue();
    }
    ticker.changeFrac = isMini ? ticker.lastPx / ticker.openPx - 1 : changePct / 100;
    return this.verdictOf(margin, VERDICT.ticker, ticker.lastPx);
  }

  readCandle(): Verdict {
    const { cursor } = this;
    let hasCandle = false;
    let margin = 0;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K.K_k) {
        hasCandle = true;
        this.readCandleBody();
      } else if (key === K.K_SYMBOL) this.payload.takeSymbol();
      else if (key === K.K_MARGIN) margin = cursor.readUint();
      else cursor.skipValue();
    }
    const { openMs, open, high, low, close, volumeQty } = this.candle;
    const sum = openMs + open + high + low + close + volumeQty;
    return this.verdictOf(margin, VERDICT.candle, hasCandle ? sum : Number.NaN);
  }

  private readCandleBody(): void {
    const { cursor, candle } = this;
    candle.openMs = Number.NaN;
    candle.open = Number.NaN;
    candle.high = Number.NaN;
    candle.low = Number.NaN;
    candle.close = Number.NaN;
    candle.volumeQty = Number.NaN;
    candle.volumeQuote = Number.NaN;
    candle.isClosed = false;
    if (!cursor.enterObject()) return;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K.K_t) candle.openMs = cursor.readUint();
      else if (key === K.K_o) candle.open = cursor.readDecimal();
      else if (key === K.K_h) candle.high = cursor.readDecimal();
      else if (key === K.K_l) candle.low = cursor.readDecimal();
      else if (key === K.K_c) candle.close = cursor.readDecimal();
      else if (key === K.K_v) candle.volumeQty = cursor.readDecimal();
      else if (key === K.K_q) candle.volumeQuote = cursor.readDecimal();
      else if (key === K.K_x) candle.isClosed = cursor.readBoolean();
      else cursor.skipValue();
    }
  }

  /** `needed` is a number the message can't do without. */
  private verdictOf(margin: number, verdict: Verdict, needed: number): Verdict {
    if (margin === COIN_MARGINED) return VERDICT.otherMargin;
    if (Number.isNaN(needed)) return VERDICT.malformed;
    return this.payload.ix < 0 ? VERDICT.unknownSymbol : verdict;
  }
}
