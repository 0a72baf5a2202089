import { DepthMessage, NO_SEQ, QuoteMessage, TradeMessage } from '@riptide/core/domain';
import { END_OF_OBJECT, type JsonCursor } from '../../kit/index.ts';
import { takerSideOf } from '../enums.ts';
import type { InstrumentLookup } from './instrument-lookup.ts';
import * as K from './keys.ts';
import { VERDICT, type Verdict } from './verdict.ts';
import { COIN_MARGINED } from '../ws/wire.ts';

const NOWHERE = -1;

/**
 * Reads the payloads that move books: depth, partial depth, best quotes, trades. By key, so in any order of keys.
 *
 * HOT: the cursor stands inside the object. Prices need the instrument's scale: where the symbol comes after them, their place is
 * remembered and they are read at the end. Nothing is handed on here; `ix` and the messages hold what was read.
 */
export class PayloadReader {
  readonly depth = new DepthMessage();
  readonly quote = new QuoteMessage();
  readonly trade = new TradeMessage();
  ix = NOWHERE;
  /** Span of the payload's symbol. */
  symbolStart = 0;
  symbolEnd = 0;
  private readonly cursor: JsonCursor;
  private readonly lookup: InstrumentLookup;
  private firstPxAt = NOWHERE;
  private secondPxAt = NOWHERE;

  constructor(cursor: JsonCursor, lookup: InstrumentLookup) {
    this.cursor = cursor;
    this.lookup = lookup;
  }

  /** Forgets the symbol of the payload before. */
  begin(): void {
    this.ix = NOWHERE;
    this.symbolStart = 0;
    this.symbolEnd = 0;
    this.firstPxAt = NOWHERE;
    this.secondPxAt = NOWHERE;
  }

  /** Reads the value of `s`. */
  takeSymbol(): void {
    const { cursor } = this;
    if (!cursor.readString()) return;
    // Levels may have been read for the first symbol, or not: a second one leaves no way to tell.
    if (this.symbolEnd > 0) cursor.failed = true;
    this.symbolStart = cursor.stringStart;
    this.symbolEnd = cursor.stringEnd;
    this.ix = this.lookup.bySymbol.find(cursor.source, cursor.stringStart, cursor.stringEnd);
  }

