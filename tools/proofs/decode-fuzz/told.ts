import type {
  CandleMessage,
  DepthMessage,
  LiquidationMessage,
  MarkMessage,
  QuoteMessage,
  TickerMessage,
  TradeMessage,
} from '@riptide/core/domain';
import type { DecodedSink, FeedControl } from '@riptide/venues/kit';

/** What a message was, as the first of its numbers. */
export const TOLD = {
  depth: 1,
  quote: 2,
  trade: 3,
  mark: 4,
  ticker: 5,
  candle: 6,
  liquidation: 7,
  trading: 8,
} as const;

/** Keeps all that a decoder told of one frame, as numbers and texts, so that two tellings can be compared without making objects. */
export class Told implements DecodedSink {
  readonly numbers: number[] = [];
  readonly texts: string[] = [];
  /** How many messages of books, quotes and trades came. */
  hotCount = 0;

  clear(): void {
    this.numbers.length = 0;
    this.texts.length = 0;
    this.hotCount = 0;
  }

  get isEmpty(): boolean {
    return this.numbers.length === 0 && this.texts.length === 0;
  }

  /** True when both were told the same; NaN equals NaN, and 0 equals -0. */
  equals(other: Told): boolean {
    const { numbers, texts } = this;
    if (numbers.length !== other.numbers.length || texts.length !== other.texts.length) return false;
    for (let at = 0; at < numbers.length; at += 1) {
      const mine = numbers[at] as number;
      const theirs = other.numbers[at] as number;
      if (mine !== theirs && (mine === mine || theirs === theirs)) return false;
    }
    for (let at = 0; at < texts.length; at += 1) if (texts[at] !== other.texts[at]) return false;
    return true;
  }

  onDepth(ix: number, isSnapshot: boolean, depth: DepthMessage): void {
    const { numbers } = this;
    this.hotCount += 1;
    numbers.push(TOLD.depth, ix, isSnapshot ? 1 : 0, depth.firstSeq, depth.lastSeq, depth.prevSeq, depth.venueMs);
    numbers.push(depth.checksum, depth.farAskCount, depth.bidCount, depth.askCount);
    for (let at = 0; at < depth.bidCount; at += 1)
      numbers.push(depth.bidTicks[at] as number, depth.bidQty[at] as number);
    for (let at = 0; at < depth.askCount; at += 1)
      numbers.push(depth.askTicks[at] as number, depth.askQty[at] as number);
  }

  onQuote(ix: number, { askQty, askTicks, bidQty, bidTicks, seq, venueMs }: QuoteMessage): void {
    this.hotCount += 1;
    this.numbers.push(TOLD.quote, ix, bidTicks, bidQty, askTicks, askQty, seq, venueMs);
  }

  onTrade(ix: number, { pxTicks, qty, takerSide, tradeId, venueMs }: TradeMessage): void {
    this.hotCount += 1;
    this.numbers.push(TOLD.trade, ix, pxTicks, qty, takerSide === 'BUY' ? 1 : -1, venueMs);
    this.texts.push(tradeId);
  }

  onMark(ix: number, mark: MarkMessage): void {
    this.keepAll(TOLD.mark, ix, mark);
  }

  onTicker(ix: number, ticker: TickerMessage): void {
    this.keepAll(TOLD.ticker, ix, ticker);
  }

  onCandle(ix: number, candle: CandleMessage): void {
    this.keepAll(TOLD.candle, ix, candle);
  }

  onLiquidation(ix: number, liquidation: LiquidationMessage): void {
    this.keepAll(TOLD.liquidation, ix, liquidation);
  }

  onTrading(ix: number, isTrading: boolean): void {
    this.numbers.push(TOLD.trading, ix, isTrading ? 1 : 0);
  }

  onControl(control: FeedControl): void {
    this.texts.push(`control ${JSON.stringify(control)}`);
  }

  onOffTick(ix: number, digits: number): void {
    this.texts.push(`off tick ${ix} ${digits}`);
  }

  onUnknown(what: 'channel' | 'symbol', name: string): void {
    this.texts.push(`unknown ${what} ${name}`);
  }

  onRare(channel: string): void {
    this.texts.push(`rare ${channel}`);
  }

  private keepAll(kind: number, ix: number, message: object): void {
    this.numbers.push(kind, ix);
    for (const value of Object.values(message)) {
      if (typeof value === 'number') this.numbers.push(value);
      else this.texts.push(String(value));
    }
  }
}