  /** Depth diffs, and the absolute depth5/10/20 of USD-M where `isAbsolute`. */
  readDepth(isAbsolute: boolean): Verdict {
    const { cursor, depth } = this;
    let margin = 0;
    depth.reset();
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K.K_b) this.takeLevels(true);
      else if (key === K.K_a) this.takeLevels(false);
      else if (key === K.K_FIRST_SEQ) depth.firstSeq = cursor.readUint();
      else if (key === K.K_LAST_SEQ) depth.lastSeq = cursor.readUint();
      else if (key === K.K_PREV_SEQ) depth.prevSeq = cursor.readUint();
      else if (key === K.K_EVENT_MS) depth.venueMs = cursor.readUint();
      else if (key === K.K_SYMBOL) this.takeSymbol();
      else if (key === K.K_MARGIN) margin = cursor.readUint();
      else cursor.skipValue();
    }
    if (margin === COIN_MARGINED) return VERDICT.otherMargin;
    if (depth.firstSeq === NO_SEQ || depth.lastSeq === NO_SEQ) return VERDICT.malformed;
    return this.finishDepth(isAbsolute ? VERDICT.snapshot : VERDICT.depth);
  }

  /** Partial books of spot, which name no symbol: the stream does. */
  readPartial(ixOfStream: number): Verdict {
    const { cursor, depth } = this;
    depth.reset();
    this.ix = ixOfStream;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K.K_BIDS) this.takeLevels(true);
      else if (key === K.K_ASKS) this.takeLevels(false);
      else if (key === K.K_LAST_UPDATE_ID) depth.lastSeq = cursor.readUint();
      else if (key === K.K_EVENT_MS) depth.venueMs = cursor.readUint();
      else cursor.skipValue();
    }
    if (depth.lastSeq === NO_SEQ) return VERDICT.malformed;
    return this.finishDepth(VERDICT.snapshot);
  }

  readQuote(): Verdict {
    const { cursor, quote } = this;
    let margin = 0;
    quote.seq = NO_SEQ;
    quote.venueMs = Number.NaN;
    quote.bidQty = Number.NaN;
    quote.askQty = Number.NaN;
    this.firstPxAt = NOWHERE;
    this.secondPxAt = NOWHERE;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === K.K_b) this.firstPxAt = this.passValue();
      else if (key === K.K_B) quote.bidQty = cursor.readDecimal();
      else if (key === K.K_a) this.secondPxAt = this.passValue();
      else if (key === K.K_A) quote.askQty = cursor.readDecimal();
      else if (key === K.K_LAST_SEQ) quote.seq = cursor.readUint();
      else if (key === K.K_SYMBOL) this.takeSymbol();
      else if (key === K.K_EVENT_MS) quote.venueMs = cursor.readUint();
      else if (key === K.K_MARGIN) margin = cursor.readUint();
      else cursor.skipValue();
    }
    if (margin === COIN_MARGINED) return VERDICT.otherMargin;
    if (this.firstPxAt < 0 || this.secondPxAt < 0 || !(quote.bidQty >= 0) || !(quote.askQty >= 0))
      return VERDICT.malformed;
    if (this.ix < 0) return VERDICT.unknownSymbol;
    quote.bidTicks = this.ticksAt(this.firstPxAt);
    quote.askTicks = this.ticksAt(this.secondPxAt);
    return VERDICT.quote;
  }

  /** `idKey` is `t` for single trades and `a` for aggregated ones (in single ones `a` is the seller's order). */
  readTrade(idKey: number): Verdict {
    const { cursor, trade } = this;
    let margin = 0;
    let hasSide = false;
    this.firstPxAt = NOWHERE;
    trade.tradeId = '';
    trade.qty = Number.NaN;
    trade.venueMs = Number.NaN;
    for (let key = cursor.nextKey(); key !== END_OF_OBJECT; key = cursor.nextKey()) {
      if (key === idKey) trade.tradeId = this.idText();
      else if (key === K.K_p) this.firstPxAt = this.passValue();
      else if (key === K.K_q) trade.qty = cursor.readDecimal();
      else if (key === K.K_TIME_MS) trade.venueMs = cursor.readUint();
      else if (key === K.K_SYMBOL) this.takeSymbol();
      else if (key === K.K_m) {
        trade.takerSide = takerSideOf(cursor.readBoolean());
        hasSide = true;
      } else if (key === K.K_MARGIN) margin = cursor.readUint();
      else cursor.skipValue();
    }
    if (margin === COIN_MARGINED) return VERDICT.otherMargin;
    if (!hasSide || this.firstPxAt < 0 || !(trade.qty >= 0) || Number.isNaN(trade.venueMs)) return VERDICT.malformed;
    if (this.ix < 0) return VERDICT.unknownSymbol;
    trade.pxTicks = this.ticksAt(this.firstPxAt);
    return VERDICT.trade;
  }

  private takeLevels(isBid: boolean): void {
    const at = this.cursor.position;
    // Of a side that stands twice the last one would count, and levels of the first have been kept.
    if ((isBid ? this.firstPxAt : this.secondPxAt) >= 0) this.cursor.failed = true;
    if (this.ix >= 0) this.cursor.readLevels(this.depth, isBid, this.lookup.decimals[this.ix]!);
    else this.cursor.skipValue();
    if (isBid) this.firstPxAt = at;
    else this.secondPxAt = at;
  }

  private finishDepth(verdict: Verdict): Verdict {
    const { cursor, depth, ix } = this;
    if (this.firstPxAt < 0 || this.secondPxAt < 0) return VERDICT.malformed;
    if (ix < 0) return VERDICT.unknownSymbol;
    const end = cursor.position;
    // The symbol came last: no level was read on the way.
    if (this.symbolStart > this.firstPxAt) this.readLevelsAt(this.firstPxAt, true);
    if (this.symbolStart > this.secondPxAt) this.readLevelsAt(this.secondPxAt, false);
    cursor.seek(end);
    return areSizes(depth.bidQty, depth.bidCount) && areSizes(depth.askQty, depth.askCount)
      ? verdict
      : VERDICT.malformed;
  }

  private readLevelsAt(at: number, isBid: boolean): void {
    this.cursor.seek(at);
    this.cursor.readLevels(this.depth, isBid, this.lookup.decimals[this.ix]!);
  }

  private ticksAt(at: number): number {
    const { cursor } = this;
    const back = cursor.position;
    cursor.seek(at);
    const ticks = cursor.readTicks(this.lookup.decimals[this.ix]!);
    cursor.seek(back);
    return ticks;
  }

  private passValue(): number {
    const at = this.cursor.position;
    this.cursor.skipValue();
    return at;
  }

  /** Returns a bare whole number as text. Allocates. */
  private idText(): string {
    const { cursor } = this;
    const at = cursor.position;
    cursor.readUint();
    return cursor.source.toString('latin1', at, cursor.position);
  }
}

/** True when every size is a number and not negative. */
function areSizes(qty: Float64Array, count: number): boolean {
  for (let at = 0; at < count; at += 1) if (!(qty[at]! >= 0)) return false;
  return true;
}
